"""The one settings module. Every value comes from an environment variable; without any the service runs embedded.

Embedded: no DATABASE_URL. PostgreSQL from its wheel, a broker in files, a local mailbox, everything under `.local/`.
deploy/env.example and deploy/owner.env.example document each variable.
"""

import os
import ssl
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured
from kombu import Exchange, Queue

from asgard_pbem import env
from asgard_pbem.database import patience
from asgard_pbem.database.addressing import by_address
from asgard_pbem.embedded import postgres as embedded_postgres
from asgard_pbem.serving import lines, rounds
from asgard_pbem.tables.store.keeping.days import days

BASE_DIR = Path(__file__).resolve().parent.parent
LOCAL_DIR = Path(env.text("LOCAL_DIR", str(BASE_DIR / ".local"))).resolve()

# --- What this installation is ---------------

EMBEDDED = not env.text("DATABASE_URL")
DEBUG = env.flag("DEBUG")
PUBLIC_URL = env.page("PUBLIC_URL", "http://127.0.0.1:8000")
PUBLIC_HOST = urlsplit(PUBLIC_URL).hostname or "localhost"
HTTPS = PUBLIC_URL.startswith("https://")
if DEBUG and HTTPS and not EMBEDDED:  # tracebacks with values of variables, to whoever makes a page fail
    raise ImproperlyConfigured("DEBUG must be off where PUBLIC_URL is an https:// address.")

SECRET_KEY = env.text("SECRET_KEY")
if not SECRET_KEY:
    if not EMBEDDED:
        raise ImproperlyConfigured("SECRET_KEY must be set when DATABASE_URL is set.")
    SECRET_KEY = env.kept_secret(env.made(LOCAL_DIR, "LOCAL_DIR") / "secret_key")
elif len(SECRET_KEY) < 50 and not EMBEDDED:
    raise ImproperlyConfigured("SECRET_KEY must have 50 characters or more; see deploy/env.example.")
SECRET_KEY_FALLBACKS = env.words("SECRET_KEY_FALLBACKS")

# Keys for what is stored encrypted (raw mail, press, seeds): the first encrypts, all decrypt. Derived ones stand behind
# those that are set, so what they encrypted stays readable when keys of their own come later.
_own_keys = env.words("FERNET_KEYS")
if not all(map(env.is_fernet_key, _own_keys)):
    raise ImproperlyConfigured("FERNET_KEYS are 32 bytes each, in URL-safe base64; see deploy/env.example.")
FERNET_KEYS = [*_own_keys, *(env.derived_key(secret, "fernet") for secret in (SECRET_KEY, *SECRET_KEY_FALLBACKS))]
FERNET_KEYS_DERIVED = not (EMBEDDED or _own_keys)

# A mail waits a moment for what follows it at once: a question for the moves of bots, what became of a player's mail
# for their next question, which then says it. The same for every mail: how long one takes must not tell who was asked.
PROMPT_WAITS_S = env.number("PROMPT_WAITS_S", 2)
RECEIPT_WAITS_S = env.number("RECEIPT_WAITS_S", 10)
RECEIPTS_EACH = env.flag("RECEIPTS_EACH")  # whether new people begin with each answer confirmed by a mail of its own
TABLE_NEWS_WAITS_S = env.number("TABLE_NEWS_WAITS_S", 300)
PACK_AFTER_S = 86_400  # after its schema came: until then a release may work beside that finds no packed log
BOT_THINKS_MS = env.number("BOT_THINKS_MS", 500)  # how long a bot that searches may think about one answer

ANALYSIS_SECONDS = env.number("ANALYSIS_SECONDS", 30)  # computing for each game that has ended; 0: none
ANALYSIS_SLICE_MS = env.number("ANALYSIS_SLICE_MS", 400, least=1)  # at a time: what a mail may have to wait behind it

# --- Django ---------------

INSTALLED_APPS = [
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "anymail",
    "asgard_pbem.database",
    "asgard_pbem.serving",
    "asgard_pbem.serving.staff",
    "asgard_pbem.tables",
    "asgard_pbem.boards",
    "asgard_pbem.mail",
    "asgard_pbem.alerts",
    "asgard_pbem.web",
    "asgard_pbem.web.api",
    "asgard_pbem.bots",
    "asgard_pbem.simulation",
    "asgard_pbem.embedded",
]
MIDDLEWARE = [
    "asgard_pbem.serving.metrics.requests.Timed",
    "django.middleware.security.SecurityMiddleware",
    "asgard_pbem.serving.security.SecurityHeaders",
    "asgard_pbem.serving.health.AskedFromInside",
    "asgard_pbem.serving.compressing.Compressed",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "asgard_pbem.web.api.middleware.Problems",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "asgard_pbem.web.api.middleware.ByToken",
    "asgard_pbem.web.requests.middleware.PlayerPreferences",
    "django.contrib.messages.middleware.MessageMiddleware",
    "asgard_pbem.web.requests.middleware.NotAllowed",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]
ROOT_URLCONF = "asgard_pbem.urls"
WSGI_APPLICATION = "asgard_pbem.serving.wsgi.application"
AUTH_USER_MODEL = "tables.Player"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "django.template.loaders.cached.Loader",
                    [
                        "django.template.loaders.filesystem.Loader",
                        "django.template.loaders.app_directories.Loader",
                        "asgard_pbem.boards.loader.GameTemplates",
                    ],
                ),
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.template.context_processors.tz",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "asgard_pbem.web.shown.context.open_turns",
                "asgard_pbem.web.shown.context.theme",
            ],
        },
    },
]

LANGUAGES = [("en", "English"), ("ru", "Русский")]
LANGUAGE_CODE = "en"
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = env.made(Path(env.text("STATIC_ROOT", str(LOCAL_DIR / "static"))), "STATIC_ROOT")
WHITENOISE_USE_FINDERS = EMBEDDED  # a fresh checkout serves its files without a collecting step
WHITENOISE_AUTOREFRESH = False
WHITENOISE_ALLOW_ALL_ORIGINS = False  # nobody else's pages use our files
# A name that tells what is in the file: hashed by the storage, or a typeface (asgard_pbem/preparing/faces.py).
WHITENOISE_IMMUTABLE_FILE_TEST = r"^.+\.[0-9a-f]{12}\..+$"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if EMBEDDED
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
    },
}

# --- Database ---------------
# The application works as DATABASE_ROLE, which may not change what was written; migrations work as the owner.

DATABASE_ROLE = env.text("DATABASE_ROLE", "asgard_app")
DATABASE_AS_OWNER = env.flag("DATABASE_AS_OWNER")  # set by manage.py for the commands that change the schema
DATABASE_SPREAD = env.flag("DATABASE_SPREAD")  # over a Citus cluster, by deploy/citus.sql
_owner_url = env.text("DATABASE_OWNER_URL")
if EMBEDDED:
    _database: dict[str, Any] = embedded_postgres.settings(LOCAL_DIR / "pg")
else:
    _database = by_address("DATABASE_OWNER_URL" if DATABASE_AS_OWNER and _owner_url else "DATABASE_URL")
DATABASES = {
    "default": {
        **_database,
        "OPTIONS": {**patience.OPTIONS, **_database.get("OPTIONS", {})},  # the address may say otherwise
        "ENGINE": "asgard_pbem.database",
        "CONN_MAX_AGE": env.number("DATABASE_CONN_MAX_AGE", 600),
        "CONN_HEALTH_CHECKS": True,
        "DISABLE_SERVER_SIDE_CURSORS": env.flag("DATABASE_POOLED"),  # a pool that is not seen by itself
        "TEST": {"NAME": env.text("TEST_DB_NAME", "test_asgard")},
    }
}

# --- Sessions, cookies, headers ---------------

ALLOWED_HOSTS = list(dict.fromkeys([PUBLIC_HOST, *env.words("ALLOWED_HOSTS")]))
if EMBEDDED:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]", "testserver"]
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]
SESSION_ENGINE = "asgard_pbem.web.requests.sessions"
SESSION_COOKIE_AGE = int(timedelta(days=60).total_seconds())  # as in KEPT_DAYS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # asked by the orchestrator from inside
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if env.flag("BEHIND_PROXY", default=HTTPS) else None
_hsts_s = env.number("HSTS_SECONDS", int(timedelta(days=365).total_seconds()))
SECURE_HSTS_SECONDS = _hsts_s if HTTPS else 0
# Both bind the other names of the domain too, for as long as browsers remember: whoever owns them all may ask for it.
SECURE_HSTS_INCLUDE_SUBDOMAINS = env.flag("HSTS_SUBDOMAINS") and HTTPS
SECURE_HSTS_PRELOAD = env.flag("HSTS_PRELOAD") and HTTPS
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = None  # of documents alone, by serving.security: Django has no choice
X_FRAME_OPTIONS = "DENY"
FILE_UPLOAD_HANDLERS = ["asgard_pbem.serving.security.RefuseFiles"]
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024  # a webhook carries a mail of up to 1 MiB, and more around it
LOGIN_URL = "/sign-in/"
STAFF = [address.casefold() for address in env.words("STAFF")]  # who may look at /admin/; nobody: there is none

# --- Mail ---------------

# The one address of an installation that has a mailbox and no domain for mail: all goes out from it and comes to it.
ONE_ADDRESS = env.text("ONE_ADDRESS").lower()
ONE_ADDRESS_PLUS = env.flag("ONE_ADDRESS_PLUS")  # whether what is written to `name+anything@` comes to it too
if ONE_ADDRESS and not env.is_address(ONE_ADDRESS):
    raise ImproperlyConfigured("ONE_ADDRESS must be one plain address, like games@example.org.")
MAIL_DOMAIN = env.host("MAIL_DOMAIN", PUBLIC_HOST if ONE_ADDRESS else "asgard.localhost")  # of From and Message-ID
IN_DOMAIN = env.host("IN_DOMAIN", "in.asgard.localhost" if EMBEDDED else MAIL_DOMAIN)  # domain of reply addresses
# Where mail came before the service moved: answers to the mails of then still come there, and count.
FORMER_IN_DOMAINS = env.hosts("FORMER_IN_DOMAINS")
PLAY_ADDRESS = ONE_ADDRESS or f"play@{IN_DOMAIN}"  # where whoever knows no other address writes to
OWN_DOMAINS = list(dict.fromkeys([MAIL_DOMAIN, IN_DOMAIN, *FORMER_IN_DOMAINS, *env.hosts("OWN_DOMAINS")]))
DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("FROM_EMAIL", f"Asgard PBEM <{ONE_ADDRESS or f'games@{MAIL_DOMAIN}'}>")
if "@" not in parseaddr(DEFAULT_FROM_EMAIL)[1]:
    raise ImproperlyConfigured("FROM_EMAIL must be like Asgard PBEM <games@example.org>.")
# Behind which doors a mail server of ours writes Authentication-Results, under which id, and how many Received fields
# of our own servers stand above it. Without all that a header says what its sender likes, so there is no default.
AUTHSERV_ID = env.text("AUTHSERV_ID")
AUTH_RESULTS_DOORS = env.words("AUTH_RESULTS_DOORS")
AUTH_RESULTS_HOPS = env.number("AUTH_RESULTS_HOPS", 0)
if set(AUTH_RESULTS_DOORS) - {"smtp", "lmtp", "pipe", "imap"}:
    raise ImproperlyConfigured("AUTH_RESULTS_DOORS may name smtp, lmtp, pipe and imap.")
if bool(AUTH_RESULTS_DOORS) != bool(AUTHSERV_ID):
    raise ImproperlyConfigured("AUTH_RESULTS_DOORS and AUTHSERV_ID belong together.")
INBOUND_SMTP_HOST = env.text("INBOUND_SMTP_HOST", "127.0.0.1")
INBOUND_SMTP_PORT = env.number("INBOUND_SMTP_PORT", 2525, most=65_535)
INBOUND_LMTP = env.text("INBOUND_LMTP")  # `host:port` or the path of a Unix socket: LMTP beside SMTP
IMAP_MAILBOXES = env.words("IMAP_MAILBOXES")  # what `fetch_mail` empties; asgard_pbem.mail.doors.imap.mailboxes
IMAP_LOOK_S = env.number("IMAP_LOOK_S", 60, least=1, most=600)  # how often it looks itself, told of new mail or not
MAIL_DATA_LIMIT_BYTES = env.number(  # taken at most, else 552, 413; no more than is ever read
    "MAIL_DATA_LIMIT_BYTES", 1024 * 1024, least=1024, most=1024 * 1024
)
# Mails in an hour that are read, and those of one person or seat that are carried out; more are stored and left.
MAIL_PER_TOKEN_HOUR, MAIL_PER_SENDER_HOUR = 30, 60
MAIL_PER_SEAT_HOUR = env.number("MAIL_PER_SEAT_HOUR", 60)
MAIL_PER_PERSON_HOUR = env.number("MAIL_PER_PERSON_HOUR", 120)
# Mails of ours to an address whose sender nothing proved, and questions to people whom we do not know, over all.
UNPROVEN_ANSWERS_HOUR = env.number("UNPROVEN_ANSWERS_HOUR", 5)
UNPROVEN_ANSWERS_DAY = env.number("UNPROVEN_ANSWERS_DAY", 10)
STRANGERS_HOUR = env.number("STRANGERS_HOUR", 30)
TIME_OUTS_IN_A_ROW = env.number("TIME_OUTS_IN_A_ROW", 3)  # of one seat: then a bot plays on there; 0: never
KEPT_DAYS = days()  # what is kept how long; docs/forgetting.md says it in words
RAW_MAIL_DAYS = KEPT_DAYS["raw_mail"]

# What one person may cause; see asgard_pbem.tables.guards.limits.
TABLES_AN_HOUR = env.number("TABLES_AN_HOUR", 20)
TABLES_WAITING = env.number("TABLES_WAITING", 10)  # opened by one person, with free seats
TABLES_AT_ONCE = env.number("TABLES_AT_ONCE", 40)  # at which one person sits, practice included
FORKS_AN_HOUR = env.number("FORKS_AN_HOUR", 20)
PRESS_AN_HOUR = env.number("PRESS_AN_HOUR", 40)  # each is a mail to every other seat
UNDOS_AN_HOUR = env.number("UNDOS_AN_HOUR", 20)  # of one seat
CHANGES_AN_HOUR = env.number("CHANGES_AN_HOUR", 400)  # moves and plans of one seat, after which none replaces others
PAUSES_AN_HOUR = env.number("PAUSES_AN_HOUR", 4)  # asked for at one table; each, and its end, is a mail to all others
SEATINGS_AN_HOUR = env.number("SEATINGS_AN_HOUR", 10)  # of one person at one table, other words for the seed included
SIGN_IN_LINKS_AN_HOUR = env.number("SIGN_IN_LINKS_AN_HOUR", 5)  # to one mailbox
SIGN_IN_LINKS_A_DAY = env.number("SIGN_IN_LINKS_A_DAY", 10)  # to one of whoever is not here
SIGN_INS_AN_HOUR = env.number("SIGN_INS_AN_HOUR", 30)  # asked for by one network address
INVITATIONS_A_DAY = env.number("INVITATIONS_A_DAY", 30)  # from one person
INVITATIONS_TO_ONE = env.number("INVITATIONS_TO_ONE", 3)  # a day; unanswered ones in all to an unproven address
API_A_MINUTE = env.number("API_A_MINUTE", 300)  # requests of one person, or of one network address for strangers
EMBEDDED_PLAYER_EMAIL = "you@home.localhost"  # whoever runs `make play`; a foreign domain, or replies would be loops

# Notices by browsers: none without a key (`manage.py vapid_key`). Whom push services may write to about it, and which
# services are called: where a browser wants to be told is an address from outside.
VAPID_PRIVATE_KEY = env.text("VAPID_PRIVATE_KEY")
VAPID_SUBJECT = env.text("VAPID_SUBJECT", PUBLIC_URL if HTTPS else f"mailto:games@{MAIL_DOMAIN}")
PUSH_SERVICES = env.words("PUSH_SERVICES") or [
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.notify.windows.com",
    "https://*.push.apple.com",
]

ANYMAIL: dict[str, Any] = env.prefixed(
    "ANYMAIL_", known={"PROVIDER": "", "WEBHOOK_SECRET": "", "POSTMARK_SERVER_TOKEN": "", "MAILGUN_API_KEY": ""}
)
ANYMAIL_PROVIDER = ANYMAIL.pop("PROVIDER", "").lower()
if "WEBHOOK_SECRET" in ANYMAIL:  # `user:password`, several while one is being replaced
    ANYMAIL["WEBHOOK_SECRET"] = env.words("ANYMAIL_WEBHOOK_SECRET")
    if not all(":" in one for one in ANYMAIL["WEBHOOK_SECRET"]):
        raise ImproperlyConfigured("ANYMAIL_WEBHOOK_SECRET must be user:password, or several with commas.")
# Mail that never leaves this machine: only then are the mailbox pages there, and is a From line believed as it stands.
LOCAL_MAILBOX = EMBEDDED and not ANYMAIL_PROVIDER and not env.text("EMAIL_URL")
LOCAL_MAIL_DIR = LOCAL_DIR / "mail"  # of Maildirs with copies, for mail programs
if LOCAL_MAILBOX:
    EMAIL_BACKEND = "asgard_pbem.embedded.mailbox.MailboxBackend"
elif ANYMAIL_PROVIDER:
    EMAIL_BACKEND = f"anymail.backends.{ANYMAIL_PROVIDER}.EmailBackend"
else:  # smtp://user:password@host:port, smtps:// for TLS from the first byte, smtp+tls:// for STARTTLS
    _smtp = env.address("EMAIL_URL", "smtp://localhost:25", ("smtp", "smtps", "smtp+tls"))
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST, EMAIL_PORT = _smtp.hostname or "localhost", _smtp.port or 25
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = unquote(_smtp.username or ""), unquote(_smtp.password or "")
    EMAIL_USE_SSL, EMAIL_USE_TLS = _smtp.scheme == "smtps", _smtp.scheme == "smtp+tls"
EMAIL_TIMEOUT = 20

# --- Celery ---------------
# Tasks carry keys only and may run twice; a sweep repeats whatever the broker lost.

_broker_dir = LOCAL_DIR / "broker"
env.address("BROKER_URL", "files://local", ("amqp", "amqps", "redis", "rediss", "files", "memory"))
CELERY_BROKER_URL = env.text("BROKER_URL", "files://local")
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = {}
if CELERY_BROKER_URL.startswith("files:"):
    for _name in ("queue", "control"):
        env.made(_broker_dir / _name, "LOCAL_DIR")
    CELERY_BROKER_TRANSPORT_OPTIONS = {
        "data_folder_in": str(_broker_dir / "queue"),
        "data_folder_out": str(_broker_dir / "queue"),
        "control_folder": str(_broker_dir / "control"),
        "polling_interval": 0.02,  # seconds; docs/decisions/broker.md
    }
# Left alone, one client looks at no certificate and the other at no name: TLS to anybody who answers.
if CELERY_BROKER_URL.startswith("rediss:"):
    CELERY_BROKER_USE_SSL: dict[str, Any] = {"ssl_cert_reqs": ssl.CERT_REQUIRED, "ssl_check_hostname": True}
elif CELERY_BROKER_URL.startswith("amqps:"):
    CELERY_BROKER_USE_SSL = {"cert_reqs": ssl.CERT_REQUIRED, "server_hostname": None}  # None: that of the address
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
# For ever: after a hundred tries, some 48 minutes, a worker would end with exit code 0, which calls for no restart.
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
TASKS = rounds.TASKS
CELERY_TASK_QUEUES = [Queue(name, Exchange(name), routing_key=name) for name in TASKS]
CELERY_TASK_DEFAULT_QUEUE = "clock"
CELERY_TASK_ROUTES = {f"asgard_pbem.{task}": {"queue": queue} for queue, tasks in TASKS.items() for task in tasks}
CELERY_TASK_ACKS_LATE = True
# What kills its worker is not handed to the next one at once: the sweep finds by the rows what is left undone, and
# each row counts how often it was tried.
CELERY_TASK_REJECT_ON_WORKER_LOST = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# kB, after which a child makes room for a new one when its task is done. One that draws boards of all games keeps parts
# of them and levels off at 350 MB: with less room it would be replaced for ever, and begin with nothing kept.
CELERY_WORKER_MAX_MEMORY_PER_CHILD = env.number("WORKER_CHILD_MB", 400, most=2**20) * 1024
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "UTC"
CELERY_TASK_SOFT_TIME_LIMIT = 60
CELERY_TASK_TIME_LIMIT = 90
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BEAT_SCHEDULER = "asgard_pbem.serving.beat:Beat"
CELERY_BEAT_MAX_LOOP_INTERVAL = 10  # seconds between two looks at the clock
CELERY_BEAT_SCHEDULE = rounds.schedule(embedded=EMBEDDED)

# --- Seen from outside ---------------

METRICS_TOKEN = env.text("METRICS_TOKEN")  # opens /metrics
METRICS_PORT = env.number("METRICS_PORT", 0, most=65_535)  # where workers, beat, inbound and fetch tell their own
METRICS_ASIDE = env.flag("METRICS_ASIDE")  # set by manage.py for commands that end
METRICS_HOST = env.text("METRICS_HOST", "127.0.0.1")
# Copies of the database that deploy/copies makes, and that are missed when they are late; `elsewhere`: it makes none.
COPIES = env.several("COPIES", "elsewhere" if EMBEDDED else "base,dump", ("base", "dump", "elsewhere"))
if METRICS_TOKEN or METRICS_PORT:  # one folder for the processes of one service, before prometheus_client is loaded
    _metrics_dir = LOCAL_DIR / "metrics" / str(METRICS_PORT or "web")
    if not METRICS_ASIDE:
        env.writable(env.made(_metrics_dir, "LOCAL_DIR"), "LOCAL_DIR")
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_metrics_dir)
    elif env.is_own(_metrics_dir):  # else they count for nobody, and leave nothing there that the service cannot use
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(_metrics_dir)

# --- Log ---------------

SENTRY_DSN = env.text("SENTRY_DSN")  # errors are told there, without a word of anybody
LOG_FORMAT = lines.kind()
_log_level = env.word("LOG_LEVEL", "warning" if EMBEDDED else "info", lines.LEVELS)
LOGGING = lines.configuration(LOG_FORMAT, _log_level.upper())

SILENCED_SYSTEM_CHECKS = [
    "security.W005",  # HSTS for subdomains and browsers' lists: for whoever owns the whole domain to ask for
    "security.W021",
]

# --- What must not stay as the examples have it ---------------

if not EMBEDDED and (_untouched := env.holding("change-me")):
    raise ImproperlyConfigured(f"Still the example's change-me: {', '.join(_untouched)}.")
