"""A rematch is refused in words where the site does not offer what a race was driven with."""

from collections.abc import Callable

from tests.locks.conftest import Site


def test_l3_a_rematch_under_unknown_rules_is_refused(start_site: Callable[..., Site]) -> None:
    """The rule set of a race that was driven on from a file is whatever the file says."""
    site = start_site()
    ada = site.visitor()
    code = ada.post("/alone/").code
    assert ada.post(f"/given-up/{code}/").status == 302
    site.run(
        "from lobby.models import Room; from races.models import Race; Room.objects.all().delete();"
        f"assert Race.objects.filter(code={code!r}).exclude(ended=None).update(rules='unheard-of')"
    )
    again = ada.post(f"/again/{code}/")
    assert (again.status, again.location) == (302, "/")
    assert "This site does not have the rules" in ada.get("/").text
    assert ada.get(f"/races/{code}/results/").status == 200
