"""The garage as fragments that all viewers share: where the draft stands, the market card by card, who owns what."""

from django.template.loader import render_to_string

from races.heat.board.fragments import in_rows
from races.heat.garage import draft
from races.heat.scene import HeatScene
from races.shell.rows import Fragment


def standing(scene: HeatScene) -> Fragment:
    view = scene.view(None)
    if not draft.has_garage(view):
        return ""
    standing = draft.standing(scene) if draft.is_on(view) else None
    return render_to_string("races/heat/garage/draft.html", {"draft": standing}).rstrip()


def market(scene: HeatScene) -> Fragment:
    if not draft.has_garage(scene.view(None)):
        return ""
    return in_rows("market", enumerate(draft.offers(scene)), tag="ul", folder="garage", class_="market")


def owners(scene: HeatScene) -> Fragment:
    if not draft.has_garage(scene.view(None)):
        return ""
    rows = ((one.seat, one) for one in draft.owners(scene))
    return in_rows("owners", rows, tag="ul", folder="garage", class_="owners")
