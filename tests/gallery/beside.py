"""What lies beside races: refusals and other pages on which a visitor gets no further, devices, messages and mails, the
race of the day, records that were opened, seats for friends, the books of rules, the sheets and menus of a page."""

from collections.abc import Callable
from datetime import timedelta
from html import escape

from django.conf import settings
from django.template.loader import render_to_string
from django.test import override_settings
from django.urls import reverse
from django.utils import timezone, translation

from engine.heat.bots import BOTS
from engine.kernel.chance import derive
from engine.kernel.commands import command_for
from lobby import devices, games
from lobby.calls import addresses, words
from lobby.calls.due import Due
from lobby.calls.models import MailAddress
from lobby.models import Visitor
from races import drive_on, live, models, openings, scenes
from races.heat import catalogue
from races.heat.daily import driving
from races.heat.daily.edition import now_on, of_day
from races.views.after import exported
from tests.gallery import operators, positions, seasons
from tests.gallery.studio import Sitter
from tests.races.factories import SEED, deck_version, heat_scene
from tests.races.opening import open_record, read_what_waits

Show = Callable[[Sitter], str]

SIGNS = ("400", "403", "403_csrf", "405", "429", "500", "503")
"""Pages that say why nothing is shown, by template."""


def sign(name: str) -> Show:
    def show(sitter: Sitter) -> str:
        sitter.extra[f"/sign/{name}/"] = lambda: render_to_string(f"{name}.html")
        return f"/sign/{name}/"

    return show


def known(visitor: str = positions.ME, name: str = "Ada") -> Visitor:
    return Visitor.objects.get_or_create(pk=visitor, defaults={"name": name})[0]


# Devices and messages


def another_device(sitter: Sitter) -> str:
    """Who has made links before, and uses a second device."""
    known()
    devices.use(devices.make_link(positions.ME, agent="Firefox/1 Linux"), agent="Safari/1 iPhone")
    devices.make_link(positions.ME)
    return reverse("lobby:device")


def make_link(sitter: Sitter) -> None:
    with sitter.page.expect_navigation():
        sitter.page.click("main form .btn.go")
    sitter.settle()


def moving(sitter: Sitter) -> str:
    known("ada", "Maximiliane")
    known()
    return reverse("lobby:move", args=[devices.make_link("ada")])


def mail_address() -> MailAddress:
    """An address that nobody has confirmed yet."""
    known()
    origin = addresses.Origin("https://heat.example/", translation.get_language() or settings.LANGUAGE_CODE)
    with override_settings(MAIL=True):
        return addresses.set_mail(positions.ME, "ada@heat.example", origin)


def messages_by_mail(sitter: Sitter) -> str:
    """The page of messages on a site that sends mail."""
    mail_address()
    sitter.settings = {"MAIL": True}
    return reverse("lobby:calls")


def confirm_mail(sitter: Sitter) -> str:
    return reverse("lobby:confirm_mail", args=[addresses.confirm_token(mail_address())])


def stop_calls(sitter: Sitter) -> str:
    return reverse("lobby:stop_calls", args=[addresses.stop_token(mail_address())])


def mails(sitter: Sitter) -> str:
    """All mails that the site sends, below each other."""
    address = mail_address()
    turn = Due("turn", positions.ME, "HEATHEAT", lambda: "USA")
    asked = Due("room", positions.ME, "HOTLAP", lambda: "USA", name="Maximiliane")
    letters = [words.question(address), words.mailed(turn, address), words.mailed(asked, address)]
    body = "".join(f"<h2>{escape(one.subject)}</h2><pre>{escape(one.text)}</pre>" for one in letters)
    style = "pre { white-space: pre-wrap; overflow-wrap: anywhere }"
    sitter.extra["/mails/"] = lambda: f"<!doctype html><style>{style}</style><main>{body}</main>"
    return "/mails/"


# The race of the day


def _driven(visitor: str, name: str, bot: str) -> models.Race:
    """A first try, driven to the flag."""
    deck_version()
    race = driving.begin(visitor, name, now_on(timezone.now())[0])
    scene = heat_scene(race)
    while waiting := scene.game.awaiting(scene.state):
        question = waiting[0]
        view, choices = scene.game.view(scene.state, question.seat), scene.game.legal(scene.state, question.seat)
        choice = BOTS[bot](scene.game).choose(view, choices, derive(SEED, f"gallery {question}"))
        live.submit(race.pk, command_for(question, choice))
        scene = heat_scene(race, scenes.known(race.pk, 0))
    return models.Race.objects.get(pk=race.pk)


def _day(sitter: Sitter) -> list[models.Race]:
    models.DailyTry.objects.all().delete()
    with seasons.unheard():
        return [
            _driven(visitor, name, bot)
            for visitor, name, bot in (
                (positions.ME, "Ada", "racer"),
                ("bo", "Maximiliane", "cautious"),
                ("cy", "Tomás", "champion"),
            )
        ]


def day_driven(page: str = "/day/") -> Show:
    """The day of a visitor who has driven it; without a page, the result."""

    def show(sitter: Sitter) -> str:
        mine = _day(sitter)[0]
        return page or reverse("races:results", args=[mine.code])

    return show


def day_over(sitter: Sitter) -> str:
    races = _day(sitter)
    of = of_day((timezone.now() - timedelta(days=2)).date())
    models.DailyTry.objects.filter(race__in=races).update(key=of.key)
    models.Race.objects.filter(pk__in=[race.pk for race in races]).update(ended=of.begins)
    return f"/day/{of.key}/"


# Looking back


def finished(sitter: Sitter) -> str:
    for track in ("usa", "gb"):
        race = positions.ended(track=track)
        models.Race.objects.filter(pk=race.pk).update(listed=True, watching=models.Race.Watching.ANYBODY)
    return "/finished/"


def opened_record(sitter: Sitter) -> str:
    race = positions.ended()
    data = exported(race, tuple(race.seats.order_by("number")))
    return reverse("races:replay", args=[open_record(data, positions.ME).code])


def record_waits(sitter: Sitter) -> str:
    """A file behind another one, at which nobody has looked yet."""
    models.Opening.objects.all().delete()
    openings.ask(b"what", "bo")
    return reverse("lobby:opening", args=[openings.ask(b"what", positions.ME).key])


def record_refused(sitter: Sitter) -> str:
    address = record_waits(sitter)
    read_what_waits()
    return address


def seats_for_friends(sitter: Sitter) -> str:
    """A race that was driven on with friends, before they have come."""
    race = positions.ended()
    with seasons.unheard():
        at = drive_on.found(scenes.scene_of(race.pk), 40, list(range(6)), 0)
        row = drive_on.drive_on(at, 0, positions.ME, "Ada", games.offer("heat").nameless(), True)
    return reverse("lobby:seats", args=[row.code])


def meeting(sitter: Sitter) -> str:
    """Where the host says when the next race of a championship begins."""
    with seasons.unheard():
        row = seasons.after(1)
    return f"/lobby/{row.room}/meeting/"


# The pages of admins


def log_in(sitter: Sitter) -> str:
    return "/admin/login/"


def deck(sitter: Sitter) -> str:
    operators.log_in(sitter)
    deck_version("level")
    return f"/admin/races/legenddeck/{models.LegendDeck.objects.latest('pk').pk}/change/"


def admin(sitter: Sitter) -> str:
    operators.log_in(sitter)
    catalogue.restore(["boxes"])
    return "/admin/"


# Sheets and menus

MENU = "() => { document.querySelector('.bar details.menu:not(.quick)').open = true; }"
SETTINGS = """() => {
  document.querySelector('.bar details.menu:not(.quick)').open = true;
  document.querySelector('.bar details.settings').open = true;
}"""
SIGNALS = "() => { document.querySelector('.bar details.quick').open = true; }"
KEYS = "() => document.querySelector('[data-keys]').click()"
RULES = "() => document.querySelector('#rules').showPopover()"
