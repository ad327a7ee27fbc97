"""The chapters on the race as a whole: what it is, the road, the start, the finish, and who may know what."""

from django.utils.translation import gettext_lazy as _

from races.heat.rulebook import diagrams
from races.heat.rulebook.round import BOARD, ONLINE
from races.rulebook.book import Chapter, Paragraph

BEFORE = (
    Chapter(
        "race",
        _("The race in short"),
        _(
            "Drive round the track and be first over the line at the end of the last lap. Cards are your "
            "speed, and Heat is what you dare."
        ),
        (
            Paragraph(
                _(
                    "Each round you choose a gear and play as many cards: their sum is how far you drive. "
                    "Corners have limits. Whoever is faster pays Heat from the engine; whoever has none spins "
                    "out. Spent Heat comes back into your hand, where it is in the way, until you cool it down "
                    "in a low gear."
                )
            ),
            Paragraph(
                _(
                    "The car that is farthest comes first: by laps, then by space; in one space, the one in the "
                    "lane of the yellow line. On the grid the order is that of the grid. Legends have their "
                    "places in it."
                ),
                "SO.1 R3.3",
            ),
            Paragraph(_("That order is fixed when a round begins, and holds to its end, whoever overtakes."), "SO.2"),
            Paragraph(
                _(
                    "All drivers finish a phase before anybody begins the next. What is chosen together is "
                    "applied in order, whoever was quickest to click."
                ),
                "SO.3 SO.4",
                ONLINE,
            ),
            Paragraph(
                _(
                    "All plan gear and cards together. Then each car, leader first, does everything else in one "
                    "go, and only then the next one."
                ),
                "R3.1 R3.2",
                BOARD,
            ),
        ),
        (diagrams.ROUND,),
        defs=diagrams.defs,
    ),
    Chapter(
        "start",
        _("Before the start"),
        _("Everybody has the same deck and the same engine. Who stands where on the grid is drawn."),
        (
            Paragraph(
                _(
                    "A deck has three each of Speed 1 to 4, three starting cards or the upgrades that you "
                    "drafted, and as many Stress as the track says. The Heat that the track says lies in the "
                    "engine. You begin with seven cards in hand and in 1st gear."
                ),
                "SU.1 SU.2 R2.2",
            ),
            Paragraph(
                _(
                    "The grid is drawn, or the host sets it. It lies behind the start line and after the last "
                    "corner; the best spot is in the lane of the yellow line, in the foremost row. The first lap "
                    "begins when you cross the line."
                ),
                "SU.3 SU.4 R2.1 R1.5",
            ),
            Paragraph(_("One car can race, and as many as the grid holds; at least one of them has a driver."), "SU.5"),
            Paragraph(
                _(
                    "The mulligan: once, in round 1, you may pay 1 Heat, shuffle your hand into the deck and "
                    "draw seven new cards, for all to see. Take your gear back first if you have chosen one."
                ),
                "SU.6 SU.7 R13.6 X.17",
            ),
        ),
    ),
    Chapter(
        "road",
        _("The road"),
        _("Spaces, lanes, corners, and what is painted between them."),
        (
            Paragraph(_("Spaces count from the start line on, and each has two lanes."), "R1.1"),
            Paragraph(
                _(
                    "The yellow line shows the better lane: whoever stands there is ahead of a car beside. It "
                    "changes at corner lines, and holds to the next one."
                ),
                "R1.2",
            ),
            Paragraph(
                _(
                    "The stretch behind a corner line, up to the next, is called a sector. Weather and road "
                    "tokens go by it."
                ),
                "R1.3",
            ),
            Paragraph(
                _(
                    "Legend lines, chevrons, chicanes and the letters of the press lie where the printed boards "
                    "have them."
                ),
                "R1.4",
            ),
            Paragraph(_("Gravel is scenery."), "Q.13"),
        ),
    ),
)

AFTER = (
    Chapter(
        "finish",
        _("The finish"),
        _("When the first car has driven all laps, the race comes to its end."),
        (
            Paragraph(
                _(
                    "A car that has all its laps is over the line. It stays on the road until the round is done, "
                    "and its driver still reacts. It counts only once the corners have been checked: who spins "
                    "out back over the line is not home."
                ),
                "SF.1 SF.2",
            ),
            Paragraph(
                _(
                    "The round in which the first car comes home is the last for everybody; nobody discards or "
                    "draws any more."
                ),
                "SF.3",
                ONLINE,
            ),
            Paragraph(
                _(
                    "Ahead is who stands farther at the end of that round, not who crossed first: laps, then "
                    "space, then the lane of the yellow line."
                ),
                "SF.4",
                ONLINE,
            ),
            Paragraph(
                _(
                    "At the end of a round cars over the finish take their places, by distance and then by the "
                    "lane of the yellow line, and leave. Earlier rounds come before later ones. The others race "
                    "on until nobody is left, or Legends alone."
                ),
                "R13.1 R13.2",
                BOARD,
            ),
            Paragraph(_("A car over the line neither discards nor draws; everybody else does."), "R13.3", BOARD),
            Paragraph(
                _(
                    "You may give up in any round, when gears are chosen: hidden, and to be taken back, until "
                    "all have chosen. Your car leaves the road and the order before anything else happens."
                ),
                "S1.8..10",
                ONLINE,
            ),
            Paragraph(
                _("You may give up once a car is home, be it a Legend’s. Your car leaves before the round is driven."),
                "R13.4",
                BOARD,
            ),
            Paragraph(
                _(
                    "Who gave up is behind everybody else; of several, who held out longer is ahead, and of one "
                    "round, who was farther."
                ),
                "SF.5 R13.5 Q.12 X.18",
            ),
            Paragraph(_("Lap times are told in rounds. A lap that was taken back has none."), "SF.6"),
            Paragraph(
                _(
                    "A race that no driver is in ends with its round. So does one in which stand-ins alone have "
                    "answered for three rounds, and one that goes on for 60 rounds, or on a very long road for "
                    "one round every two spaces."
                ),
                "SR.4..6",
            ),
        ),
        (diagrams.FINISH,),
        defs=diagrams.defs,
    ),
    Chapter(
        "legends",
        _("Legends"),
        _("Cars without a hand: a card a round says how far they go, and at corners they brake and dash on."),
        (
            Paragraph(
                _(
                    "One card a round is turned for all Legends, when the first of them moves. Each reads the "
                    "row of its level, or of its helmet. Used cards are shuffled when none is left."
                ),
                "S3.7 L.9",
            ),
            Paragraph(
                _(
                    "A Legend moves once a round, at its place in the order, and does nothing else. It blocks, "
                    "gives slipstream, and takes up its places of order and adrenaline."
                ),
                "S3.8 L.10",
            ),
            Paragraph(
                _(
                    "Between corners it drives its number, if that stops short of the next corner line. Else it "
                    "brakes: to the place before the line that its card tells, looking back for a free lane, "
                    "never behind where it stood."
                ),
                "L.2 L.3 L.4 SM.6 SM.7 SM.9",
            ),
            Paragraph(
                _(
                    "From its legend line on, a Legend is at the corner: there it drives the limit and its slot "
                    "on top, over one line only, and pays nothing. It stops before a line that is one too many."
                ),
                "L.1 L.6 L.7 SM.10 X.3 X.4 Q.5 Q.6",
            ),
            Paragraph(
                _("Where Legends are aggressive, a chevron lets them cross two lines, a double one three."), "SR.3"
            ),
            Paragraph(
                _("If the finish of the last lap comes before the corner, it drives its number whatever it crosses."),
                "L.5 SM.8 X.5",
            ),
            Paragraph(_("A bonus of 1 to 6 adds to every number on the card, and to nothing else."), "L.8"),
        ),
        (diagrams.LEGEND,),
        defs=diagrams.defs,
    ),
)

LAST = (
    Chapter(
        "secrets",
        _("Who may know what"),
        _("What lies open, what only you see, and what nobody can know."),
        (
            Paragraph(
                _(
                    "Open to all: where cars are, laps and gears, cards that were turned over or flipped, "
                    "speeds, discard piles, the Heat in engines, how many cards are where; limits, payments, the "
                    "Legends’ card, who is asked and who has chosen, adrenaline, and upgrades."
                ),
                "SK.1..3",
            ),
            Paragraph(
                _(
                    "Yours alone: your hand and what you drew; your choice until it is shown, and what may come "
                    "of it; which cards your draw pile still holds, not in which order."
                ),
                "SK.4..6",
            ),
            Paragraph(_("Known to nobody: the seed, the order of any pile, the Legends’ cards to come."), "SK.7"),
            Paragraph(
                _(
                    "A question is left out only for reasons that everybody can see, and never because of what "
                    "is in a hand."
                ),
                "SK.8 SK.9",
            ),
            Paragraph(
                _("A choice can be taken back while its phase is open. Nothing is undone once something was shown."),
                "SK.10 SK.11",
            ),
        ),
    ),
    Chapter(
        "away",
        _("When somebody is away"),
        _("A clock that runs out, or a driver who has left, holds nobody up: a stand-in answers."),
        (
            Paragraph(
                _(
                    "It is said in the log that a stand-in answered, and why; what it chose stays as hidden as "
                    "any choice."
                ),
                "SI.1",
            ),
            Paragraph(
                _(
                    "It keeps the gear if the hand can serve it, else it takes the nearest that it can, and pays "
                    "only if no free one does. It plays any cards that may be played, at random, and the lowest "
                    "value of each."
                ),
                "SI.2 SI.3",
            ),
            Paragraph(
                _(
                    "It cools as much as it can for nothing, and takes nothing else that is optional: no boost, "
                    "no slipstream, no discard."
                ),
                "SI.4",
            ),
            Paragraph(_("It finishes what the driver had begun in this phase, and answers for nobody else."), "SI.5"),
        ),
    ),
    Chapter(
        "engine",
        _("For the curious: how this is kept"),
        _("What the engine promises beside the rules, and how we know."),
        (
            Paragraph(
                _(
                    "Chance has a stream for each seat: what one driver does changes nobody else’s cards. So a "
                    "race can be driven again from its record, card for card."
                ),
                "SO.5",
            ),
            Paragraph(
                _("A set-up or a deck of Legends is checked whole, and everything wrong with it is named at once."),
                "SU.8 L.11",
            ),
            Paragraph(
                _(
                    "The two rule sets are two choices of the same few fields. Races with any mixture of them "
                    "run to the flag."
                ),
                "M.1 M.2",
            ),
            Paragraph(
                _(
                    "Two races are told move by move in our tests: one with a cluttered hand, a full road, a "
                    "slipstream and a spin-out, and one in which a finish is taken back."
                ),
                "SW.1 SW.2",
            ),
        ),
    ),
)
