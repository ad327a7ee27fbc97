"""The law of secrets for the operator's pages.

They are not for visitors, but operators play, too: neither the admin nor the metrics tell what a race hides.
"""

import re
from collections.abc import Iterator
from http.client import BAD_REQUEST, OK
from typing import Any

import pytest
from django.contrib import admin
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from operating.metrics import exposition
from operating.models import Sample
from races.models import Entry, Race
from tests.secrecy.acts import ACTS, later
from tests.secrecy.asking import difference, whole
from tests.secrecy.world import ADA, BO, ZOE, World

pytestmark = pytest.mark.django_db

LABELS = {
    *("code", "game", "generation", "implementation", "kind", "le", "major", "minor", "outcome", "part", "patchlevel"),
    *("source", "state", "status", "version", "view"),
}
"""All labels of the metrics."""


def addresses(world: World) -> Iterator[str]:
    """Yield the lists of the admin in each order, and the page of each row; of entries only a few."""
    for model, its_admin in admin.site._registry.items():
        place = f"admin:{model._meta.app_label}_{model._meta.model_name}"
        columns = range(1, len(its_admin.list_display) + 1)
        yield from (f"{reverse(f'{place}_changelist')}?o={way}{column}" for column in columns for way in ("", "-"))
        rows = Entry.objects.exclude(race__ended=None)[:3] if model is Entry else model._default_manager.all()
        yield from (reverse(f"{place}_change", args=[row.pk]) for row in rows)


def read(client: Client, world: World) -> dict[str, bytes]:
    answers = {}
    for address in addresses(world):
        world.chance.again()
        response = client.get(address)
        assert response.status_code == OK, address
        answers[address] = whole(response)
    return answers


def test_no_row_of_the_admin_tells_what_a_race_hides(admin_client: Client, world: World) -> None:
    admin_client.get("/admin/")  # from now on this browser is known
    with later(world):
        before = read(admin_client, world)
    for act in ACTS.values():
        with later(world, act):
            now = read(admin_client, world)
        assert not [f"{one}: {difference(before[one], now[one])}" for one in before if now[one] != before[one]]
    for race in [*world.veiled, *world.waiting]:
        page = before[reverse("admin:races_race_change", args=[race.pk])]
        assert str(race.seed).encode() not in page


OURS = [model for model in admin.site._registry if model.__module__.startswith(("races", "lobby", "operating"))]


@pytest.mark.parametrize("model", [one for one in OURS if one is not Sample], ids=lambda model: model.__name__)
def test_the_admin_filters_by_nothing_but_its_filters(admin_client: Client, world: World, model: type[Model]) -> None:
    """Else the list tells by the rows that it holds which of them have a value that no page shows."""
    its_list = reverse(f"admin:{model._meta.app_label}_{model._meta.model_name}_changelist")
    filters: Any = admin.site._registry[model].list_filter
    shown = {one if isinstance(one, str) else one[0] for one in filters}
    columns = {"pk", *(field.name for field in model._meta.get_fields())} - shown
    lookups = ("", "__exact", "__contains", "__startswith", "__gt", "__isnull", "__in", "__hidden", "__id")
    asked = [f"{column}{lookup}" for column in columns for lookup in lookups]
    asked += [f"{column}__{lookup}" for column in shown for lookup in ("regex", "contains", "year")]
    answers = {one: admin_client.get(its_list, {one: "1"}).status_code for one in asked}
    assert {one: code for one, code in answers.items() if code != BAD_REQUEST} == {}
    its_page = admin_client.get(its_list).context["cl"]
    links = [choice["query_string"] for one in its_page.filter_specs for choice in one.choices(its_page)]
    assert bool(links) == bool(shown)
    assert {admin_client.get(its_list + link).status_code for link in links} <= {OK}


def test_the_charts_have_no_list_to_filter(admin_client: Client) -> None:
    assert admin_client.get("/admin/operating/sample/", {"values__contains": "x"}).status_code == OK
    assert not admin_client.get("/admin/operating/sample/?all=").context.get("cl")


def test_no_search_of_the_admin_is_by_what_it_does_not_show() -> None:
    shown = {
        "races.Race": {"code", "room"},
        "races.Entry": {"race__code"},
        "races.Championship": {"code", "room", "competitors__name"},
        "lobby.Room": {"code", "members__name"},
        "lobby.Visitor": {"name"},
        "lobby.Report": {"name", "room"},
    }
    assert {one._meta.label: set(admin.site._registry[one].search_fields) for one in OURS} == {
        one._meta.label: shown.get(one._meta.label, set()) for one in OURS
    }


@pytest.mark.parametrize("act", ACTS)
def test_no_label_of_the_metrics_names_a_race_or_a_seat(world: World, act: str) -> None:
    with later(world, ACTS[act]):
        told = exposition().decode()
        codes = Race.objects.values_list("code", flat=True)
        values = set(re.findall(r'"([^"]*)"', told))
        assert not values & {*codes, ADA, BO, ZOE, ADA.title(), BO.title(), ZOE.title()}
    assert set(re.findall(r'(\w+)="', told)) <= LABELS
