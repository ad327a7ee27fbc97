"""Circuits and Legend decks in the admin: a save makes a new version, and a broken one is not saved at all; and
championships, to be read."""

from typing import Any, ClassVar

import msgspec
from django import forms
from django.contrib import admin, messages
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from engine.heat import read_track
from engine.heat.decks import LegendDeck as Deck
from engine.heat.decks import LegendRow, deck_faults
from engine.heat.season import standings
from engine.kernel.bounds import SHEET
from engine.kernel.faults import Broken, Fault
from engine.kernel.records import encode
from races.admin.read_only import OnlyItsFilters, ReadOnly
from races.heat import box_admin as box_admin
from races.heat import catalogue
from races.heat.box_tables import whole_number
from races.heat.championships import keeping, running
from races.heat.circuit_art import drawing
from races.models import Championship, Competitor, LegendDeck, Stop, Track, TrackVersion


class OfAChampionship(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    extra = 0


class StopInline(OfAChampionship):
    model = Stop
    fields = ("number", "track", "race")


class CompetitorInline(OfAChampionship):
    model = Competitor
    fields = ("seat", "name", "colour", "car_number", "bot", "legend")


@admin.register(Championship)
class ChampionshipAdmin(ReadOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """To be read. What is wrong with a race of it is mended by a command to that race."""

    list_display = ("code", "room", "rules", "started", "raced")
    list_filter = ("rules",)
    search_fields = ("code", "room", "competitors__name")
    fields = (("code", "room", "rules", "watching"), ("engine", "started"), "table", "setup_text")
    readonly_fields = ("table", "setup_text")
    inlines: ClassVar = [StopInline, CompetitorInline]
    actions = ("verify",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Championship]:
        return super().get_queryset(request).defer("content")

    @admin.display(description=_("races that are over"))
    def raced(self, row: Championship) -> str:
        over = row.stops.filter(race__ended__isnull=False).count()
        return f"{over}/{row.stops.count()}"

    @admin.display(description=_("table"))
    def table(self, row: Championship) -> SafeString:
        try:
            season = running.season_of(row)
        except running.UnreadableRace as unreadable:
            return format_html("{}", gettext("Race %(code)s cannot be read.") % {"code": unreadable.race.code})
        except Broken as broken:
            return format_html("{}", broken)
        names = list(row.competitors.values_list("name", flat=True))
        lines = [(one.place, names[one.seat], one.points) for one in standings(season)]
        return format_html("<ol>{}</ol>", format_html_join("", '<li value="{}">{}: {}</li>', lines))

    @admin.display(description=_("set-up"))
    def setup_text(self, row: Championship) -> SafeString:
        return format_html("<pre>{}</pre>", pretty(row.setup))

    @admin.action(description=_("Replay the record and compare"))
    def verify(self, request: HttpRequest, rows: QuerySet[Championship]) -> None:
        for row in rows:
            try:
                keeping.check(row)
            except (Broken, msgspec.DecodeError) as fault:
                text = gettext("%(code)s cannot be read: %(fault)s") % {"code": row.code, "fault": fault}
                self.message_user(request, text, messages.ERROR)
            else:
                self.message_user(request, gettext("%(code)s: the replay is the same.") % {"code": row.code})


def pretty(data: str) -> str:
    return msgspec.json.format(data, indent=2)


class TrackForm(forms.ModelForm):  # type: ignore[type-arg]
    """A circuit with the data that were saved last. Every fault in it is named, with its place."""

    data = forms.CharField(  # type: ignore[assignment]
        max_length=SHEET.most,
        label=_("The circuit as JSON"),
        widget=forms.Textarea(attrs={"rows": 32, "cols": 110, "spellcheck": "false", "class": "vLargeTextField"}),
        help_text=_(
            "A change is saved as a new version; races that have started keep theirs. Drawing it takes a while."
        ),
    )

    class Meta:
        model = Track
        fields: ClassVar = ["slug", "offered", "position"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.instance.pk and self.instance.current:
            self.initial["data"] = pretty(self.instance.versions.latest("saved", "pk").data)

    def clean_data(self) -> str:
        data: str = self.cleaned_data["data"]
        try:
            track = read_track(data)
        except Broken as broken:
            raise ValidationError([str(fault) for fault in broken.faults]) from None
        slug = self.cleaned_data.get("slug")
        if slug and slug != track.id:
            raise ValidationError(str(Fault("id", "differs", f"must be “{slug}”, as the id above, not “{track.id}”")))
        return data


class Versions(admin.TabularInline):  # type: ignore[type-arg]
    """What was saved before."""

    model = TrackVersion
    fields = readonly_fields = ("name", "saved", "drawn", "art_fault")
    extra = 0
    can_delete = False

    def get_queryset(self, request: HttpRequest) -> QuerySet[TrackVersion]:
        versions: QuerySet[TrackVersion] = super().get_queryset(request).defer("data", "art")
        return versions.annotate(is_drawn=Q(art__gt=""))

    @admin.display(boolean=True, description=_("drawn"))
    def drawn(self, version: Any) -> bool:
        return bool(version.is_drawn)

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


@admin.register(Track)
class TrackAdmin(OnlyItsFilters, admin.ModelAdmin):  # type: ignore[type-arg]
    form = TrackForm
    list_display = ("__str__", "slug", "offered", "position", "drawn")
    list_editable = ("offered", "position")
    readonly_fields = ("picture",)
    inlines: ClassVar = [Versions]

    class Media:
        css: ClassVar = {"all": ["css/tokens.css", "css/heat/board.css", "css/heat/tracks.css", "css/admin.css"]}

    def get_queryset(self, request: HttpRequest) -> QuerySet[Track]:
        """The list says which circuits have been drawn, without reading their pictures."""
        tracks: QuerySet[Track] = super().get_queryset(request).select_related("current")
        return tracks.defer("current__data", "current__art").annotate(is_drawn=Q(current__art__gt=""))

    @admin.display(boolean=True, description=_("drawn"))
    def drawn(self, track: Any) -> bool:
        return bool(track.is_drawn)

    @admin.display(description=_("picture"))
    def picture(self, track: Track) -> str | SafeString:
        if track.current is None or not track.current.art:
            return track.current.art_fault if track.current and track.current.art_fault else "–"
        art = drawing.decode(track.current.art)
        signs = mark_safe("".join(sign.svg for sign in art.signs))  # noqa: S308, our own drawing
        return format_html(
            '<svg class="board admin-board theme-{}" viewBox="{}">{}{}{}</svg>',
            art.theme,
            " ".join(f"{number:g}" for number in art.fit),
            mark_safe(art.ground),  # noqa: S308
            mark_safe(art.deck),  # noqa: S308
            signs,
        )

    def save_model(self, request: HttpRequest, obj: Track, form: Any, change: bool) -> None:
        super().save_model(request, obj, form, change)
        if "data" in form.cleaned_data:  # the list, where only some fields are edited, has none
            catalogue.save_track(obj.slug, form.cleaned_data["data"])
            obj.refresh_from_db()


class DeckForm(forms.ModelForm):  # type: ignore[type-arg]
    """A deck as a table: a line for each card, two numbers for each row of it."""

    class Meta:
        model = LegendDeck
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        assert self.instance.current is not None, "decks ship with the site; they are edited, not added"
        self.deck = msgspec.json.decode(self.instance.current.data, type=Deck)
        for card in self.deck.cards:
            for row, values in card.rows.items():
                for part, value in (("number", values.number), ("slot", values.slot)):
                    widget = forms.NumberInput(
                        attrs={"class": "vSmallNumber", "aria-label": f"{card.id}, {row}, {part}"}
                    )
                    self.fields[f"{card.id}.{row}.{part}"] = whole_number(initial=value, widget=widget)

    def table(self) -> list[tuple[str, list[tuple[Any, Any]]]]:
        """By card: the pair of inputs of each row."""
        return [
            (card.id, [(self[f"{card.id}.{row}.number"], self[f"{card.id}.{row}.slot"]) for row in card.rows])
            for card in self.deck.cards
        ]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        cards = tuple(
            msgspec.structs.replace(
                card,
                rows={
                    row: LegendRow(cleaned[f"{card.id}.{row}.number"], cleaned[f"{card.id}.{row}.slot"])
                    for row in card.rows
                },
            )
            for card in self.deck.cards
        )
        self.deck = msgspec.structs.replace(self.deck, cards=cards)
        for fault in deck_faults(self.deck):
            self.add_error(*self.where(fault))
        return cleaned

    def where(self, fault: Fault) -> tuple[str | None, str]:
        """The number that is at fault, and what about it; the deck as a whole where it is none of them."""
        card, _rows, named = fault.place.partition("].rows.")
        row, _dot, part = named.rpartition(".")
        if not row:
            return None, str(fault)
        return f"{self.deck.cards[int(card.removeprefix('cards['))].id}.{row}.{part}", fault.text


@admin.register(LegendDeck)
class LegendDeckAdmin(OnlyItsFilters, admin.ModelAdmin):  # type: ignore[type-arg]
    form = DeckForm
    change_form_template = "admin/races/deck_form.html"
    list_display = ("__str__", "current")

    class Media:
        css: ClassVar = {"all": ["css/admin.css"]}

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        return [(None, {"fields": []})]  # the template lays the table out

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        return DeckForm

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: LegendDeck, form: Any, change: bool) -> None:
        catalogue.save_deck(obj.slug, encode(form.deck).decode())
        obj.refresh_from_db()
