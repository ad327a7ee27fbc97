"""Rows without an owner are deleted, on SQLite and on PostgreSQL, ten thousand of them, too; rows in use stay."""

import json
from collections.abc import Callable

import pytest

from tests.locks.conftest import Site
from tests.players.by_form import Visitor
from tests.waiting import wait_until

DATABASES = pytest.mark.parametrize("postgres", [False, True], ids=["SQLite", "PostgreSQL"])

TABLES = ("Race", "Content", "Position", "Review", "Entry", "Seat")
COUNT = f"""
import json
from races import models
print(json.dumps({{name: getattr(models, name).objects.count() for name in {TABLES}}}))
"""

AGE = """
from datetime import timedelta
from django.apps import apps
from django.db.models import DateTimeField, F

for model in apps.get_app_config("races").get_models():
    names = [field.name for field in model._meta.fields if isinstance(field, DateTimeField)]
    if names:
        model.objects.update(**{name: F(name) - timedelta(days=100) for name in names})
"""
"""Everything that is stored of races was stored a hundred days earlier."""

FILL = """
from datetime import timedelta
from django.utils import timezone
from races.models import Content, Entry, Position, Race, Review, Seat

MANY = 10_000
old = timezone.now() - timedelta(days=100)

def races(letter, contents, **more):
    return Race.objects.bulk_create(
        Race(code=f"{letter}{number}", content_id=content, setup="{}", seed="", state="{}", ended=old, **more)
        for number, content in enumerate(contents)
    )

nobodys = [f"nobody's {number}" for number in range(MANY)]
named = [f"named {number}" for number in range(20)]
Content.objects.bulk_create(Content(digest=digest, data="{}", named=old) for digest in [*nobodys, *named])
used = races("U", [named[number % len(named)] for number in range(MANY)])
records = races("R", nobodys, opened=True)
practice = races("P", nobodys)
Position.objects.bulk_create(
    [
        *(Position(race=race, state="{}", origin=origin, step=3, seat=0) for race, origin in zip(practice, records)),
        *(Position(race=race, state="{}", origin=used[0], step=3, seat=0) for race in used[1:101]),
    ]
)
for some in (records, practice):
    Seat.objects.bulk_create(Seat(race=race, number=0, kind="bot", name="Bot", car_number=1) for race in some)
    Entry.objects.bulk_create(Entry(race=race, seq=0, command_id="start", events="[]", accepted=old) for race in some)
Review.objects.bulk_create(Review(race=race, seat=0, data="{}") for race in used)
Review.objects.update(asked=old)
Review.objects.bulk_create(Review(race=race, seat=1, data="{}") for race in used[:100])
"""
"""Ten thousand contents that nobody names, opened records, races that went on from these, and reviews; beside them ten
thousand races that stay, with what they are driven on, a hundred that went on from one of them, and new reviews."""


BESIDE = """
from datetime import timedelta
from threading import Event, Thread
from django.db import connection, transaction
from django.utils import timezone
from operating import retention
from races import contents
from races.models import Content, Race

def begin(named, go_on):
    with transaction.atomic():
        contents.store("wanted", "heat", "{}")
        named.set()
        go_on.wait(60)
        Race.objects.create(code="W", content_id="wanted", setup="{}", seed="", state="{}")
    connection.close()

def beside(work, *about):
    thread = Thread(target=work, args=about)
    thread.start()
    return thread

old = timezone.now() - timedelta(days=100)
Content.objects.bulk_create(Content(digest=digest, data="{}", named=old) for digest in ("wanted", "free"))

named, go_on = Event(), Event()
starting = beside(begin, named, go_on)
named.wait(60)
print("deleted beside a start:", retention.tidy().contents)
go_on.set()
starting.join(60)

Race.objects.filter(code="W").delete()
Content.objects.update(named=old)
with transaction.atomic():
    deleted = retention.tidy().contents
    named, go_on = Event(), Event()
    go_on.set()
    starting = beside(begin, named, go_on)
    print("waits for what is being deleted:", not named.wait(1))
starting.join(60)
print("deleted before a start:", deleted)
print("races:", *Race.objects.filter(code="W").values_list("content", "content__data"))
"""
"""A race is started on a content while retention deletes contents: first it names the content, then retention does its
work; and the other way round."""


def count(site: Site) -> dict[str, int]:
    found: dict[str, int] = json.loads(site.run(COUNT))
    return found


def over(site: Site, visitor: Visitor) -> str:
    """The code of a race alone that its driver has ended."""
    code = visitor.post("/alone/", {"name": "Ada"}).code
    visitor.post(f"/races/{code}/host/end/", {"sure": "yes"})
    return code


def opened(visitor: Visitor, record: bytes) -> str:
    """The code of the race that comes of a file."""
    waits = visitor.upload("/records/", {"record": record}).location
    wait_until(lambda: visitor.get(waits).status == 302, "the file is read")
    return visitor.get(waits).code


def test_m4_nothing_of_an_opened_record_stays(start_site: Callable[..., Site]) -> None:
    site = start_site()
    ada = site.visitor()
    record = ada.get(f"/races/{over(site, ada)}/record.json").body
    site.run("from races.models import Content, Race; Race.objects.all().delete(); Content.objects.all().delete()")
    empty = count(site)
    assert not any(empty.values())
    code = opened(ada, record)
    practice = ada.post(f"/again/{code}/from/0/", {"seat": 0}).code
    assert ada.post(f"/races/{practice}/host/end/", {"sure": "yes"}).status == 302
    assert ada.post(f"/races/{practice}/review/").status == 302
    assert count(site)["Race"] == 2
    assert all(count(site).values())
    site.run(AGE)
    site.manage("clean_rooms")
    site.manage("tidy_up")
    assert count(site) == empty


def test_m4_what_a_race_is_driven_on_stays(start_site: Callable[..., Site]) -> None:
    site = start_site()
    ada = site.visitor()
    code = over(site, ada)
    goes_on = ada.post("/alone/", {"name": "Ada"}).code
    assert ada.post(f"/races/{code}/review/").status == 302
    before = count(site)
    site.run(AGE + 'from races.models import Race; Race.objects.filter(ended=None).update(touched="2100-01-01T00:00Z")')
    told = site.manage("tidy_up")
    assert "1 reviews deleted, 0 contents" in told
    after = count(site)
    assert after["Entry"] >= before["Entry"], "bots drive on"
    assert after == {**before, "Review": 0, "Entry": after["Entry"]}
    assert ada.get(f"/races/{code}/replay/").status == 200
    assert ada.get(f"/races/{goes_on}/").status == 200


@DATABASES
def test_m4_ten_thousand_of_each_are_deleted(start_site: Callable[..., Site], postgres: bool) -> None:
    site = start_site(postgres=postgres)
    site.manage("tidy_up")
    before = count(site)
    site.run(FILL)
    told = site.manage("tidy_up")
    for words in (
        "10000 opened records deleted",
        "10000 races deleted that went on from one that is gone",
        "10000 reviews deleted",
        "10000 contents deleted that no race names",
    ):
        assert words in told
    stays = {"Race": 10_000, "Content": 20, "Position": 100, "Review": 100, "Entry": 0, "Seat": 0}
    assert count(site) == {name: before[name] + stays[name] for name in TABLES}
    assert site.visitor().get("/").status == 200


def test_m4_a_race_that_is_being_started_keeps_its_content(start_site: Callable[..., Site]) -> None:
    """On PostgreSQL two transactions go on at the same time; on SQLite one waits for the other."""
    site = start_site(postgres=True)
    site.manage("tidy_up")
    told = site.run(BESIDE)
    assert "deleted beside a start: 1" in told, "the content that is being named is left alone, the other one goes"
    assert "waits for what is being deleted: True" in told
    assert "deleted before a start: 1" in told
    assert "races: ('wanted', '{}')" in told
