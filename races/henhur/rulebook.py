"""The book of HenHur."""

from django.utils.translation import gettext_lazy as _

from races.rulebook.book import Book, Chapter, Paragraph, Term

CHAPTERS = (
    Chapter(
        "match",
        _("The race in short"),
        _("Three laps of thirty spaces. Race cards move your hen, auctions bring better cards."),
        (
            Paragraph(
                _(
                    "The first hen over the line after three laps wins; a room may choose two, four or five. The "
                    "three lanes are looks alone."
                ),
                "HEN-01 HEN-04 HEN-05 H17",
            ),
            Paragraph(
                _(
                    "Two to eight can play. All start on space 0 of lap 1 with the same seven cards, shuffled, "
                    "three of them in hand."
                ),
                "HEN-02 HEN-07..9",
            ),
            Paragraph(
                _(
                    "Turns are a race and an auction by turns, eight to a round, until a hen has won. Everybody "
                    "has a hand, a deck and a discard pile of their own, three slots, and a pool of tokens."
                ),
                "HEN-03 HEN-06 HEN-10",
            ),
            Paragraph(
                _("A card has a priority, a race number, a trick number, effects, and a sign if it burns."), "HEN-29"
            ),
        ),
    ),
    Chapter(
        "running",
        _("A race turn"),
        _("All choose a card, whether it burns, and tokens, at once and hidden. Then all cards turn over."),
        (
            Paragraph(
                _(
                    "Your choice is one answer, hidden and to be taken back until all are in. Then all cards "
                    "turn over together and stay for all to see."
                ),
                "HEN-11 HEN-12 H3",
            ),
            Paragraph(
                _(
                    "Cards work in order of priority, highest first: the number, or dice that are rolled now, "
                    "tokens and modifiers, and one less for each damage that you carry."
                ),
                "HEN-13 HEN-14 HEN-30 H10",
            ),
            Paragraph(
                _(
                    "The hen moves by the race number and its tokens; then the effect of the card follows. "
                    "Spaces that an effect gives come on top."
                ),
                "HEN-15 HEN-16 H1",
            ),
            Paragraph(
                _(
                    "An effect on others hits all on the space of the nearest opponent ahead or level; if there "
                    "is none, of the nearest behind. It hits after your own move, and nobody falls below 0."
                ),
                "H11 H12",
            ),
            Paragraph(
                _(
                    "Then the card goes to your discard pile, or into a slot if it burns, and your hand is "
                    "filled to three."
                ),
                "HEN-17 HEN-18",
            ),
        ),
        phases=("run",),
    ),
    Chapter(
        "auction",
        _("An auction turn"),
        _("A card is the bid. The better the trick, the earlier you pick a new card."),
        (
            Paragraph(
                _(
                    "The pool has a card more than there are players, and can be seen while you bid. All choose "
                    "a card, whether it burns, and tokens for the auction at once."
                ),
                "HEN-20 HEN-23 HEN-45 H7",
            ),
            Paragraph(
                _(
                    "Bids turn over together. The trick number and tokens make the bid; effects of a run do not "
                    "work here, burn effects do."
                ),
                "HEN-21 HEN-22 H5",
            ),
            Paragraph(
                _(
                    "The highest picks first. Equal bids are parted by priority, then by who is further back, "
                    "then by chance."
                ),
                "HEN-24 HEN-25",
            ),
            Paragraph(
                _(
                    "Everybody takes exactly one card, which lies on top of the own deck for all to see. A bid "
                    "always costs its card; then hands are filled."
                ),
                "HEN-26..28 HEN-46 H13",
            ),
            Paragraph(
                _(
                    "Better cards come up once a hen has reached lap 2, the best once one has reached lap 3. A "
                    "new market replaces the one before. Cards are won in auctions only."
                ),
                "HEN-31..34 H8",
            ),
        ),
        phases=("bid", "draft"),
    ),
    Chapter(
        "burning",
        _("Burning"),
        _("A card with a burn effect can be put into a slot, once, for something strong."),
        (
            Paragraph(
                _(
                    "It needs a burn effect and a free slot, in races and in auctions. The effect comes at once; "
                    "the card is out of play and stays where all see it. A slot stays filled to the end."
                ),
                "HEN-39..42 H4",
            ),
            Paragraph(_("What a burn draws comes after your hand was filled, and may go beyond three."), "H6"),
        ),
    ),
    Chapter(
        "tokens",
        _("Tokens and damage"),
        _("What you spend with a card, and what others put on you."),
        (
            Paragraph(
                _(
                    "There are six kinds, each with what it adds. They come from effects and burns, and are gone "
                    "when spent."
                ),
                "HEN-35 HEN-37",
            ),
            Paragraph(
                _(
                    "Nobody holds more than ten; what comes to a full pool is lost, damage too, which counts "
                    "among the ten."
                ),
                "HEN-36 H9",
            ),
            Paragraph(_("Damage cannot be spent: it is carried until a card repairs it."), "HEN-38"),
        ),
    ),
    Chapter(
        "end",
        _("The end"),
        _("A race ends the moment a hen is over the line."),
        (
            Paragraph(
                _(
                    "After each move it is looked whether a hen has won; then the match ends at once. Equal "
                    "priorities are one moment: all of them move, and the furthest over the line wins."
                ),
                "HEN-19 HEN-43 HEN-44 H2",
            ),
            Paragraph(_("Places go by distance; equal distances share a place."), "H15"),
            Paragraph(
                _(
                    "You may leave at any time, and rank behind all others. For who is away a stand-in chooses, "
                    "or the match waits, as the room wants it."
                ),
                "H16",
            ),
        ),
    ),
    Chapter(
        "engine",
        _("For the curious: how this is kept"),
        _("What the engine promises beside the rules."),
        (
            Paragraph(
                _(
                    "Everything is judged on the server, nobody waits for a turn to choose, and coming back "
                    "shows the whole position. How long cards stay turned over is the page’s affair."
                ),
                "HEN-47 HEN-48 H14",
            ),
        ),
    ),
)
TERMS = (
    Term(_("Burn"), _("To put a card into a slot for its burn effect."), "burning"),
    Term(_("Damage"), _("Takes one off your priority, until it is repaired."), "tokens"),
    Term(_("Market"), _("The cards from which auctions are filled."), "auction"),
    Term(_("Pool"), _("The cards of one auction."), "auction"),
    Term(_("Priority"), _("Decides whose card works first."), "running"),
    Term(_("Race number"), _("How far a card moves your hen."), "running"),
    Term(_("Slot"), _("One of three places for burnt cards."), "burning"),
    Term(_("Trick number"), _("What a card is worth as a bid."), "auction"),
)
REFUSALS = {
    "not_in_hand": "HEN-11",
    "no_burn_effect": "HEN-41",
    "slots_full": "H4",
    "too_few_tokens": "HEN-37",
    "not_in_pool": "HEN-26",
    "not_racing": "H16",
}
LINES = {
    "MarketOpened": "HEN-31",
    "PoolLaid": "HEN-23",
    "StoodIn": "H16",
    "CardsShown": "HEN-12",
    "BidsShown": "HEN-22",
    "Ran": "HEN-15",
    "Hit": "H11",
    "TokensGained": "HEN-37",
    "Repaired": "HEN-38",
    "Burned": "HEN-41",
    "Picked": "HEN-26",
    "Retired": "H16",
    "Finished": "HEN-44",
}
"""By the event of a log line its clause."""

BOOK = Book(
    game="henhur",
    title=_("HenHur"),
    lead=_("How a race of hens goes: running, bidding, burning."),
    page="rules/henhur.md",
    chapters=CHAPTERS,
    terms=TERMS,
    refusals=REFUSALS,
    lines=LINES,
    kind_of=lambda line: type(line.event).__name__,  # type: ignore[attr-defined]
)
