"""The admin's login: passwords cannot be found by trying, weak ones cannot be chosen, and it leads to the admin."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone

from lobby import limits
from lobby.models import Attempt

pytestmark = pytest.mark.django_db

ELSEWHERE = {"REMOTE_ADDR": "198.51.100.7"}
RIGHT = {"username": "ruth", "password": "a long way round"}


@pytest.fixture(autouse=True)
def admin(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WRONG_PASSWORDS", 3)
    User.objects.create_superuser(RIGHT["username"], password=RIGHT["password"])


def log_in(password: str = RIGHT["password"], **meta: str) -> bool:
    client = Client()
    client.post("/admin/login/", {**RIGHT, "password": password}, **meta)  # type: ignore[arg-type]
    return "_auth_user_id" in client.session


def test_after_some_wrong_passwords_none_is_compared_for_an_hour() -> None:
    for _ in range(3):
        assert not log_in("wrong", **ELSEWHERE)
    assert not log_in(**ELSEWHERE)
    assert Attempt.objects.count() == 3, "what is not compared does not count"
    assert log_in()
    Attempt.objects.update(at=timezone.now() - limits.WITHIN - timedelta(seconds=1))
    assert log_in(**ELSEWHERE)


def test_the_page_says_why() -> None:
    for _ in range(3):
        log_in("wrong")
    answer = Client().post("/admin/login/", RIGHT)
    assert "Too many wrong passwords" in answer.content.decode()


def test_right_passwords_are_not_counted() -> None:
    for _ in range(5):
        assert log_in(**ELSEWHERE)


def test_login_leads_to_the_admin() -> None:
    answer = Client().post("/admin/login/", RIGHT)
    assert answer["Location"] == "/admin/"


@pytest.mark.parametrize("weak", ["1", "12345678", "password", "ruthruth"])
def test_weak_passwords_are_refused(weak: str) -> None:
    with pytest.raises(ValidationError):
        validate_password(weak, User(username="ruthruth"))
