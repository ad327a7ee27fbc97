"""The chapters on what can join a race: the garage, its symbols, weather and roads, the press, championships."""

from django.utils.translation import gettext_lazy as _

from races.heat.rulebook.round import BOARD, ONLINE
from races.rulebook.book import Chapter, Paragraph

CHAPTERS = (
    Chapter(
        "garage",
        _("The garage"),
        _(
            "Before the start everybody drafts three upgrades: cards that do more than count. They take "
            "the place of the starting three."
        ),
        (
            Paragraph(
                _(
                    "There are sixty upgrades, two copies of each: 17 basic, 31 advanced, and six more with each "
                    "of two expansions. A card counts its number and flips for each plus; of several numbers its "
                    "driver chooses one after the flips. Two copies of a card work each for itself."
                ),
                "G.1..3",
            ),
            Paragraph(
                _(
                    "An upgrade that is Heat is Heat in every way, and starts in the deck. A flip stops at basic "
                    "Speed cards alone, never at an upgrade."
                ),
                "G.4",
            ),
            Paragraph(
                _(
                    "Three rounds: from the last of the grid to the first, back again, and once more. Each time "
                    "a new market is laid, three cards larger than the number of drivers; what nobody takes "
                    "leaves."
                ),
                "GD.1",
            ),
            Paragraph(
                _(
                    "Snake: two rounds there and back from larger markets, four cards for each; then everybody "
                    "gives one up, at once and in secret."
                ),
                "GD.2",
            ),
            Paragraph(
                _(
                    "Random: three for each, and nobody is asked. One each: from the back of the grid, and then "
                    "who took first may swap a card that they own for one that is left."
                ),
                "GD.3 GD.4",
            ),
            Paragraph(
                _(
                    "Only drivers with a deck draft. The pile has the cards of the tiers and expansions in use "
                    "that nobody owns; if it runs out, what has left is shuffled in, and if that is not enough, "
                    "who comes last goes without."
                ),
                "GD.5..7",
            ),
            Paragraph(
                _(
                    "A stand-in takes the first card, keeps the first, swaps nothing; who leaves holds nobody "
                    "up. Weather and roads are drawn after the draft; in a single race under the Board rules "
                    "before it."
                ),
                "GD.8 GD.9",
            ),
            Paragraph(
                _("Everybody sees markets, picks and upgrades, nobody the pile. The draft is round 0 of the race."),
                "GD.10 GD.11",
            ),
        ),
        phases=("draft", "snake_draft", "random_draft", "give_up", "swap"),
    ),
    Chapter(
        "symbols",
        _("Symbols on cards"),
        _("What is printed beside a number is used when you react, in the order you like, unless it must be."),
        (
            Paragraph(
                _("Heat and scrap must be used before you go on; everything else may be left, and is gone then."),
                "GR.1",
            ),
            Paragraph(
                _(
                    "Heat: pay it whole, from the engine, card by card in any order. Until a card’s Heat is "
                    "paid, of that card only cooldown, super cool and draft can be used; what is on no card can."
                ),
                "GR.2 GR.8",
            ),
            Paragraph(
                _(
                    "Scrap: so many cards off the top of your draw pile are thrown away, exactly. If the pile "
                    "runs out, the discard pile is shuffled in mid-count."
                ),
                "GR.3",
            ),
            Paragraph(
                _(
                    "Stress away: up to so many Stress go from your hand to the discard pile, in one use for all "
                    "such cards; never in a tunnel."
                ),
                "GR.4",
            ),
            Paragraph(
                _("Salvage: up to so many cards that you choose of your discard pile are shuffled into the draw pile."),
                "GR.5",
            ),
            Paragraph(
                _(
                    "Super cool: Heat goes from your discard pile to the engine, that of this turn too, and even "
                    "where cooldown is barred."
                ),
                "GR.6",
            ),
            Paragraph(
                _(
                    "Several sources of one thing are one pool. Gear, adrenaline and weather are spent before "
                    "cards, of cards as few as it takes, and a source that is used in part is spent."
                ),
                "GR.7",
            ),
            Paragraph(
                _(
                    "Direct play: the card comes from your hand into play on top of those of your gear: it "
                    "counts, moves the car, and all its symbols work. Its Heat is settled at once, by the engine "
                    "or by the card’s own cooldown, else it stays owed; without any Heat in engine and hand it "
                    "cannot be played. Who owns such a card is always asked, so that the question tells nothing."
                ),
                "GR.9..11",
            ),
            Paragraph(
                _(
                    "Limits: the changes of all your cards in play add up, for every corner of the turn. A limit "
                    "may fall below 0."
                ),
                "GR.12",
            ),
            Paragraph(
                _(
                    "Accelerate: as much speed as you have flipped cards so far this turn, once a card, all or "
                    "nothing. A boost counts for what comes after it."
                ),
                "GR.13",
            ),
            Paragraph(
                _(
                    "Draft: you close up to the nearest car ahead, if the number reaches over the empty spaces. "
                    "It is no speed, and asks for no gear, weather or lap."
                ),
                "GR.14",
            ),
            Paragraph(
                _(
                    "Refresh: when you discard, such a card may go on top of your draw pile instead, in a tunnel "
                    "too, but not once you are home. Which, is hidden until all have chosen; then everybody "
                    "knows that card until it is drawn, flipped, scrapped or shuffled."
                ),
                "GR.15 GR.16",
            ),
            Paragraph(
                _(
                    "If the cards in play demand more Heat than your engine has, you may go on looking for Heat, "
                    "or give up: then as many of them are kept as can be paid for, cheapest first, and of one "
                    "face those that count most."
                ),
                "GH.1 GR.17",
            ),
            Paragraph(
                _(
                    "What is kept is paid. Each other card is thrown away with all its symbols, and a flip takes "
                    "its place. The car goes back to where the turn began, to its old lane if that is free, and "
                    "moves again by what is in play now; corners are counted from there."
                ),
                "GH.2..4",
            ),
            Paragraph(
                _(
                    "Adrenaline, boost and cards played directly keep their speed, cooldown stays done; "
                    "accelerate and draft are lost. You go on reacting with what you have not used."
                ),
                "GH.5 GH.6",
            ),
            Paragraph(
                _(
                    "A stand-in does what must be done in the order of the cards, then cools all it can, sooner "
                    "if Heat is short."
                ),
                "GH.7",
            ),
        ),
    ),
    Chapter(
        "weather",
        _("Weather"),
        _("One kind of weather for the race, drawn before the start. It changes decks, and it changes the road."),
        (
            Paragraph(
                _(
                    "Weather and road tokens join only if the host switches them on. There are six kinds of "
                    "weather; everybody knows which one it is."
                ),
                "W.1 W.5",
            ),
            Paragraph(
                _(
                    "Clouds: a Stress less in your deck. Fog: a Heat more in the engine. Storm: a Stress more. "
                    "Snow: a Heat less. Rain: three of your Heat start in the deck. Sun: three start in the "
                    "discard pile. Weather and event add up, and never go below nothing."
                ),
                "W.2 W.3",
            ),
            Paragraph(
                _(
                    "Weather is drawn after the draft; under the Board rules before it in a single race, and "
                    "after it in a championship."
                ),
                "W.4",
            ),
            Paragraph(
                _(
                    "Clouds bar cooldown; super cool still works. Fog bars a slipstream that starts in it; storm "
                    "and sun make it up to two spaces longer. Snow and rain give one cooldown, spent after that "
                    "of gear and adrenaline and before that of cards."
                ),
                "W.6..8",
            ),
            Paragraph(
                _(
                    "All this holds on the whole track, as if it were one sector: the cooldown is there once a "
                    "round, and weather vanes add nothing."
                ),
                "W.9",
                ONLINE,
            ),
            Paragraph(
                _("It holds only in sectors where a weather vane lies, and its cooldown is there once in each."),
                "W.10",
                BOARD,
            ),
        ),
    ),
    Chapter(
        "tokens",
        _("Road tokens"),
        _("A token at each corner, drawn before the start, moves its limit or changes the road behind it."),
        (
            Paragraph(
                _(
                    "Twelve tokens, two of each kind, are shuffled, and one is laid at each corner; a chicane is "
                    "one corner."
                ),
                "W.11",
            ),
            Paragraph(
                _(
                    "Swept and dusty corners: the limit is one higher or one lower, for drivers, Legends and "
                    "forecasts. What your cards change comes on top."
                ),
                "W.12",
            ),
            Paragraph(_("Hot asphalt: whoever owes Heat for speed there owes one more."), "W.13"),
            Paragraph(
                _(
                    "Free run: behind this corner the boost costs nothing, even with an empty engine. It is "
                    "still one a turn, for whoever may boost, and goes by where the car stands at that moment."
                ),
                "W.14",
            ),
            Paragraph(
                _(
                    "Tailwind: a slipstream that starts behind this corner may go one space farther; with "
                    "weather and cards, each in full or not at all."
                ),
                "W.15",
            ),
            Paragraph(
                _(
                    "On a chicane, what changes the corner acts on both lines; what changes the road begins "
                    "behind the second, and between the lines there is nothing."
                ),
                "W.16",
            ),
            Paragraph(_("Coming into such a stretch, or out of it, while you react counts at once."), "W.17"),
        ),
    ),
    Chapter(
        "press",
        _("Press, sponsors and events"),
        _(
            "In a championship reporters wait at corners, and events change a race. Whoever shows off "
            "there earns sponsor cards."
        ),
        (
            Paragraph(_("Each of the eighteen events changes what its card says, and nothing else."), "E.1"),
            Paragraph(
                _(
                    "The press waits at every corner that the track has letters for; under the Board rules at "
                    "those alone that the event names."
                ),
                "E.2",
            ),
            Paragraph(_("A chicane is one such corner, at its second line; corners without a letter are none."), "E.3"),
            Paragraph(
                _(
                    "Crossing a press corner two over its limit or faster earns a sponsor card. Tokens change "
                    "that limit, your cards do not. In the slipstream any speed will do. A line pays once a "
                    "turn, either way."
                ),
                "E.4 E.5",
            ),
            Paragraph(
                _(
                    "A turn with a spin-out earns nothing, nor does a line beyond the last finish, nor a race "
                    "outside a championship."
                ),
                "E.6",
            ),
            Paragraph(
                _("The cards come into your hand once the corners have been checked, and count as cards in hand."),
                "E.7",
            ),
            Paragraph(
                _(
                    "Smile: press corners pay below the limit alone. Round the world: two cards each time. "
                    "Grandstand: the first three cars to complete lap 1 earn a card, Legends taking up places. "
                    "Record: a card from speed 15 on. On air: a card for overtaking three cars that stand "
                    "strictly between where your turn began and where it ended."
                ),
                "E.8..12",
            ),
            Paragraph(
                _(
                    "The money walks out: whoever spins out is out of the race, and scores nothing. Gale: a "
                    "slipstream needs 3rd or 4th gear. Where Heat or Stress may be thrown away, a tunnel still "
                    "forbids it; where one card may go, any one may."
                ),
                "E.13..15",
            ),
            Paragraph(
                _(
                    "Under the lid: each lap completed costs a Heat, off the engine, else the hand, the discard "
                    "pile, the draw pile. Other hand sizes: the hand is filled to what the event says, and what "
                    "is above it stays. Drivers down tools: a lap less, and no race where there is but one."
                ),
                "E.16..18",
            ),
            Paragraph(
                _(
                    "There are seven copies of each sponsor. The event deals some before the start, from pole "
                    "backwards, and they count for the hand; when the pile runs out, what was played is shuffled "
                    "again."
                ),
                "E.19 E.20",
            ),
            Paragraph(
                _(
                    "A sponsor card that was played is gone, whatever happens afterwards. Thrown away or turned "
                    "by a flip it stays in your deck, and what you did not play is in it in the next race."
                ),
                "E.21 E.22",
            ),
            Paragraph(
                _(
                    "Everybody knows how many sponsor cards you have and how many in hand; which, you alone. "
                    "Nobody knows the order of the piles."
                ),
                "E.23 E.24",
            ),
            Paragraph(_("A set-up with an event or a sponsor that there is not is refused."), "E.25"),
        ),
    ),
    Chapter(
        "championship",
        _("Championships"),
        _("Several races for points. The table decides who starts where, and cards are carried along."),
        (
            Paragraph(
                _(
                    "A season is a list of races, each on a track and under an event: one of the years 1961 to "
                    "1965, drawn at random, or a list of your own. In a random one no track and no event comes "
                    "twice. In your own, tracks may."
                ),
                "CH.1..3",
            ),
            Paragraph(
                _("The event may change the laps of its race. What is drawn is known when its race comes up."),
                "CH.4 CH.26",
            ),
            Paragraph(
                _("Events are there if the host wants them; under the Board rules, unless the host does not."), "CH.5"
            ),
            Paragraph(
                _(
                    "Points are two for each car that is not ahead of you, yourself included: of six cars 12, "
                    "10, 8, 6, 4, 2."
                ),
                "CH.6",
                ONLINE,
            ),
            Paragraph(_("Points are 9, 6, 4, 3, 2 and 1, and nothing for the others."), "CH.7", BOARD),
            Paragraph(
                _(
                    "Legends score like anybody. Who gave up or was thrown out of a race scores nothing in it. "
                    "Some events give points more, which the table tells apart; a race that is ended early "
                    "scores as it stands."
                ),
                "CH.8..11",
            ),
            Paragraph(_("The first grid is drawn."), "CH.12"),
            Paragraph(
                _(
                    "After that the grid is the table turned round, the leader last; of two with equal points, "
                    "the one who did worse in the last race stands further forward."
                ),
                "CH.13",
                ONLINE,
            ),
            Paragraph(
                _("After that the grid is the table; equal points go by the place in the last race."), "CH.14", BOARD
            ),
            Paragraph(
                _(
                    "Champion is who has most points after the last race; of two with equal points, the better "
                    "one in it."
                ),
                "CH.15",
            ),
            Paragraph(_("With the garage, a full draft before each race replaces your upgrades."), "CH.16", ONLINE),
            Paragraph(
                _(
                    "With the garage, one upgrade is drafted before each race and kept, from the bottom of the "
                    "table up; who picked first may then swap one."
                ),
                "CH.17",
                BOARD,
            ),
            Paragraph(
                _(
                    "Without the garage everybody has the starting three. Each race’s pile has all upgrades that "
                    "nobody owns; your own start in your deck again, even a Heat that was left in the engine."
                ),
                "CH.18..20",
            ),
            Paragraph(
                _(
                    "Sponsor cards that you did not play come along, those you played are gone. Weather and "
                    "tokens are drawn anew for each race."
                ),
                "CH.21..23",
            ),
            Paragraph(
                _(
                    "Who leaves the championship does not start again; the points stand, for the title too. "
                    "Nobody knows the seed, and of sponsor cards that others keep only their number."
                ),
                "CH.24 CH.25",
            ),
        ),
    ),
)
