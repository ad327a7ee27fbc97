"""What a driver who waits can decide already: the screen of the question to come, and what stands decided."""

from collections.abc import Hashable, Mapping
from dataclasses import replace

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from engine.heat.choices import Choice
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.pick import Pick
from engine.heat.moves.slipstream import Slipstream
from engine.kernel.commands import Question
from engine.kernel.seats import Seat
from races import automatic
from races.heat import ahead
from races.heat.cockpit import labels
from races.heat.cockpit.cockpit import Cockpit
from races.heat.cockpit.draft import DraftScreen, Wish, until_my_pick
from races.heat.cockpit.screen import Button, CockpitScreen
from races.heat.garage import draft
from races.heat.scene import HeatScene


def question_of(scene: HeatScene, seat: int) -> Question | None:
    """The question to come that can be answered now, or has been: what stands decided can be taken back until its
    question comes, and an earlier one is asked when it comes. In a pause none can."""
    if scene.race.paused:
        return None
    decided = automatic.decided(scene.race, scene.table_game, seat)
    if decided is not None and ahead.is_to_come(scene.game, scene.state, decided):
        return decided
    return ahead.early(scene.game, scene.state, Seat(seat))


def key(scene: HeatScene, seat: int) -> Hashable:
    """Changes with what can be decided, and with what has been."""
    if (question := question_of(scene, seat)) is None:
        return None
    if question.phase not in ahead.PICKS and decided(scene, seat) is not None:
        return question, scene.race.held[seat]["answer"]
    state = ahead.imagined(scene.game, scene.state, Seat(seat))
    assert state is not None, "there is a question to come"
    return question, scene.game.legal(state, seat).others, wanted(scene, seat)


def decided(scene: HeatScene, seat: int) -> Choice | None:
    """What stands decided of the question to come, and can still be done: of several choices the first such."""
    return next((choice for choice in wanted(scene, seat) if not is_taken(scene, choice)), None)


def wanted(scene: HeatScene, seat: int) -> tuple[Choice, ...]:
    """All that stands decided of the question to come, in the order in which it is tried."""
    question = question_of(scene, seat)
    if question is None or automatic.decided(scene.race, scene.table_game, seat) != question:
        return ()
    choices = automatic.held_choices(scene.race, scene.table_game, seat)
    return tuple([choice for choice in choices if isinstance(choice, Choice)])


def is_taken(scene: HeatScene, choice: Choice) -> bool:
    """Whether another driver took the card that was decided on."""
    return isinstance(choice, Pick) and choice.card not in scene.state.market


def cockpit_of(
    scene: HeatScene, seat: int, sentences: Mapping[str, str | Promise], request: HttpRequest | None
) -> Cockpit:
    """The cockpit as if the question had come."""
    state = ahead.imagined(scene.game, scene.state, Seat(seat))
    assert state is not None, "there is a question to come"
    return Cockpit(scene.as_if(state), seat, sentences, request)


def told(screen: CockpitScreen, cockpit: Cockpit, phase: str) -> CockpitScreen:
    """The screen of a question, in words for one that is still to come. `cockpit` is that of the driver who waits."""
    state = _("You can decide now, in secret, or wait until you are asked.")
    if isinstance(screen, DraftScreen):
        return _wishing(screen, cockpit)
    if phase == ahead.SLIPSTREAM:
        return replace(screen, sentence=_("If you can slipstream when it is your turn:"), state=state)
    return replace(screen, sentence=_("While others drive: throw away what you do not want."), state=state)


def _wishing(screen: DraftScreen, cockpit: Cockpit) -> DraftScreen:
    """Before a pick: choose ahead, and further cards for the case that others take the first."""
    scene, seat = cockpit.scene, cockpit.seat
    cards = [choice for choice in wanted(scene, seat) if isinstance(choice, Pick)]
    left = [choice for choice in cards if not is_taken(scene, choice)]
    if not left:
        note = _("Choose ahead, in secret: it is yours if it is still there.")
        return replace(
            screen,
            sentence=_("What you wanted is taken.") if cards else until_my_pick(cockpit),
            state=note,
            go=Button(do="pick", label=_("Choose ahead")),
            go_with=_("Choose ahead: #"),
        )
    names = {choice.card for choice in left}
    free = tuple([card for card in screen.take if card.face not in names])
    return replace(
        screen,
        sentence=until_my_pick(cockpit),
        state=_("You get the first card of your list that is still there."),
        wishes=tuple([Wish(draft.owned(scene.game, [choice.card])[0], is_taken(scene, choice)) for choice in cards]),
        take=free,
        go=Button(do="pick", label=_("Add to my list")) if free else None,
        go_with=_("Add to my list: #"),
    )


def said(choice: Choice) -> str:
    """What has been decided openly; a choice that stays hidden has words of its own."""
    if isinstance(choice, Slipstream):
        return _("You will take the slipstream: %(spaces)s.") % {"spaces": labels.spaces(choice.distance)}
    assert isinstance(choice, Pass), "a slipstream is taken or not"
    return _("You will stay where you are.")
