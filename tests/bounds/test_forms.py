"""Forms, fields that are read without a form, and columns: each has a bound, and no column is shorter than its type."""

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest
from django import forms
from django.apps import apps
from django.conf import settings
from django.contrib import admin
from django.contrib.auth.models import User
from django.db import models
from django.test import Client, RequestFactory
from django.urls import get_resolver
from msgspec import inspect

from engine.heat.rules import Ruleset
from engine.heat.season.record import SeasonRecord
from engine.heat.season.setup import Competitor
from engine.heat.state import Entrant
from engine.kernel import bounds
from engine.kernel.commands import Answer
from engine.kernel.records import Record
from heatsite.login import LimitedLogin
from lobby.views.calls import Keys, Subscription
from races.heat import catalogue
from races.heat.admin import DeckForm
from races.heat.box_admin import BoxForm
from races.models import Box, LegendDeck

OURS = ("races", "lobby", "operating", "heatsite")

BY_THE_DOOR = {(LimitedLogin, "username"), (LimitedLogin, "password")}
"""Fields of Django's forms that have no bound of their own: `BoundedFieldsMiddleware` gives them one."""


def all_forms(kind: type[forms.BaseForm] = forms.BaseForm) -> Iterator[type[forms.BaseForm]]:
    """Every form class of ours, and those that the admin makes of our models."""
    _ = get_resolver().url_patterns  # which imports all views
    for one in kind.__subclasses__():
        if one.__module__.split(".")[0] in OURS:
            yield one
        yield from all_forms(one)


def admin_forms() -> Iterator[type[forms.BaseForm]]:
    request = RequestFactory().get("/")
    request.user = User(is_staff=True, is_superuser=True)
    for model, site in admin.site._registry.items():
        own_fields = issubclass(site.form, (BoxForm, DeckForm))  # those of what they edit
        if model.__module__.split(".")[0] in OURS and site.has_change_permission(request) and not own_fields:
            yield site.get_form(request, change=True)


def fields_of(form: type[forms.BaseForm]) -> Mapping[str, forms.Field]:
    found: Mapping[str, forms.Field] = vars(form).get("base_fields", {})
    return found


def _has_column(form: Any, name: str) -> bool:
    """Whether a number goes into a column of that name: Django's model compares it with what the column holds."""
    model = getattr(getattr(form, "_meta", None), "model", None)
    return model is not None and name in {field.name for field in model._meta.get_fields()}


def unbounded(form: Any, fields: Mapping[str, forms.Field]) -> Iterator[str]:
    """The fields of a form that take a text or a number of any size."""
    for name, field in fields.items():
        place = f"{getattr(form, '__name__', form)}.{name}"
        if isinstance(field, forms.CharField) and not field.max_length and (form, name) not in BY_THE_DOOR:
            yield f"{place} takes any text"
        any_number = isinstance(field, forms.IntegerField) and None in (field.min_value, field.max_value)
        if any_number and not _has_column(form, name):
            yield f"{place} takes any number"
        if isinstance(field, forms.MultipleChoiceField) and len(field.choices) > bounds.FEW.most:  # type: ignore[arg-type]
            yield f"{place} takes any number of choices"
        if isinstance(field, forms.FileField):
            yield f"{place} takes any file"


@pytest.mark.django_db
def test_every_field_of_every_form_is_bounded() -> None:
    found = [*all_forms(), *admin_forms()]
    assert len(found) > 25
    loose = [fault for form in found for fault in unbounded(form, fields_of(form))]
    assert not loose, "; ".join(loose)


@pytest.mark.django_db
def test_the_cells_of_cards_and_decks_are_bounded() -> None:
    catalogue.restore(["legend_decks", "boxes"])
    made: list[Any] = [BoxForm(instance=box) for box in Box.objects.all()]
    made += [DeckForm(instance=deck) for deck in LegendDeck.objects.all()]
    assert len(made) == 6
    assert [fault for form in made for fault in unbounded(form, form.fields)] == []


def test_a_form_without_bounds_is_found() -> None:
    class Loose(forms.Form):
        text = forms.CharField()
        address = forms.EmailField(max_length=None)
        number = forms.IntegerField(min_value=0)
        file = forms.FileField()
        many = forms.MultipleChoiceField(choices=[(str(n), str(n)) for n in range(65)])

    assert len(list(unbounded(Loose, fields_of(Loose)))) == 5


# What is read without a form

LONG = "x" * (bounds.FIELD.most + 1)


@pytest.mark.parametrize("name", ["q", "x" * (bounds.FIELD.most + 1)])
@pytest.mark.django_db
def test_a_field_without_end_gets_a_page_that_says_so(client: Client, name: str) -> None:
    for answer in (client.get("/finished/", {name: LONG}), client.post("/join/", {name: LONG})):
        assert answer.status_code == 400
        assert LONG[:100] not in answer.content.decode()
    assert client.get("/finished/", {"q": LONG[:-1]}).status_code == 200


@pytest.mark.django_db
def test_a_circuit_that_an_admin_writes_may_be_longer(client: Client, admin_client: Client) -> None:
    """Its own form says how long; nobody else writes to the admin, not even a password."""
    assert admin_client.post("/admin/races/track/add/", {"data": LONG}).status_code == 200
    assert client.post("/admin/login/", {"username": "x", "password": LONG}).status_code == 400


def test_the_door_stands_before_all_views_and_behind_the_check_of_a_form_s_token() -> None:
    order = settings.MIDDLEWARE
    door = order.index("heatsite.errors.BoundedFieldsMiddleware")
    assert order.index("django.middleware.csrf.CsrfViewMiddleware") < door
    assert order.index("django.contrib.auth.middleware.AuthenticationMiddleware") < door


# Columns

COLUMNS: dict[str, tuple[type[msgspec.Struct], str]] = {
    "Race.engine": (Record, "engine"),
    "Race.game": (Record, "game"),
    "Race.seed": (Record, "seed"),
    "Race.rules": (Ruleset, "name"),
    "Seat.legend": (Entrant, "legend"),
    "Entry.seat": (Answer, "seat"),
    "Entry.command_id": (Answer, "id"),
    "Championship.engine": (SeasonRecord, "engine"),
    "Championship.seed": (SeasonRecord, "seed"),
    "Championship.rules": (Ruleset, "name"),
    "Competitor.legend": (Competitor, "legend"),
    "PushAddress.endpoint": (Subscription, "endpoint"),
    "PushAddress.key": (Keys, "p256dh"),
}
"""Columns that are filled from outside, and the field of a type that is read for each."""

SMALL = 2**15 - 1
"""The most that a small column of PostgreSQL holds."""


@pytest.mark.parametrize("column", COLUMNS)
def test_l2_a_column_holds_whatever_its_type_lets_in(column: str) -> None:
    model, _, name = column.partition(".")
    field = next(one._meta.get_field(name) for one in apps.get_models() if one.__name__ == model)
    kind, attribute = COLUMNS[column]
    read: Any = next(one for one in inspect.type_info(kind).fields if one.name == attribute)  # type: ignore[attr-defined]
    types = read.type.types if isinstance(read.type, inspect.UnionType) else (read.type,)
    for one in types:
        if isinstance(one, inspect.StrType):
            assert isinstance(field, models.CharField)
            if column != "Race.game":  # it is one of the games of this site
                assert one.max_length is not None
                assert field.max_length is not None
                assert one.max_length <= field.max_length
        if isinstance(one, inspect.IntType):
            assert isinstance(field, models.SmallIntegerField)
            assert one.le is not None
            assert one.le <= SMALL


def test_l2_every_column_of_these_names_is_looked_at() -> None:
    names = {column.partition(".")[2] for column in COLUMNS} - {"game", "seat"}
    found = {
        f"{model.__name__}.{field.name}"
        for app in OURS[:2]
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.get_fields()
        if isinstance(field, models.CharField) and field.name in names
    }
    assert found - {"Room.rules", "Member.legend", "Device.key", "Opening.key", "DailyTry.key"} <= COLUMNS.keys()


@pytest.mark.parametrize("name", ["a\x00b", "a\nb", "a\x7f", "x" * 33, "a\n"])
def test_l2_a_name_that_no_column_takes_is_not_read(name: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(name, bounds.Label)
    assert msgspec.convert("Règles de l'Online (2)", bounds.Label)
