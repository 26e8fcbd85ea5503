"""Settings of a forum with django-machina's defaults."""
# mypy: ignore-errors

from machina import MACHINA_MAIN_TEMPLATE_DIR
from shared_settings import *  # noqa: F403
from shared_settings import APPS, HERE, MIDDLEWARE, templates

INSTALLED_APPS = [
    *APPS,
    "mptt",
    "haystack",
    "widget_tweaks",
    "machina",
    "machina.apps.forum",
    "machina.apps.forum_conversation",
    "machina.apps.forum_conversation.forum_attachments",
    "machina.apps.forum_conversation.forum_polls",
    "machina.apps.forum_feeds",
    "machina.apps.forum_moderation",
    "machina.apps.forum_search",
    "machina.apps.forum_tracking",
    "machina.apps.forum_member",
    "machina.apps.forum_permission",
]
MIDDLEWARE = [
    *MIDDLEWARE,
    "machina.apps.forum_permission.middleware.ForumPermissionMiddleware",
]
TEMPLATES = templates(
    "machina.core.context_processors.metadata", directories=[MACHINA_MAIN_TEMPLATE_DIR]
)
CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    "machina_attachments": {
        "BACKEND": "django.core.cache.backends.filebased.FileBasedCache",
        "LOCATION": str(HERE / "attachments"),
    },
}
HAYSTACK_CONNECTIONS = {"default": {"ENGINE": "haystack.backends.simple_backend.SimpleEngine"}}
