"""The wiki at the root, as its example project has it."""
# mypy: ignore-errors

from django.urls import include, path

urlpatterns = [
    path("notifications/", include("django_nyt.urls")),
    path("", include("wiki.urls")),
]
