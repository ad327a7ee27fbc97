"""The one file of settings. Without any environment it is the local profile: plain http for this machine and network.

HEATSITE_HOSTS makes it the public profile: those hosts only, behind https, with a secret from the environment.
docs/OPERATING.md tells what each variable does.
"""

import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from redis.exceptions import RedisError

from heatsite import env
from races import registry

BASE_DIR = Path(__file__).resolve().parent.parent

HOSTS = env.hosts("HEATSITE_HOSTS")
PUBLIC = bool(HOSTS)
DEBUG = env.flag("HEATSITE_DEBUG")
SECRET_KEY = env.text("HEATSITE_SECRET_KEY")
LEAST_SECRET, LEAST_DIFFERENT = 32, 8
if PUBLIC and DEBUG:
    raise ImproperlyConfigured(
        "HEATSITE_DEBUG shows the inside of the site; it cannot be on where HEATSITE_HOSTS is set."
    )
if PUBLIC and not SECRET_KEY:
    raise ImproperlyConfigured("A public site needs HEATSITE_SECRET_KEY: fifty random characters that are kept secret.")
if PUBLIC and "*" in HOSTS:
    raise ImproperlyConfigured(
        "HEATSITE_HOSTS must name the hosts of the site: with “*” any name would be one of its own."
    )
if PUBLIC and (len(SECRET_KEY) < LEAST_SECRET or len(set(SECRET_KEY)) < LEAST_DIFFERENT):
    raise ImproperlyConfigured(
        f"HEATSITE_SECRET_KEY has fewer than {LEAST_SECRET} characters, or too few different ones: it could be guessed."
    )
if not SECRET_KEY:
    SECRET_KEY = env.secret_of(BASE_DIR / "secret.key")

ALLOWED_HOSTS = HOSTS or [
    "*"
]  # sockets and forms compare Origin with Host, so an open list opens nothing to other sites
if PUBLIC:
    CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in HOSTS]
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = True
    SECURE_HSTS_SECONDS = env.number("HEATSITE_HSTS", 365 * 24 * 3600)
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.flag("HEATSITE_HSTS_SUBDOMAINS")
    # Whether other sites of the same domain keep to https is for their operator to say.
    SILENCED_SYSTEM_CHECKS = [] if SECURE_HSTS_PRELOAD else ["security.W005", "security.W021"]
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = VISITOR_COOKIE_SECURE = PUBLIC
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}

INSTALLED_APPS = [
    "daphne",
    "heatsite",
    "operating",
    "lobby",
    "races",
    "channels",
    "csp",
    "django_htmx",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.sitemaps",
    "django.forms",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
]
MIDDLEWARE = [
    "operating.middleware.MachinesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "heatsite.headers.PermissionsPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "heatsite.errors.FormEncodingMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "heatsite.errors.BoundedFieldsMiddleware",
    "heatsite.errors.NotAllowedMiddleware",
    "heatsite.errors.DatabaseAwayMiddleware",
    "heatsite.errors.OpenedRecordMiddleware",
    "heatsite.errors.NulMiddleware",
    "heatsite.visitors.VisitorMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]
ROOT_URLCONF = "heatsite.urls"
ASGI_APPLICATION = "heatsite.asgi.application"
TEMPLATES: list[dict[str, Any]] = [
    {
        "NAME": "django",
        "BACKEND": "heatsite.compiled.backend.Templates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    ["heatsite.template_loader.Loader", "django.template.loaders.app_directories.Loader"],
                )
            ],
            "libraries": registry.named("tags"),
            "builtins": [
                "races.templatetags.drawing",
                "races.templatetags.once",
                "lobby.templatetags.links",
                "django.templatetags.i18n",
                "django.templatetags.static",
            ],
        },
    }
]

DATABASES: dict[str, dict[str, Any]]
if postgres := env.text("HEATSITE_POSTGRES"):  # name, or name@host:port/user with PGPASSWORD or a .pgpass
    # Of a server process; a command of manage.py has one connection, and tells at once why it cannot have it. While the
    # database is away, pages say so after five seconds, and the pool tries again every second or two, not more and more
    # rarely, so that the site goes on when the database is back.
    size = env.number("HEATSITE_POSTGRES_POOL", 8, least=1)
    pool = {"min_size": 1, "max_size": size, "timeout": 5, "reconnect_timeout": 5}
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.postgresql",
            "NAME": postgres,
            "USER": env.text("PGUSER"),
            "PASSWORD": env.text("PGPASSWORD"),
            "HOST": env.text("PGHOST"),
            "PORT": env.text("PGPORT"),
            "OPTIONS": {"pool": pool} if "daphne.server" in sys.modules else {},
        }
    }
else:
    durable = env.choice("HEATSITE_SQLITE_SYNC", "NORMAL", ("NORMAL", "FULL"))
    DATABASES = {
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": env.text("HEATSITE_DB") or str(BASE_DIR / "heatsite.sqlite3"),
            "CONN_MAX_AGE": None,  # opening one costs as much as a command does
            "OPTIONS": {
                # Readers never wait, a writer takes its lock at once, and a second one waits for it.
                "transaction_mode": "IMMEDIATE",
                "timeout": 20,
                "init_command": f"PRAGMA journal_mode=WAL; PRAGMA synchronous={durable}; PRAGMA foreign_keys=ON;",
            },
            "TEST": {"NAME": BASE_DIR / f"test-{os.getpid()}.sqlite3"},  # a file, for threads; two runs do not share it
        }
    }
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL, LOGIN_REDIRECT_URL = "admin:login", "admin:index"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS = env.redis("HEATSITE_REDIS")
if REDIS:  # several processes
    CHANNEL_LAYERS: dict[str, Any] = {
        "default": {
            # That of publishing and subscribing: a restart of Redis ends no connection, and memberships do not age.
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {
                "hosts": [
                    {
                        "address": REDIS,
                        "socket_timeout": 2,
                        "socket_connect_timeout": 2,
                        "health_check_interval": 10,  # who only listens would not notice that a machine was gone
                    }
                ],
                "prefix": f"heatsite{urlsplit(REDIS).path}",  # Redis tells what is published to those of all databases
            },
        }
    }
else:
    CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}

# Only what lasts for seconds is cached; where there are several processes, they share it.
LOCAL_CACHE = {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
SHARED_CACHE = {
    "BACKEND": "django.core.cache.backends.redis.RedisCache",
    "LOCATION": REDIS,
    "KEY_PREFIX": "heatsite",
    "OPTIONS": {"socket_timeout": 1, "socket_connect_timeout": 1},
}
CACHES: dict[str, dict[str, Any]] = {"default": SHARED_CACHE if REDIS else LOCAL_CACHE}

STATIC_URL = "static/"
STATIC_ROOT = env.text("HEATSITE_STATIC_ROOT") or BASE_DIR / "staticfiles"
STATICFILES_DIRS = [BASE_DIR / "static"]
FIXTURE_DIRS = [BASE_DIR / "fixtures"]
# Collected files are compressed, named by their content and kept by browsers for ever; others are read as they are.
COLLECTED = PUBLIC or env.flag("HEATSITE_COLLECTED")
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = not COLLECTED
STATIC_STORAGES = {
    True: "heatsite.static_files.CollectedFiles",
    False: "django.contrib.staticfiles.storage.StaticFilesStorage",
}
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": STATIC_STORAGES[COLLECTED]},
}

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("fr", "Français"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "locale"]
LANGUAGE_COOKIE_NAME = "heatsite_language"
LANGUAGE_COOKIE_AGE = 400 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = PUBLIC
USE_I18N = True
TIME_ZONE = "UTC"
USE_TZ = True

MESSAGE_STORAGE = "django.contrib.messages.storage.cookie.CookieStorage"
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# How the tables are run. In seconds, where nothing else is said.
ROOM_LIFETIME = env.number("HEATSITE_ROOM_LIFETIME", 4 * 3600, least=60)
"""A room in which nothing happened for so long is removed; its races stay."""
MOST_DAYS = 365 * 100
KEEP = {
    "visitors": env.number("HEATSITE_KEEP_VISITORS", 730, most=MOST_DAYS),
    "races": env.number("HEATSITE_KEEP_RACES", 0, most=MOST_DAYS),
    "unfinished": env.number("HEATSITE_KEEP_UNFINISHED", 90, most=MOST_DAYS),
    "opened": env.number("HEATSITE_KEEP_OPENED", 1, least=1, most=MOST_DAYS),
    "driven_on": env.number("HEATSITE_KEEP_DRIVEN_ON", 30, most=MOST_DAYS),
    "reviews": env.number("HEATSITE_KEEP_REVIEWS", 90, most=MOST_DAYS),
    "contents": env.number("HEATSITE_KEEP_CONTENTS", 1, least=1, most=MOST_DAYS),
}
"""Days for which things are kept, and 0 for ever: a visitor after their last race, races after their end, races in
which nothing happens before they are ended as they stand, records that were opened from a file, races that went on from
one that is gone, reviews, and contents that no race names."""
OPENINGS_OF_ADDRESS = env.number("HEATSITE_OPENINGS", 150, least=1)
"""Rooms and races that may be opened from one address within an hour; a class or a club shares one."""
SOCKETS_OF_ADDRESS = env.number("HEATSITE_SOCKETS", 500, least=1)
"""Connections that may be open from one address at a time: each page of a room or a race has one."""
DRAW_TRACKS = True
"""Whether a saved circuit is drawn at once, by a process of its own."""
BOT_PROCESSES = env.number("HEATSITE_BOT_PROCESSES", 1, least=1)
BOT_PATIENCE = env.number("HEATSITE_BOT_PATIENCE", 10, least=1)
"""Seconds that a bot may think before a stand-in answers for it."""
BOT_NICENESS = env.number("HEATSITE_BOT_NICENESS", 19, most=19)
"""How far the processes in which bots think, and races are looked back at, give way to all others: 0 is not at all."""
METRICS_FOR = env.networks("HEATSITE_METRICS")
"""The networks from which the metrics of a process may be read; none without it."""
SLOW_COMMAND = env.number("HEATSITE_SLOW_COMMAND", 500)
"""Milliseconds from which on the log reports a command as slow."""

# Calls for who is away while a game waits (lobby/calls).
PUSH_SERVICES = (
    *("fcm.googleapis.com", "push.services.mozilla.com", "push.apple.com", "notify.windows.com"),
    *env.words("HEATSITE_PUSH_SERVICES"),
)
"""The hosts to which messages for browsers may go. One with a scheme, as http://localhost:8099, is for tests."""
CONTACT = env.text("HEATSITE_CONTACT")
"""Whom a push service can reach about the messages of this site: an address as mailto:… or https:…; else the site."""
EMAIL_HOST = env.text("HEATSITE_MAIL_HOST")
MAIL = bool(EMAIL_HOST)
"""Whether calls go out by e-mail, too."""
MAIL_SECURITY = env.choice("HEATSITE_MAIL_SECURITY", "starttls", ("starttls", "tls", "none"))
EMAIL_USE_TLS, EMAIL_USE_SSL = MAIL_SECURITY == "starttls", MAIL_SECURITY == "tls"
MAIL_PORTS = {"starttls": 587, "tls": 465, "none": 25}
EMAIL_PORT = env.number("HEATSITE_MAIL_PORT", MAIL_PORTS[MAIL_SECURITY], least=1, most=65535)
EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = env.text("HEATSITE_MAIL_USER"), env.text("HEATSITE_MAIL_PASSWORD")
EMAIL_TIMEOUT = 4
DEFAULT_FROM_EMAIL = env.text("HEATSITE_MAIL_FROM")
if MAIL and not PUBLIC:
    raise ImproperlyConfigured(
        "HEATSITE_MAIL_HOST needs HEATSITE_HOSTS: mails hold links, and without it a stranger could name their host."
    )
if MAIL and not DEFAULT_FROM_EMAIL:
    raise ImproperlyConfigured("HEATSITE_MAIL_HOST needs HEATSITE_MAIL_FROM, the address that mail comes from.")

LOG = env.choice("HEATSITE_LOG", "INFO", ("DEBUG", "INFO", "WARNING", "ERROR"))
LOG_FORMAT = env.choice("HEATSITE_LOG_FORMAT", "plain", ("plain", "json"))
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "heatsite.logs.JsonLines"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT, "filters": ["database_is_there"]}
    },
    "root": {
        "handlers": ["console"],
        "level": "WARNING" if LOG == "INFO" else LOG,  # at INFO, libraries tell more of themselves than of the site
    },
    "filters": {
        "database_is_there": {"()": "races.database.ToldOnce"},
        "layer_is_there": {
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: not (record.exc_info and isinstance(record.exc_info[1], RedisError)),
        },
        "not_away": {  # why the site is away is logged once, by what finds it, and not for each who asks
            "()": "django.utils.log.CallbackFilter",
            "callback": lambda record: getattr(record, "status_code", 0) != 503,
        },
    },
    "loggers": {
        **{name: {"level": LOG} for name in ("heatsite", "lobby", "operating", "races")},
        # What strangers try is refused, and fills no log with traces of how.
        "django.request": {"level": "ERROR", "filters": ["not_away"]},
        "django.security": {"level": "CRITICAL"},
        # While Redis is away, `races.sockets` says so once; these would for each connection, and each second.
        "daphne.server": {"filters": ["layer_is_there"]},
        "channels_redis": {"level": "CRITICAL"},
    },
}
