"""Settings of a forum with PyBBM's defaults."""
# mypy: ignore-errors

import inspect

from shared_settings import *  # noqa: F403
from shared_settings import APPS, MIDDLEWARE, templates

INSTALLED_APPS = [*APPS, "pybb"]
MIDDLEWARE = [*MIDDLEWARE, "pybb.middleware.PybbMiddleware"]
TEMPLATES = templates("pybb.context_processors.processor")
PYBB_DEFAULT_TITLE = "Forum"
PYBB_TEMPLATE = "frame.html"
PYBB_DISABLE_NOTIFICATIONS = True

# Python 3.11 took it away; PyBBM 0.19 asks for the names of arguments with it.
inspect.getargspec = inspect.getfullargspec
