"""What PostgreSQL takes otherwise than SQLite does: nothing is an error of ours."""

from tests.services.conftest import manage

ASKING = """
from django.test import Client

def ask(path, form=None, kind="multipart/form-data; boundary=BoUnDaRyStRiNg", cookie=None):
    client = Client(SERVER_NAME="here")
    if cookie:
        client.cookies["sessionid"] = cookie
    answer = client.get(path) if form is None else client.post(path, form, kind)
    print(path, answer.status_code)

"""
NUL = """
ask("/finished/?q=%00")
ask("/admin/", cookie=chr(0) + "a" * 12)
ask("/mine/calls/browser/out/", '{"endpoint": "' + chr(92) + 'u0000"}', "application/json")
"""
WRITE = """
ask("/")
ask("/alone/", {"name": "Ada"})
"""


def test_a_character_that_it_does_not_know_is_a_bad_request(postgres: dict[str, str]) -> None:
    told = manage(postgres, "shell", "--no-imports", "-c", ASKING + NUL)
    assert told.split() == ["/finished/?q=%00", "400", "/admin/", "400", "/mine/calls/browser/out/", "400"]


def test_while_it_can_only_be_read_forms_are_told_so_and_pages_go_on(postgres: dict[str, str]) -> None:
    """As on the copy that takes the place of a server which is gone."""
    read_only = {**postgres, "PGOPTIONS": "-c default_transaction_read_only=on"}
    told = manage(read_only, "shell", "--no-imports", "-c", ASKING + WRITE)
    assert told.split() == ["/", "200", "/alone/", "503"]
