from races.table import Scene

def key(scene: Scene, seat: int) -> object:
    return scene.revision

def open_question(scene: Scene, seat: int) -> str:
    return ""

def render(scene: Scene, seat: int) -> str:
    return '<section id="cockpit"></section>'
