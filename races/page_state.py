"""What a page shows of a race, and what of it to send again: fragments with fixed ids, whole elements each.

The public ones are rendered once a revision and language, for all viewers. The cockpit is the viewer's own; while a
question is open, its form is not sent again.
"""

from collections.abc import Hashable
from time import perf_counter
from typing import Any

from django.conf import settings
from django.http.cookie import parse_cookie
from django.template.loader import render_to_string
from django.utils.translation import override, trans_real

from engine.kernel.refusals import Refusal
from races import meters
from races.pages import open_question, pages_of
from races.rulebook.book import address_of
from races.scenes import AnyScene
from races.shell import log
from races.shell.rows import NOTHING, Fragments, changed


def language_of(scope: dict[str, Any]) -> str:
    """The language of a socket, found as Django finds that of a page: the one that was chosen, or else what the browser
    prefers among those that there are."""
    headers = dict(scope["headers"])
    chosen = parse_cookie(headers.get(b"cookie", b"").decode("latin-1")).get(settings.LANGUAGE_COOKIE_NAME, "")
    if chosen in dict(settings.LANGUAGES):
        return chosen
    for code, _ in trans_real.parse_accept_lang_header(headers.get(b"accept-language", b"").decode("latin-1")[:200]):
        try:
            return trans_real.get_supported_language_variant(code)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE


def public(scene: AnyScene, language: str) -> Fragments:
    """Every public fragment by its id, rendered once for all viewers."""
    if language not in scene.made:
        began = perf_counter()
        with override(language):
            made = {name: make(scene) for name, make in pages_of(scene).fragments.items()}
        scene.made[language] = Fragments(made)
        meters.rendered("public", perf_counter() - began)
    return scene.made[language]


class PageState:
    """What one page has been sent, so that only what differs from it is sent next."""

    def __init__(self, seat: int | None, language: str) -> None:
        self.seat = seat
        self.language = language
        self.shown = NOTHING
        self.cockpit_key: object = None
        """That of the cockpit which the page shows, see `Pages.key`."""
        self.version = 0

    def first(self, scene: AnyScene, revision: int, version: int, question: str) -> str:
        """Everything, for a page that has just connected and says what it shows already: nothing if that is this
        revision, no log if that is this version, and no cockpit if its form answers the question that is open.

        A cockpit without a form is sent again where the revision does not tell whether the page shows the newest: while
        answers are given in secret, and where its driver has decided something early.
        """
        shown = scene.shown
        asked = open_question(scene, self.seat)
        private = scene.race.veil or self.seat in scene.race.held
        if question == asked and (question or (revision == shown.revision and not private)):
            self.cockpit_key = self._key(scene)
        lines = ""
        if revision == shown.revision:
            self.shown = public(shown, self.language)
        elif version != shown.version:
            with override(self.language):
                lines = log.whole(shown)
        self.version = shown.version
        return lines + self._changed(scene)

    def next(self, scene: AnyScene) -> str:
        """What has changed since the last time."""
        shown = scene.shown
        key = self.language, self.version
        if key not in shown.news:
            with override(self.language):
                shown.news[key] = log.news(shown, self.version)
        self.version = shown.version
        return shown.news[key] + self._changed(scene)

    def _changed(self, scene: AnyScene) -> str:
        html = self._changed_for_all(scene.shown)
        key = self._key(scene)
        if key != self.cockpit_key:
            self.cockpit_key = key
            html += self._rendered(scene)
        return html

    def _changed_for_all(self, shown: AnyScene) -> str:
        """What differs from the public fragments that this page shows: the same for all pages that show the same."""
        now, known = public(shown, self.language), self.shown
        if now is known:
            return ""
        way = self.language, known.number
        if way not in shown.changes:
            shown.changes[way] = "".join([changed(fragment, known.get(name)) for name, fragment in now.items()])
        self.shown = now
        return shown.changes[way]

    def leave(self) -> None:
        """Show no part of the viewer's own from now on: they have left their seat."""
        self.seat = self.cockpit_key = None

    def own(self, scene: AnyScene) -> str:
        """The viewer's own part alone, after a change of which no other viewer may hear."""
        self.cockpit_key = self._key(scene)
        return self._rendered(scene)

    def _rendered(self, scene: AnyScene) -> str:
        assert self.seat is not None, "only players have a part of their own"
        began = perf_counter()
        with override(self.language):
            html = pages_of(scene).render(scene, self.seat)
        meters.rendered("own", perf_counter() - began)
        return html

    def _key(self, scene: AnyScene) -> Hashable:
        return None if self.seat is None else pages_of(scene).key(scene, self.seat)


def acknowledgement(scene: AnyScene, command_id: str, refused: Refusal | None) -> str:
    """Tells a page that its command arrived, and if it was refused, why."""
    why = "" if refused is None else pages_of(scene).refusal(refused, scene)
    rule = "" if refused is None else address_of(scene.race.game, refused)
    context = {"id": command_id, "refused": refused, "why": why, "rule": rule}
    return render_to_string("races/acknowledgement.html", context)
