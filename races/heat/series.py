"""Championships as any table sees them: series of races."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import partial

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from races.heat.championships import keeping, running
from races.heat.daily import driving
from races.heat.daily.edition import not_open_yet
from races.heat.table_game import HeatAtTable
from races.models import Championship, Competitor, DailyTry, Race, Stop
from races.series import Check, Place, Series, Waiting


def _to_come() -> QuerySet[Stop]:
    return Stop.objects.filter(championship=OuterRef("pk"), race=None)


class Championships(Series):
    """See `races.series.Series`."""

    plural = "championships"

    def checks(self, codes: Sequence[str]) -> Iterator[Check]:
        rows = Championship.objects.filter(code__in=codes) if codes else Championship.objects.all()
        for row in rows.order_by("pk").iterator():
            yield Check(row.code, partial(keeping.check, row))

    def address(self, code: str) -> str:
        row = Championship.objects.only("code").filter(code=code).first()
        return row.get_absolute_url() if row else ""

    def waiting(self, visitor: str) -> Iterator[Waiting]:
        mine = Championship.objects.filter(competitors__visitor=visitor) if visitor else Championship.objects.none()
        begun = Stop.objects.filter(championship=OuterRef("pk"), race__isnull=False)
        waiting = mine.filter(~Exists(begun.filter(race__ended=None)), Exists(_to_come()))
        for row in waiting.defer("content", "setup").order_by("-started"):
            track = Stop.objects.select_related("track").defer("track__data", "track__art")
            stop = track.filter(championship=row, race=None).order_by("number")[0]
            words = {"code": row.code, "track": stop.track.name}
            sentence = _("Your championship %(code)s goes on: the next race is on the %(track)s circuit.") % words
            yield Waiting(row.get_absolute_url(), sentence, row.room, row.meeting)

    def places(self, visitor: str) -> Iterator[Place]:
        mine = Competitor.objects.exclude(visitor="").filter(visitor=visitor).order_by("-championship__started")
        for one in mine.select_related("championship").only("name", "car_number", "championship__code"):
            yield Place(one.championship.code, one.name, one.car_number)

    def expire(self, before: datetime) -> int:
        """One whose races have not all been driven counts as over when nothing has happened in it for so long."""
        stops = Stop.objects.filter(championship=OuterRef("pk"))
        alive = Q(race__ended=None) | Q(race__ended__gte=before)
        old = Championship.objects.filter(~Exists(stops.filter(alive, race__isnull=False)), started__lt=before)
        gone = list(old.values_list("pk", flat=True))
        Championship.objects.filter(pk__in=gone).delete()
        return len(gone)

    def unneeded(self, races: QuerySet[Race]) -> QuerySet[Race]:
        """Leave out races that a championship counts, and drives of a day or week that is not open yet: without one its
        driver could begin a second first try."""
        stops = Stop.objects.filter(race=OuterRef("pk"))
        drives = DailyTry.objects.filter(race=OuterRef("pk"), key__in=not_open_yet(timezone.now()))
        return races.filter(~Exists(stops), ~Exists(drives))

    def seal(self, race: Race) -> str:
        of = driving.edition_driven(race)
        if of is not None and not of.is_open(timezone.now()):
            return _("Others still drive with the same cards: this race opens half an hour after its day or week.")
        stop = running.stop_of(race)
        if stop is None or not running.goes_on(stop.championship):
            return ""
        return _("It shows sponsor cards that drivers still have, so it is kept closed until the championship is over.")

    def is_public(self, race: Race) -> bool:
        """Return whether a race is a drive of a day or week that is open by now."""
        of = driving.edition_driven(race)
        return race.ended is not None and of is not None and of.is_open(timezone.now())

    def people_only(self, race: Race) -> bool:
        return DailyTry.objects.filter(race=race).exists()

    def way_on(self, race: Race, television: bool = False) -> str:
        code = Stop.objects.filter(race=race).values_list("championship__code", flat=True).first()
        name = "championships:television" if television else "championships:championship"
        return reverse(name, args=[code]) if code else ""

    def forget(self, visitor: str) -> None:
        DailyTry.objects.filter(visitor=visitor).update(visitor="")
        for one in Competitor.objects.exclude(visitor="").filter(visitor=visitor):
            one.name = _("Driver %(number)s") % {"number": one.car_number}
            one.visitor, one.bot = "", HeatAtTable.stand_in
            one.save(update_fields=["name", "visitor", "bot"])


SERIES = Championships()
