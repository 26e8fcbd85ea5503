"""The forum below its prefix, and accounts under the names that its templates link."""
# mypy: ignore-errors

from django.contrib.auth.forms import UserCreationForm
from django.contrib.auth.views import LoginView
from django.urls import include, path
from django.views.generic import FormView

register = FormView.as_view(
    form_class=UserCreationForm,
    template_name="registration/register.html",
    success_url="/forum/",
)
urlpatterns = [
    path("accounts/login/", LoginView.as_view(), name="auth_login"),
    path("accounts/register/", register, name="registration_register"),
    path("forum/", include("pybb.urls", namespace="pybb")),
]
