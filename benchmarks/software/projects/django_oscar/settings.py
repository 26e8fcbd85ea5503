"""Settings of a shop with Oscar's defaults."""
# mypy: ignore-errors

from oscar import INSTALLED_APPS as OSCAR_APPS
from oscar.defaults import *  # noqa: F403
from shared_settings import *  # noqa: F403
from shared_settings import HERE, MIDDLEWARE, templates

INSTALLED_APPS = [*OSCAR_APPS, "sorl.thumbnail"]
MIDDLEWARE = [
    *MIDDLEWARE,
    "oscar.apps.basket.middleware.BasketMiddleware",
    "django.contrib.flatpages.middleware.FlatpageFallbackMiddleware",
]
TEMPLATES = templates(
    "oscar.apps.search.context_processors.search_form",
    "oscar.apps.checkout.context_processors.checkout",
    "oscar.apps.communication.notifications.context_processors.notifications",
    "oscar.core.context_processors.metadata",
)
STATIC_ROOT = str(HERE / "static")
HAYSTACK_CONNECTIONS = {
    "default": {
        "ENGINE": "haystack.backends.whoosh_backend.WhooshEngine",
        "PATH": str(HERE / "index"),
    }
}

# The index is built once, after everything is there.
HAYSTACK_SIGNAL_PROCESSOR = "haystack.signals.BaseSignalProcessor"
