"""Pictures of all that players see, and what is wrong with them: `make gallery`.

Races stand at positions that the engine led to (`positions.py`), a browser shows them on a site without a server
(`studio.py`), `look.js` measures in the page what is cut, covered or off the screen, and one contact sheet a theme
shows them beside each other (`contact.py`). `pictures.py` lists what there is.
"""
