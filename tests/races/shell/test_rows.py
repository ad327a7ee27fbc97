"""Lists that are sent row by row."""

from races.shell.rows import Rows, changed

BEFORE = Rows("<ol>", {"a": "<li>1</li>", "b": "<li>2</li>"}, "</ol>")


def test_as_text_it_is_whole() -> None:
    assert str(BEFORE) == "<ol><li>1</li><li>2</li></ol>"


def test_what_is_the_same_is_not_sent() -> None:
    assert changed(BEFORE, Rows("<ol>", {"a": "<li>1</li>", "b": "<li>2</li>"}, "</ol>")) == ""
    assert changed("<p>1</p>", "<p>1</p>") == ""


def test_a_change_costs_its_own_row() -> None:
    assert changed(Rows("<ol>", {"a": "<li>1</li>", "b": "<li>3</li>"}, "</ol>"), BEFORE) == "<li>3</li>"


def test_other_rows_or_another_element_are_sent_whole() -> None:
    fewer = Rows("<ol>", {"a": "<li>1</li>"}, "</ol>")
    other = Rows('<ol class="x">', BEFORE.rows, "</ol>")
    assert changed(fewer, BEFORE) == "<ol><li>1</li></ol>"
    assert changed(other, BEFORE) == str(other)


def test_who_has_seen_nothing_gets_everything() -> None:
    assert changed(BEFORE, None) == str(BEFORE)
    assert changed("<p>1</p>", None) == "<p>1</p>"
