"""Settings of a wiki that guests read and members write."""
# mypy: ignore-errors

from shared_settings import *  # noqa: F403
from shared_settings import APPS, MIDDLEWARE, templates

INSTALLED_APPS = [
    *APPS,
    "django_nyt",
    "mptt",
    "sekizai",
    "sorl.thumbnail",
    "wiki",
    "wiki.plugins.attachments",
    "wiki.plugins.editsection",
    "wiki.plugins.globalhistory",
    "wiki.plugins.help",
    "wiki.plugins.images",
    "wiki.plugins.links",
    "wiki.plugins.macros",
    "wiki.plugins.notifications",
    "wiki.plugins.redlinks",
]
MIDDLEWARE = [*MIDDLEWARE]
TEMPLATES = templates("sekizai.context_processors.sekizai")
WIKI_ANONYMOUS = True
WIKI_ANONYMOUS_WRITE = False
