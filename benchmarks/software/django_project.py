"""Sites made with Django: settings, URLs and a loader from `projects`, run in their own venv."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

from benchmarks.software.installing import python_version, run, venv
from benchmarks.software.software import Place, Software

PROJECTS = Path(__file__).with_name("projects")


class DjangoSoftware(Software):
    """A Django application that is served by a small project of its own."""

    requirements: tuple[str, ...]  # the software's own package first

    def install(self, place: Place) -> None:
        """Make the virtual environment."""
        venv(place.programs / "venv", *self.requirements)

    def version(self, place: Place) -> str:
        """The package's version, and Django's."""
        commands = place.programs / "venv" / "bin"
        package = self.requirements[0].split("=")[0].split("<")[0].split("[")[0]
        own, django = python_version(commands, package), python_version(commands, "django")
        return f"{own} on Django {django}"

    def load(self, place: Place, content: dict[str, Any]) -> None:
        """Make the database and hand the content to the project's loader."""
        own = PROJECTS / self.name.replace("-", "_")
        for source in (PROJECTS / "shared_settings.py", *own.iterdir()):
            target = place.data / source.name
            (shutil.copytree if source.is_dir() else shutil.copy)(source, target)
        self.manage(place, "migrate", "--run-syncdb", "-v", "0")
        python = place.programs / "venv" / "bin" / "python"
        run([python, "load.py"], place.data, json.dumps(content).encode())

    def manage(self, place: Place, *arguments: str) -> None:
        """Run a command of Django's in the project."""
        run(self._django(place, *arguments), place.data)

    def serve(self, place: Place, port: int) -> subprocess.Popen[bytes]:
        """Start Django's own server."""
        return subprocess.Popen(
            self._django(place, "runserver", "--noreload", f"127.0.0.1:{port}"),
            cwd=place.data,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=(place.data / "server.log").open("wb"),
            start_new_session=True,
        )

    def _django(self, place: Place, *arguments: str) -> list[str]:
        python = place.programs / "venv" / "bin" / "python"
        return [str(python), "-m", "django", *arguments, "--settings=settings", "--pythonpath=."]
