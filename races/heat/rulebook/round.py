"""The chapters on a round: its nine phases, in their order."""

from django.utils.translation import gettext_lazy as _

from races.heat.rulebook import diagrams
from races.rulebook.book import Chapter, Paragraph

ONLINE, BOARD = "standard", "rulebook"

CHAPTERS = (
    Chapter(
        "shift",
        _("Phase 1: shift"),
        _(
            "Everybody chooses a gear, all at once and hidden. The gear says how many cards you play: "
            "one in 1st, four in 4th."
        ),
        (
            Paragraph(
                _(
                    "Staying in gear, or going up or down by one, is free. Two gears at once cost 1 Heat from "
                    "your engine; three are impossible. With an empty engine you shift by one."
                ),
                "S1.2 S1.3 R4.1",
            ),
            Paragraph(
                _(
                    "Your choice stays hidden and can be taken back until everybody has chosen; only then is it "
                    "paid for and applied."
                ),
                "S1.1",
                ONLINE,
            ),
            Paragraph(_("Standing in water, going down a gear costs 1 Heat more. Going up does not."), "S1.4 R4.2"),
            Paragraph(
                _(
                    "A gear for which your hand has too few playable cards is not offered as long as another "
                    "gear in reach would do. Stress counts as playable, Heat does not."
                ),
                "S1.5",
            ),
            Paragraph(
                _(
                    "A cluttered hand is one so full of Heat that it cannot even serve the lowest gear in reach. "
                    "You then choose among the gears that cost nothing, and confirm like anybody else, so that "
                    "nobody knows yet."
                ),
                "S1.6 S1.7 Q.14 X.19",
            ),
            Paragraph(
                _(
                    "A cluttered hand goes down whole, filled up with Heat: the car stays where it is, falls to "
                    "1st gear, draws new cards, and is asked nothing more this round."
                ),
                "R4.5",
                BOARD,
            ),
        ),
        phases=("gears",),
    ),
    Chapter(
        "cards",
        _("Phase 2: play cards"),
        _("You put down exactly as many cards as your gear says. Their sum will be your speed."),
        (
            Paragraph(
                _(
                    "Any cards of your hand may be played but Heat. Stress may: what it counts is turned up from "
                    "your draw pile on the road."
                ),
                "S2.3 S2.4 R4.3",
            ),
            Paragraph(_("All choose at once, and the cards lie face down until your own turn to move."), "S2.1 S2.2"),
            Paragraph(_("You may take back what you planned until everybody has planned."), "R4.4", BOARD),
            Paragraph(
                _(
                    "With a cluttered hand there is one thing to play, everything playable and Heat on top, and "
                    "you confirm it."
                ),
                "S2.5",
            ),
        ),
        phases=("cards",),
    ),
    Chapter(
        "move",
        _("Phase 3: turn over and move"),
        _(
            "Leader first, each driver turns the cards over. Their sum is the speed, and the car drives "
            "that many spaces."
        ),
        (
            Paragraph(
                _(
                    "In turn, from the leader back, the cards are turned over and the car moves at once by their "
                    "sum. Speed 0 leaves it where it is; everything after that still happens."
                ),
                "S3.1 S3.4 SM.1 X.15",
            ),
            Paragraph(
                _(
                    "For each plus, such as that of Stress, cards are flipped from your draw pile until a basic "
                    "Speed card, 1 to 4, comes up. That counts; the rest goes to the discard pile. An empty draw "
                    "pile is made anew of the discard pile first."
                ),
                "S3.2 R5.2",
            ),
            Paragraph(_("A card with several values asks you for one, once all flips are known."), "S3.3 R5.3 X.16"),
            Paragraph(
                _("Your gear is paid for before your cards turn over, and the turn begins where the car stands then."),
                "R5.1",
                BOARD,
            ),
            Paragraph(
                _(
                    "A cluttered hand is shown now, and not before: the car does not move and drops to 1st gear. "
                    "Until the hand is filled again its driver only keeps the place in the order, blocks the "
                    "road, gives slipstream, and takes up a place of adrenaline."
                ),
                "S3.5 S3.6",
            ),
            Paragraph(
                _(
                    "Only the space where you stop must have a free lane: cars on the way are passed, cars a lap "
                    "away are in the way like all others."
                ),
                "R6.2",
            ),
            Paragraph(
                _(
                    "If that space is full, you go on to the next space ahead with a free lane. Corner lines "
                    "crossed so are due; the finish counts. The log and the forecast say so beforehand."
                ),
                "SM.2..4 X.1",
                ONLINE,
            ),
            Paragraph(
                _(
                    "If that space is full, you stop on the first space behind it with a free lane, never behind "
                    "where you stood. Your speed stays what it was; a line that you did not cross is not checked."
                ),
                "R6.1 R6.5",
                BOARD,
            ),
            Paragraph(
                _("In the space, the lane of the yellow line is taken if it is free, else the other."), "SM.5 R6.3"
            ),
            Paragraph(
                _(
                    "A lap counts by where the car comes to rest: moved on across the line it is won, sent back "
                    "across it is not."
                ),
                "R6.4 X.2",
            ),
            Paragraph(
                _(
                    "Boost, adrenaline and slipstream move by the same rules. Cars that came home in an earlier "
                    "round and those that gave up are off the road; those that crossed the finish this round "
                    "still stand there."
                ),
                "R6.6 R6.7",
                BOARD,
            ),
        ),
        (diagrams.MOVE, diagrams.FULL, diagrams.FULL_BOARD),
        phases=("reveal",),
        defs=diagrams.defs,
    ),
    Chapter(
        "adrenaline",
        _("Phase 4: adrenaline"),
        _("The last car, and with five or more cars the last two, get something to catch up with."),
        (
            Paragraph(
                _(
                    "Adrenaline is for the last of the order in which this round began; of five or more for the "
                    "last two. Nobody has to ask for it, and a car alone on the track has none."
                ),
                "S4.1 R7.1 X.7",
            ),
            Paragraph(
                _(
                    "It is two things, each used or not when you react: 1 more speed, with a space to drive, and "
                    "1 more cooldown. What is not used is lost."
                ),
                "S4.2 S4.4 R7.3",
            ),
            Paragraph(
                _("If the road is full, you may take the speed all the same, without moving: it counts at the corner."),
                "Q.2",
            ),
            Paragraph(
                _(
                    "Legends take up these places and gain nothing. Cars that came home count as cars ahead, "
                    "those that gave up do not count, and a car that only crossed the line this round is still "
                    "where it was."
                ),
                "S4.3 R7.2 SR.1 Q.9 X.6",
            ),
        ),
        (diagrams.ADRENALINE,),
        phases=("adrenaline",),
        defs=diagrams.defs,
    ),
    Chapter(
        "react",
        _("Phase 5: react"),
        _(
            "Cool down, boost, use what your cards offer: in any order, and only what you want, but for "
            "what a card demands."
        ),
        (
            Paragraph(
                _(
                    "Leader first, each driver uses symbols in the order they like. All are optional, but for "
                    "the Heat and the scrap that a card demands: those come before you may go on."
                ),
                "S5.1 R8.3",
            ),
            Paragraph(
                _(
                    "Cooldown puts Heat from your hand back into the engine: up to 3 in 1st gear, 1 in 2nd, none "
                    "in the others. What gear, cards and adrenaline give adds up. A source that is used in part "
                    "is spent; that of the gear goes first."
                ),
                "S5.2 S5.3 R7.4 R8.2",
            ),
            Paragraph(
                _(
                    "Boost, once a round: pay 1 Heat, flip to the next Speed card, drive so far, and add it to "
                    "your speed."
                ),
                "S5.4 R8.1",
            ),
            Paragraph(_("Boost is for 4th gear alone."), "S5.5", ONLINE),
            Paragraph(_("Adrenaline is used here, by those who have it."), "S5.6"),
            Paragraph(_("If there is no Speed card left anywhere, a flip counts 0."), "SR.2 Q.11"),
        ),
        (diagrams.BOOST,),
        phases=("react",),
        defs=diagrams.defs,
    ),
    Chapter(
        "slipstream",
        _("Phase 6: slipstream"),
        _("Close behind another car, or beside it, yours may be pulled two spaces on. That is no speed."),
        (
            Paragraph(
                _(
                    "Leader first, and as the cars stand at that moment, a car may be pulled on by 2 spaces, "
                    "once a round and only if its driver wants to."
                ),
                "S6.1 R9.2",
            ),
            Paragraph(
                _(
                    "There must be a car beside yours, or up to 2 spaces ahead. Lanes, laps and cars in between "
                    "do not matter."
                ),
                "S6.2",
                ONLINE,
            ),
            Paragraph(
                _(
                    "There must be a car beside yours, or in the very next space, in any lane and any lap, and "
                    "still on the track."
                ),
                "R9.1",
                BOARD,
            ),
            Paragraph(
                _("Legends pull, and so do cars that crossed the finish this round; those that gave up do not."),
                "S6.3 X.13",
            ),
            Paragraph(
                _(
                    "It adds nothing to your speed. A corner that you cross so is checked all the same, at the "
                    "speed that you have in the end."
                ),
                "S6.4 X.12",
            ),
            Paragraph(
                _(
                    "A car that is home gets none, nor one that would be pulled over the last finish, even where "
                    "a shorter way would be left."
                ),
                "S6.5 S6.6 R9.3",
            ),
            Paragraph(
                _(
                    "It must gain at least a space. Where the road is full it may be shortened to one, or push "
                    "you farther, under the rules of moving."
                ),
                "S6.7 R9.4 X.14",
            ),
        ),
        (diagrams.SLIPSTREAM,),
        phases=("slipstream",),
        defs=diagrams.defs,
    ),
    Chapter(
        "corners",
        _("Phase 7: corners"),
        _(
            "Each corner line that you crossed compares your speed with its limit. What you were too "
            "fast, you pay in Heat."
        ),
        (
            Paragraph(
                _(
                    "Every corner line between where your round began and where you stand now is checked, in "
                    "driving order, each for itself; a line lies before its space. Lines beyond the last finish "
                    "are not."
                ),
                "S7.1 R10.1",
            ),
            Paragraph(_("Lines that you crossed pushed ahead or in the slipstream count like any."), "S7.2"),
            Paragraph(
                _(
                    "For each point of speed over the limit you pay 1 Heat, from the engine to your discard "
                    "pile. At the limit nothing is paid, and an engine may be emptied to the last card. The "
                    "speed of adrenaline and boost counts, slipstream does not."
                ),
                "S7.3 R10.2",
            ),
            Paragraph(
                _(
                    "If your engine cannot pay, you spin out: all its Heat is lost, you fall to 1st gear, and "
                    "Stress comes into your hand, 1 card from 1st or 2nd gear, 2 from 3rd or 4th."
                ),
                "S7.4 S7.6 R10.3 X.9",
            ),
            Paragraph(
                _(
                    "The car goes back to the nearest space before that line with a free lane, the lane of the "
                    "yellow line first, as far back as it takes. Corners it slides back over are due again; so "
                    "is a lap that it loses."
                ),
                "S7.5 S7.8",
            ),
            Paragraph(
                _(
                    "After a spin-out no later corner is checked. What you paid at an earlier one stays paid, "
                    "and a finish that you slid back over is taken back; the hand is filled as ever."
                ),
                "S7.7 R10.4 X.10 X.11",
            ),
        ),
        (diagrams.CORNER, diagrams.SPIN),
        phases=("corners",),
        defs=diagrams.defs,
    ),
    Chapter(
        "discard",
        _("Phase 8: discard"),
        _("Throw away any cards that you do not want to keep, but for Heat and Stress: those stay."),
        (
            Paragraph(
                _("You may throw away as many cards as you like, or none. Heat and Stress stay in your hand."),
                "S8.2 R11.1",
            ),
            Paragraph(_("All choose at once; nothing is thrown before all are ready."), "S8.1", ONLINE),
            Paragraph(
                _("In a tunnel nobody discards, however the car came there. After a spin-out you may."), "S8.3 X.8"
            ),
        ),
        phases=("discard",),
    ),
    Chapter(
        "draw",
        _("Phase 9: draw"),
        _("The cards you played go to your discard pile, and your hand is filled up to seven."),
        (
            Paragraph(
                _(
                    "Played and flipped cards go to the discard pile first. Then you draw up to seven cards; a "
                    "hand that is larger stays as it is."
                ),
                "S9.1 S9.2 R12.1",
            ),
            Paragraph(
                _(
                    "If your draw pile runs out, the discard pile is shuffled and goes on in its place, this "
                    "round’s cards included. If both are empty, your hand stays short."
                ),
                "S9.3",
            ),
            Paragraph(_("Then the next round begins, in the order in which the cars stand now."), "S9.4"),
        ),
        phases=("replenish",),
    ),
)
