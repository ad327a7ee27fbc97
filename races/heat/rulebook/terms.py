"""The words of Heat."""

from django.utils.translation import gettext_lazy as _

from races.rulebook.book import Term

TERMS = (
    Term(
        _("Adrenaline"), _("What the last car, or the last two, get to catch up: 1 speed and 1 cooldown."), "adrenaline"
    ),
    Term(_("Boost"), _("For 1 Heat, once a round: the next Speed card of your pile, as speed and as spaces."), "react"),
    Term(_("Chicane"), _("Two corner lines that count as one corner."), "tokens"),
    Term(_("Cluttered hand"), _("A hand with too few playable cards for the lowest gear in reach."), "shift"),
    Term(_("Cooldown"), _("Puts Heat from your hand back into the engine."), "react"),
    Term(_("Corner line"), _("The red line where a limit is checked. It lies before its space."), "corners"),
    Term(
        _("Discard pile"), _("Where played, flipped and paid cards lie, open to all, until they are shuffled."), "draw"
    ),
    Term(_("Engine"), _("Where your Heat is that you can still spend."), "corners"),
    Term(_("Flip"), _("Turning cards of your draw pile over until a basic Speed card comes up."), "move"),
    Term(_("Gear"), _("1 to 4: how many cards you play."), "shift"),
    Term(
        _("Heat"),
        _("Cards that you pay with. In the engine they are fuel, in your hand they are in the way."),
        "corners",
    ),
    Term(_("Legend"), _("A car without a player that drives by a deck of cards."), "legends"),
    Term(_("Limit"), _("The number on a corner’s sign: so fast you pass it for nothing."), "corners"),
    Term(_("Market"), _("The upgrades that lie open in a draft."), "garage"),
    Term(_("Mulligan"), _("A new hand for 1 Heat, once, in round 1."), "start"),
    Term(_("Pole"), _("The best place on the grid."), "start"),
    Term(_("Press corner"), _("A corner where reporters wait, in a championship."), "press"),
    Term(_("Sector"), _("The stretch of road behind a corner line, up to the next one."), "road"),
    Term(_("Slipstream"), _("Being pulled on behind another car. It moves the car and is no speed."), "slipstream"),
    Term(
        _("Speed"),
        _("The sum of your cards and of what you add when you react; corners compare it with their limit."),
        "move",
    ),
    Term(_("Spin-out"), _("What happens at a corner that you cannot pay."), "corners"),
    Term(_("Sponsor card"), _("A strong card that can be played once, earned before the press."), "press"),
    Term(_("Stress"), _("A card that counts what is flipped for it. It cannot be thrown away."), "cards"),
    Term(_("Token"), _("What lies at a corner and changes it, or the road behind it."), "tokens"),
    Term(_("Upgrade"), _("A card of the garage that takes the place of a starting card."), "garage"),
    Term(_("Yellow line"), _("The better lane: in one space, the car on it is ahead."), "road"),
)
