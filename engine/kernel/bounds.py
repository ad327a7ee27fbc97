"""The bounds of all input: one table, and the types that are made of it.

A type that is read from outside takes its numbers, texts and lists from here. msgspec checks a bound when it reads, so
the values that a game makes itself cost nothing. A kind is generic: this module knows no game and no site.
"""

from typing import Annotated, NamedTuple, TypeAlias, TypeVar, get_args, get_origin

from msgspec import Meta

K = TypeVar("K")
T = TypeVar("T")


class Limit(NamedTuple):
    """The largest size of something from outside, with the reason why it is enough."""

    most: int
    reason: str


NUMBER = Limit(999_999, "The name of a question writes round and number with up to six digits; no game counts so far.")
SEAT = Limit(999, "The name of a question writes a seat with up to three digits, and it fits the smallest column.")
SERIAL = Limit(2**31 - 1, "A serial number of the site: the integer column of PostgreSQL holds no more.")
MEASURE = Limit(1_000_000, "A number with a fraction is a place on a sheet, seconds, or a chance.")

SHORT = Limit(16, "The column that holds the row of a card has so many characters; “medium” is a long one.")
LABEL = Limit(
    32, "Columns for the name of a rule set, for a version and for an id of a circuit have so many characters."
)
WORD = Limit(64, "An id, a face, a symbol, a reason: the longest that ships has 19 characters, a column for ids 64.")
DIGEST = Limit(64, "A digest of 256 bits in hexadecimal.")
SEED = Limit(128, "A seed has at most 64 bytes, in hexadecimal.")
KEY = Limit(120, "A public key or a secret of a browser in base64: 87 characters are usual, the column has 120.")
SENTENCE = Limit(500, "A headline or the sentence of a refusal: one paragraph on a page.")
ADDRESS = Limit(800, "The address of a push service, the longest of all addresses; its column has so many characters.")

FIELD = Limit(10_000, "A field of a form of a page: up to here each form says itself what is too long.")

FEW = Limit(64, "What a table has one of for each seat, or a handful of: no circuit starts more than 40 cars.")
CARDS = Limit(500, "The cards of a box, or of a pile that all share: all upgrades that ship are 120.")
PILE = Limit(4_000, "The cards of one player: a spin-out in each of the 1,800 rounds of the longest race brings 3,600.")
MANY = Limit(2_500, "The spots of a circuit: 400 spaces with 6 lanes at most; an outline has up to 1,000 points.")
EVENTS = Limit(1_000, "What one command leads to: at most 64 events in races of twelve with everything.")
ENTRIES = Limit(50_000, "The entries of a record: twelve who drive nine laps at random need 14,300, most races 1,000.")

DEPTH = Limit(12, "Nesting: the deepest of what is read is an effect in an event's card in a box in a record.")

SHEET = Limit(500_000, "What a person writes, a circuit or a line of notation: the longest circuit has 3,500 bytes.")
RECORD_BYTES = Limit(2_500_000, "The file of a record: a long race of twelve has about one million bytes.")
CONTENT_BYTES = Limit(131_072, "The content of a race: that of the largest circuit with everything has a fifth of it.")
FILE_ENTRIES = Limit(6_000, "The entries of a file that a visitor opens: twelve who drive three laps need 2,400.")
FILE_EVENTS = Limit(40_000, "The events of such a file: twelve who drive nine laps with everything lead to 14,000.")
LINES = Limit(100, "The log lines of one command, all of which a page shows: at most 27 in races of twelve.")
FILE_LINES = Limit(8_000, "The log lines of such a file: nine laps with everything have 4,000.")
STATE_BYTES = Limit(65_536, "A state that bots go on with: that of twelve cars with everything has up to 33,300.")


def bare(kind: object) -> object:
    """Return a type without its bound, for code that asks what kind of value a field holds."""
    return get_args(kind)[0] if get_origin(kind) is Annotated else kind


Number: TypeAlias = Annotated[int, Meta(ge=-NUMBER.most, le=NUMBER.most)]
"""Any number of a game: a distance, a count, points."""
SeatNumber: TypeAlias = Annotated[int, Meta(ge=-1, le=SEAT.most)]
"""A number that claims to be a seat; -1 is the table or no seat at all."""
OwnSeat: TypeAlias = Annotated[int, Meta(ge=0, le=SEAT.most)]
"""A number that is a seat, as far as its form goes."""
Serial: TypeAlias = Annotated[int, Meta(ge=-1, le=SERIAL.most)]
"""A number that a site counts up, or milliseconds; -1 is before the first."""
Place: TypeAlias = Annotated[int, Meta(ge=0, le=SERIAL.most)]
"""A place in a list."""
Measure: TypeAlias = Annotated[float, Meta(ge=-MEASURE.most, le=MEASURE.most)]
"""A number with a fraction."""

PRINTABLE = r"^[^\x00-\x1f\x7f]*\Z"
"""A text for a column. PostgreSQL refuses one with a NUL in it."""
Short: TypeAlias = Annotated[str, Meta(max_length=SHORT.most)]
"""A name that a short column holds; what reads it looks whether it can be printed."""
Label: TypeAlias = Annotated[str, Meta(max_length=LABEL.most, pattern=PRINTABLE)]
"""A name that a column holds."""
Word: TypeAlias = Annotated[str, Meta(max_length=WORD.most)]
"""An id, or another word for programs."""
Digest: TypeAlias = Annotated[str, Meta(max_length=DIGEST.most)]
SeedText: TypeAlias = Annotated[str, Meta(max_length=SEED.most)]
Key: TypeAlias = Annotated[str, Meta(max_length=KEY.most)]
Sentence: TypeAlias = Annotated[str, Meta(max_length=SENTENCE.most)]
"""Something to be read."""
Sheet: TypeAlias = Annotated[str, Meta(max_length=SHEET.most)]
"""A long text that a person writes."""
Address: TypeAlias = Annotated[str, Meta(max_length=ADDRESS.most)]

Few: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=FEW.most)]
"""A few of something."""
Cards: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=CARDS.most)]
"""The contents of a box, or another list as long."""
Pile: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=PILE.most)]
"""The cards of a pile, a hand or a deck."""
Many: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=MANY.most)]
"""Spots, or points."""
Events: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=EVENTS.most)]
"""The events of one command."""
Entries: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=ENTRIES.most)]
"""The entries of a record."""
Some: TypeAlias = Annotated[list[T], Meta(max_length=FEW.most)]
"""A few of something, as a list."""
Table: TypeAlias = Annotated[dict[K, T], Meta(max_length=FEW.most)]
"""A few of something, by their names."""
