"""The book of Last Card."""

from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from races.lastcard.rulesets import rule_sets_in_words
from races.rulebook.book import Book, Chapter, Paragraph, Term

CHAPTERS = (
    Chapter(
        "match",
        _("The match in short"),
        _("Be rid of your cards first. Whoever is, scores what the others still hold."),
        (
            Paragraph(
                _(
                    "A match goes to 200 points, to 500, or is one round. Whoever is out of cards wins the round "
                    "and scores the points in all other hands; whoever reaches the target wins the match."
                ),
                "U7 P.6 P.7",
            ),
            Paragraph(
                _("Places go by points; then, once the hands are open, by fewer points in hand; else they are shared."),
                "P.8",
            ),
            Paragraph(
                _("After a round all hands are open, and the next one begins when everybody is ready."), "P.9 U8"
            ),
        ),
        phases=("scores",),
    ),
    Chapter(
        "deck",
        _("The deck and the deal"),
        _("108 cards in four colours, and eight Wilds. Seven for each, one turned up."),
        (
            Paragraph(
                _(
                    "In each colour there are one 0, two each of 1 to 9, two Skip, two Reverse and two Draw Two; "
                    "with them four Wild and four Wild Draw Four. Numbers are worth what they say, action cards "
                    "20, Wilds 50."
                ),
                "LC-01",
            ),
            Paragraph(
                _("The deck is shuffled for each round, everybody is dealt a hand, and the next card is turned up."),
                "LC-02 LC-03",
            ),
            Paragraph(
                _("You see your own hand alone, and nobody sees the pile. Every draw comes off its top."),
                "LC-04 LC-09 LC-10 LC-21",
            ),
            Paragraph(
                _(
                    "Where the pile runs out, the discard pile is shuffled, but for its top card, and goes on in "
                    "its place. If there are too few cards even so, what there is is dealt."
                ),
                "LC-22 LC-30",
            ),
        ),
    ),
    Chapter(
        "first",
        _("The first card"),
        _("What is turned up counts as if it had been played."),
        (
            Paragraph(
                _(
                    "A number does nothing. Skip passes the first player over. Reverse turns the direction at "
                    "once, so that the player before begins. Draw Two gives the first player two cards and "
                    "passes them over."
                ),
                "LC-05 LC-24 LC-25 LC-26 LC-27 U5",
            ),
            Paragraph(
                _("A Wild leaves the colour open: anything may be played on it, until a card with a colour is."),
                "LC-07 LC-28 U6",
            ),
            Paragraph(_("A Wild Draw Four goes back, and another card is turned."), "LC-06 LC-29"),
        ),
    ),
    Chapter(
        "turn",
        _("Your turn"),
        _("Play a card that fits by colour or by symbol, or a Wild. Or draw one."),
        (
            Paragraph(
                _(
                    "A card fits by its colour, by its number or symbol, or because it is Wild. While no colour "
                    "is open, every card does."
                ),
                "U1",
            ),
            Paragraph(
                _(
                    "You may draw even if something fits. What you drew you may play at once, or keep; that is "
                    "asked every time, so that it tells nothing."
                ),
                "U2",
            ),
            Paragraph(_("Turns go round in the order of the seats."), "LC-08"),
            Paragraph(
                _("Skip passes the next player over. Reverse turns the direction; between two players it is a Skip."),
                "P.1..3",
            ),
            Paragraph(
                _(
                    "Draw Two and Wild Draw Four: the next player draws and is passed over, and cannot answer "
                    "with a card."
                ),
                "P.4",
            ),
            Paragraph(_("A Wild opens the colour that its player names."), "P.5"),
        ),
        phases=("turn", "drawn"),
    ),
    Chapter(
        "four",
        _("Wild Draw Four"),
        _("The strongest card, and how much it may do depends on the rules of the room."),
        (
            Paragraph(
                _(
                    "Quick match: it may be played only without a card of the open colour in hand. Full match: "
                    "it may always be played, but the next player may doubt it. If its player did hold the "
                    "colour, they take the four cards; if not, the doubter takes six."
                ),
                "U3",
            ),
        ),
        phases=("challenge",),
    ),
    Chapter(
        "call",
        _("The last card"),
        _("Where the room plays with calls, say it when one card is left, or be caught."),
        (
            Paragraph(
                _(
                    "In a full match, playing your last card but one you call. If you do not, the others are "
                    "asked whether they catch you; who does first makes you draw two."
                ),
                "U4",
            ),
        ),
        phases=("catch",),
    ),
    Chapter(
        "rounds",
        _("From round to round"),
        _("Points and seats stay; everything else begins anew."),
        (
            Paragraph(
                _(
                    "A new round has a new deck, new hands and a first card with its effect. Round two begins "
                    "with the second seat, and so on."
                ),
                "LC-14..18",
            ),
            Paragraph(
                _(
                    "If everybody has passed in a row, the round is blocked: the lowest hand wins it. Of several "
                    "lowest, nobody scores."
                ),
                "U11",
            ),
        ),
    ),
    Chapter(
        "away",
        _("Leaving and being away"),
        _("Nobody who leaves holds the others up."),
        (
            Paragraph(
                _(
                    "Where the room does not wait, a stand-in plays for who is away: the first card that fits, a "
                    "Wild last, else it draws. When stand-ins alone have played three times round, the match "
                    "ends."
                ),
                "U9 U13",
            ),
            Paragraph(
                _(
                    "The hand of who leaves is laid aside and counts for the winner of the round. With one "
                    "player left the match ends; who left comes last."
                ),
                "U10 U12",
            ),
            Paragraph(_("The host can end a match; then all hands are open."), "P.13"),
        ),
    ),
    Chapter(
        "engine",
        _("For the curious: how this is kept"),
        _("What the engine promises beside the rules."),
        (
            Paragraph(
                _(
                    "One answer after the other is judged and carried out whole, or refused with a reason; "
                    "nothing is accepted between rounds and after the end."
                ),
                "LC-11..13 LC-19 LC-20 LC-23 P.11",
            ),
            Paragraph(
                _("Choices stand in a fixed order, and each tells why it fits, whom it hits, and what stays in hand."),
                "P.10 P.12",
            ),
            Paragraph(_("The discard pile is known to all, the seed to nobody."), "U14 P.14"),
        ),
    ),
)
TERMS = (
    Term(_("Active colour"), _("The colour that is open: that of the top card, or the one named with a Wild."), "turn"),
    Term(_("Call"), _("To say that one card is left."), "call"),
    Term(_("Challenge"), _("To doubt a Wild Draw Four."), "four"),
    Term(_("Reverse"), _("Turns the direction of play."), "turn"),
    Term(pgettext_lazy("a card", "Skip"), _("Passes the next player over."), "turn"),
    Term(_("Target"), _("The points at which a match is won."), "match"),
    Term(_("Wild"), _("A card that fits always, and whose player names the colour."), "turn"),
)
REFUSALS = {
    "not_in_hand": "P.11",
    "does_not_fit": "U1",
    "colour_missing": "P.5",
    "draw_four_held": "U3",
    "no_colour": "P.5",
    "nothing_to_call": "U4",
    "must_play": "U2",
}
LINES = {
    "Caught": "U4",
    "Challenged": "U3",
    "Drew": "LC-21",
    "Kept": "U2",
    "Passed": "U2",
    "PassedOver": "P.1",
    "Played": "U1",
    "Retired": "U10",
    "RoundBegan": "LC-14",
    "StoodIn": "U9",
}
"""By the event of a log line its clause."""

BOOK = Book(
    game="lastcard",
    title=_("Last Card"),
    lead=_("How a match goes, with and without challenges and calls."),
    page="rules/lastcard.md",
    chapters=CHAPTERS,
    terms=TERMS,
    rule_sets=rule_sets_in_words,
    refusals=REFUSALS,
    lines=LINES,
    kind_of=lambda line: type(line.event).__name__,  # type: ignore[attr-defined]
)
