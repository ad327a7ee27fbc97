"""Where visitors want to be called, and when they were."""

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

LONGEST_ENDPOINT = 800
"""Characters; those of the services that we know have less than half of it."""
LONGEST_KEY = 120
LONGEST_SECRET = 40


class PushAddress(models.Model):
    """A browser that takes messages: where its push service takes them, and the keys by which only it can read them."""

    visitor = models.CharField(_("visitor"), max_length=64, db_index=True)
    endpoint = models.CharField(max_length=LONGEST_ENDPOINT, unique=True)
    key = models.CharField(max_length=LONGEST_KEY, editable=False)
    """The browser's public key."""
    secret = models.CharField(max_length=LONGEST_SECRET, editable=False)
    device = models.CharField(max_length=32, blank=True, default="", editable=False)
    """Which of the visitor's devices it is, by its key."""
    name = models.CharField(_("device"), max_length=60, blank=True, default="")
    site = models.CharField(max_length=200, editable=False)
    """The address of this site, as the browser knows it."""
    language = models.CharField(_("language"), max_length=8, default="en")
    made = models.DateTimeField(_("since"), default=timezone.now)
    failures = models.PositiveSmallIntegerField(_("failures in a row"), default=0)

    class Meta:
        ordering: ClassVar = ["made"]
        verbose_name = _("browser that is called")
        verbose_name_plural = _("browsers that are called")

    def __str__(self) -> str:
        return self.name


class MailAddress(models.Model):
    """An e-mail address of a visitor's, to which nothing goes but one question until it is confirmed."""

    visitor = models.CharField(_("visitor"), max_length=64, unique=True)
    address = models.EmailField(_("address"))
    site = models.CharField(max_length=200, editable=False)
    language = models.CharField(_("language"), max_length=8, default="en")
    made = models.DateTimeField(_("since"), default=timezone.now)
    asked = models.DateTimeField(_("asked"), null=True, blank=True)
    """When the question whether it is theirs was sent."""
    confirmed = models.DateTimeField(_("confirmed"), null=True, blank=True)

    class Meta:
        verbose_name = _("e-mail address")
        verbose_name_plural = _("e-mail addresses")

    def __str__(self) -> str:
        return self.address


class Unwanted(models.Model):
    """An e-mail address whose owner never asked for anything. Only its keyed hash is kept, and nothing goes there."""

    hash = models.CharField(max_length=64, unique=True)
    made = models.DateTimeField(_("since"), default=timezone.now)

    class Meta:
        verbose_name = _("address that wants no mail")
        verbose_name_plural = _("addresses that want no mail")

    def __str__(self) -> str:
        return self.hash[:8]


class Question(models.Model):
    """An e-mail address whose owner was asked whether messages are to come, by its keyed hash. Nobody else can have it
    asked again for as long as the link of that question is good."""

    hash = models.CharField(max_length=64, unique=True)
    asked = models.DateTimeField(_("asked"), default=timezone.now)

    class Meta:
        verbose_name = _("question to an e-mail address")
        verbose_name_plural = _("questions to e-mail addresses")

    def __str__(self) -> str:
        return self.hash[:8]


class Call(models.Model):
    """When a visitor was last called about one thing, so that calls stay rare."""

    visitor = models.CharField(_("visitor"), max_length=64)
    about = models.CharField(_("about"), max_length=40)
    """A race or a room, by its code."""
    at = models.DateTimeField(_("when"), default=timezone.now, db_index=True)
    arrived = models.BooleanField(_("arrived"), default=False)
    """Whether one address took it; if none did, it is tried again."""

    class Meta:
        constraints: ClassVar = [models.UniqueConstraint(fields=["visitor", "about"], name="one_call_about_a_thing")]
        verbose_name = _("call")
        verbose_name_plural = _("calls")

    def __str__(self) -> str:
        return f"{self.visitor}: {self.about}"
