"""The forum at the root, and Django's accounts."""
# mypy: ignore-errors

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("django.contrib.auth.urls")),
    path("", include("machina.urls")),
]
