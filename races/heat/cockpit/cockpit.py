"""What every screen of the cockpit is made from: one driver's view, what is offered, and what may come of it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypeVar

from django.http import HttpRequest
from django.middleware.csrf import get_token
from django.utils.functional import Promise, cached_property
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec.structs import replace

from engine.heat import Heat, State
from engine.heat.choices import Choice, Choices
from engine.heat.explain import explain
from engine.heat.forecast import Explanation, Forecast
from engine.heat.moves.pass_ import Pass
from engine.heat.moves.play import Play
from engine.heat.roads import Roads
from engine.heat.transaction import Transaction
from engine.heat.views import CarView, Mine
from engine.kernel.chance import Seed
from engine.kernel.commands import Question
from engine.kernel.refusals import Refusal
from races import automatic
from races.heat import refusals
from races.heat.circuit_art.letters import letters_of
from races.heat.cockpit import labels, places
from races.heat.cockpit.outlook import Outlook
from races.heat.parts import cards
from races.heat.scene import HeatScene
from races.models.races import StoredHeld

C = TypeVar("C", bound=Choice)
_ANY_CHANCE = Seed("00" * 16)


@lru_cache(maxsize=4096)
def _name(game: Heat, face: str, _language: str | None) -> str:
    """What a card is called: a hand shows the same few again and again."""
    return cards.label(face, game.cards)


@lru_cache(maxsize=4096)
def _short(game: Heat, face: str, _language: str | None) -> str:
    return labels.short(game.cards[face])


@lru_cache(maxsize=4096)
def _pile(game: Heat, faces: tuple[str, ...], language: str | None) -> tuple[tuple[str, str, int], ...]:
    """A discard pile to be read; it stays the same from one command to the next."""
    counted = Counter(faces)
    return tuple([(face, _name(game, face, language), counted[face]) for face in sorted(counted, key=_order)])


def _order(face: str) -> tuple[bool, str]:
    return not face.isdigit(), face


class Cockpit:
    """One driver's place in a race at one moment. Everything here is what that driver may know."""

    def __init__(
        self, scene: HeatScene, seat: int, sentences: Mapping[str, str | Promise], request: HttpRequest | None = None
    ) -> None:
        self.scene = scene
        self.game: Heat = scene.game
        self.seat = seat
        self.view = scene.view(seat)
        mine = self.view.mine
        assert mine is not None, "only drivers have a cockpit"
        self.mine: Mine = mine
        self.car: CarView = self.view.cars[seat]
        self.request = request
        self._sentences = sentences

    @property
    def question(self) -> Question | None:
        return self.mine.question

    @cached_property
    def offered(self) -> Choices:
        return self.game.legal(self.scene.state, self.seat)

    def of(self, kind: type[C]) -> list[C]:
        """The choices of a kind that are offered one by one."""
        return [choice for choice in self.offered.others if isinstance(choice, kind)]

    def has(self, kind: str) -> bool:
        """Whether an item of this kind lies open in React."""
        return any(item.kind == kind for item in self.car.items)

    def explain(self, choice: Choice) -> Explanation:
        return explain(self.game, self.game.tables, self.view, choice, lambda: self.offered)

    def refused(self, choice: Choice) -> Refusal | None:
        return self.explain(choice).refused

    def why_not(self, choice: Choice) -> str:
        """Why a choice is not offered, as a sentence; empty if it is."""
        refused = self.refused(choice)
        return self.sentence(refused) if refused else ""

    def sentence(self, refused: Refusal) -> str:
        """A refusal in the driver's language."""
        return refusals.sentence(refused, self._sentences, self.game.cards)

    def outlook(self, choice: Choice) -> Outlook | None:
        """What comes of a choice; None for a choice whose explanation counts no outcomes, such as cooling down."""
        explanation = self.explain(choice)
        return self.outlook_from(explanation) if explanation.outcomes else None

    def outlook_of_move(self, choice: Choice) -> Outlook:
        """What comes of a choice that moves the car."""
        return self.outlook_from(self.explain(choice))

    def outlook_from(self, explanation: Explanation) -> Outlook:
        return Outlook(explanation, self.car.engine, self.letters, self.game.course)

    @cached_property
    def as_it_stands(self) -> Outlook | None:
        """What comes of the turn if nothing more is done; None where the driver cannot go on, or has not moved."""
        if self.view.phase not in {"react", "slipstream"} or Pass() not in self.offered:
            return None
        return self.outlook(Pass())

    def outlook_after(self, choices: Sequence[Choice]) -> Outlook:
        """What comes of going on once these choices are made, which move nothing."""
        game = self.game
        transaction = Transaction(game, self._dealt)
        for choice in choices:
            game.tables.moves[type(choice)].do(transaction, self.mine.seat, choice)
        view = game.view(transaction.state, self.seat)
        assert view.mine is not None, "a driver's view has what is theirs"
        return self.outlook_from(game.tables.moves[Pass].explain(Forecast(game, view, view.mine), Pass()))

    @cached_property
    def _dealt(self) -> State:
        """A race that fits the view: what the driver cannot know is dealt anew."""
        return self.game.imagine(self.view, _ANY_CHANCE)

    def outlook_of_answer(self) -> Outlook | None:
        """What comes of the answer that stands: as if it had been taken back and were to be given again."""
        choice = self.mine.choice
        if choice is None:
            return None
        asked = replace(self.car, asked=True, chosen=False)
        cars = (*self.view.cars[: self.seat], asked, *self.view.cars[self.seat + 1 :])
        question = self.game.question(self.scene.state, self.seat)
        again = replace(self.view, cars=cars, mine=replace(self.mine, choice=None, question=question))
        explanation = explain(self.game, self.game.tables, again, choice, lambda: Choices((choice.in_card_order(),)))
        return self.outlook_from(explanation) if explanation.outcomes else None

    @property
    def letters(self) -> Mapping[int, str]:
        return letters_of(self.game)

    # What the driver has given ahead

    @cached_property
    def held(self) -> StoredHeld | None:
        return self.scene.race.held.get(self.seat)

    @cached_property
    def held_cards(self) -> tuple[str, ...]:
        """The cards of the driver's plan, until they are played."""
        choice = automatic.held_choice(self.scene.race, self.scene.table_game, self.seat)
        return choice.cards if isinstance(choice, Play) and not self.plan_is_dropped else ()

    @cached_property
    def held_gear(self) -> int:
        """The gear that these cards are for: a plan has as many cards as that; 0 without a plan."""
        return len(self.held_cards)

    @property
    def plan_is_dropped(self) -> bool:
        """Whether the cards of the plan could not be played any more when their question came."""
        return bool(self.held and self.held["dropped"])

    @cached_property
    def decided(self) -> Choice | None:
        """What the driver has decided early of the question that is asked now, if it can still be done."""
        held = self.held
        if held is None or held["after"] or held["dropped"] or held["question"] != str(self.question):
            return None
        choice = automatic.held_choice(self.scene.race, self.scene.table_game, self.seat)
        return choice if isinstance(choice, Choice) else None

    @property
    def decision_is_dropped(self) -> bool:
        """Whether what the driver decided early cannot be done any more, now that it is asked."""
        return bool(self.held and not self.held["after"] and self.held["dropped"])

    @property
    def goes_off(self) -> int:
        """The moment at which the open question is answered for the driver, in milliseconds; while no clock runs, the
        time until then below zero; 0 if it is not answered for them."""
        clock = self.scene.race.clocks.get(self.seat)
        asked = clock is not None and clock["question"] == str(self.question)
        return clock.get("auto") or 0 if clock is not None and asked else 0

    # What the templates show on every screen

    @property
    def playable(self) -> int:
        return self.game.playable(self.mine.hand)

    @cached_property
    def hand(self) -> list[str]:
        """Speed cards with those of the start among them, ascending, then upgrades, Stress, Heat."""
        order = {"speed": 0, "starting": 0, "upgrade": 2, "sponsor": 3, "stress": 4, "heat": 5}
        return sorted(self.mine.hand, key=lambda face: (order[self.game.cards[face].kind], self.worth(face), face))

    def worth(self, face: str) -> int:
        return self.game.cards[face].worth[0]

    def names(self, faces: Sequence[str]) -> str:
        """Some cards as they stand in a sum: "1 + 3 + Stress"."""
        return " + ".join(map(self.short, sorted(faces, key=self.hand_order)))

    def name(self, face: str) -> str:
        return _name(self.game, face, get_language())

    def named(self, faces: Sequence[str]) -> tuple[tuple[str, str], ...]:
        """Some cards as they lie, each with what it is called."""
        return tuple((face, self.name(face)) for face in faces)

    @property
    def hand_named(self) -> tuple[tuple[str, str], ...]:
        return self.named(self.hand)

    def short(self, face: str) -> str:
        return _short(self.game, face, get_language())

    def hand_order(self, face: str) -> tuple[bool, str]:
        return _order(face)

    @property
    def heat_in_all(self) -> int:
        """How much Heat the engine would hold if all of it were there."""
        return max(self.car.engine, self.car.stock.count("heat"))

    @property
    def discarded(self) -> tuple[tuple[str, str, int], ...]:
        """The discard pile to be read: each face, what it is called, and how often it lies there."""
        return _pile(self.game, self.car.discard, get_language())

    @property
    def top_of_discard(self) -> str:
        return self.car.discard[0] if self.car.discard else ""

    @cached_property
    def next_corner(self) -> tuple[str, int, int]:
        """The letter of the next corner, its limit on this road, and how far its line is."""
        course = self.game.course
        far = course.to_line[course.space(self.car.at)]
        line = self.car.at + far
        return self.letters[line % course.length], self.roads.limit(line), far

    @cached_property
    def due(self) -> str:
        """What the corners cost that are crossed already; empty if nothing."""
        outlook = self.as_it_stands
        return outlook.crossed_at() if outlook is not None else ""

    @cached_property
    def line(self) -> str:
        """What is to be paid for a corner that is crossed, else what lies next on the road: in a line that every screen
        has; empty for a car that does not race."""
        if self.car.status != "racing" or self.view.ended or not self.view.round:
            return ""
        if self.due:
            return self.due
        letter, limit, far = self.next_corner
        values = {"letter": letter, "limit": limit, "far": far, "left": self.left}
        if self.left <= 0:
            text = _("Over the line: corner %(letter)s, limit %(limit)s, %(far)s ahead, is free")
        elif far < self.left:
            text = _("Corner %(letter)s, limit %(limit)s, %(far)s ahead")
        else:
            text = _("Finish, %(left)s ahead")
        return text % values

    @property
    def left(self) -> int:
        """The spaces to the finish; none, or less, for a car that has crossed it."""
        return self.view.setup.laps * self.game.course.length - self.car.at

    @cached_property
    def sign(self) -> int | None:
        """The limit that the line names, for its sign; None where it tells of a price or of the finish."""
        _letter, limit, far = self.next_corner
        return None if self.due or 0 < self.left <= far else limit

    @property
    def holds(self) -> str:
        """What the engine holds, behind that line."""
        return _("engine %(held)s of %(all)s") % {"held": self.car.engine, "all": self.heat_in_all}

    @cached_property
    def spins_at(self) -> int | None:
        """The corner line at which the car spins out for certain: until that is paid no other corner comes next."""
        outlook = self.as_it_stands
        if outlook is None or not outlook.is_certain_spin_out or outlook.slowest_spin is None:
            return None
        return outlook.slowest_spin[1].line % self.game.course.length

    @cached_property
    def then(self) -> str:
        """The corner after one that is to be paid; empty where the line says it, or a spin-out turns the car back."""
        outlook = self.as_it_stands
        if outlook is None or not self.due or outlook.is_certain_spin_out:
            return ""
        letter, limit, far = self.next_corner
        if far >= self.left:
            return ""
        text = _("then corner %(letter)s, limit %(limit)s, %(far)s ahead")
        return text % {"letter": letter, "limit": limit, "far": far}

    @cached_property
    def places(self) -> list[str]:
        """Water, a tunnel or a chicane here or ahead, a sentence each."""
        return places.told(self.game, self.view, self.car)

    @cached_property
    def roads(self) -> Roads:
        return self.game.roads(self.view.weather, self.view.tokens)

    @property
    def token(self) -> str:
        """The token of a form on a page; fragments that come over the socket have no request, and need none."""
        return get_token(self.request) if self.request is not None else ""
