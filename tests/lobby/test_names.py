"""Names: text that can be seen, and nothing that plays tricks."""

import pytest
from django.core.exceptions import ValidationError

from lobby import names


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ada", "Ada"),
        ("  Ada \t Lovelace ", "Ada Lovelace"),
        ("Ame\u0301lie", "Am\u00e9lie"),
        ("李小龍", "李小龍"),
        ("نیلوفر", "نیلوفر"),
        ("🏎️", "🏎️"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("လျှို့", "လျှို့"),
        ("ที่รัก", "ที่รัก"),
        ("सिद्धि", "सिद्धि"),
        ("<b>Bo</b>", "<b>Bo</b>"),
        ("O'Hara & Söhne", "O'Hara & Söhne"),
        ("x" * 24, "x" * 24),
    ],
)
def test_a_name_is_kept_as_text(typed: str, kept: str) -> None:
    assert names.cleaned(typed) == kept


@pytest.mark.parametrize("typed", ["", "   ", "\u200b", "\u200d", "\u3164", "\u2800\u2800", "\u00ad", "\u0301"])
def test_a_name_that_shows_nothing_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError):
        names.cleaned(typed)


@pytest.mark.parametrize(
    "typed",
    [
        "Ada\u202eevil",
        "\u2066Ada\u2069",
        "A\x00da",
        "A\x1bda",
        "Ada\u200b",
        "Ad\ufeffa",
        "\ue000Ada",
        "Ada\u3164",
        "Ada\u200d",
        "Ada\u034f",
        "Ada\u17b4",
        "Ada\u180b",
        "Ada\ufe00",
        "Ada\U000e0100",
        "\ufdfd",
        "\ufdfa",
        "Ada\U0001d159",
        "Ada\U00016fe4",
        "\u2e3b",
        "\U00012219",
    ],
)
def test_control_and_direction_marks_are_refused(typed: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.cleaned(typed)
    assert refused.value.code == "unseen"


@pytest.mark.parametrize(
    "typed",
    [
        "A\u0301\u0302\u0303\u0304",
        "\u0e01\u0e47\u0e47",
        "\u0e01" + "\u0e31\u0e34\u0e35\u0e36\u0e37\u0e4d",
        "H\u20dd\u20dd",
    ],
)
def test_towers_of_marks_are_refused(typed: str) -> None:
    """Also of marks that Unicode does not call combining, as those of Thai, or those around a letter."""
    with pytest.raises(ValidationError) as refused:
        names.cleaned(typed)
    assert refused.value.code == "unseen"


@pytest.mark.parametrize("typed", ["x" * 25, "x" * 10_000, "x\u0323\u0302" * 24])
def test_a_long_name_is_refused(typed: str) -> None:
    with pytest.raises(ValidationError) as refused:
        names.cleaned(typed)
    assert refused.value.code == "too_long"


def test_names_that_look_the_same_have_one_key() -> None:
    assert names.key("ADA") == names.key("ada") == names.key("Ａda") == names.key("a\u200dda")
    assert names.key("Ada\ufe0f") == names.key("Ada")
    assert names.key("Ada") != names.key("Ida")
