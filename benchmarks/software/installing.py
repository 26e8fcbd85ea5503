"""Brings software onto this machine: Debian packages, or Python packages in venvs of their own."""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

APT = ("apt-get", "-y", "-qq", "-o", "Dpkg::Use-Pty=0", "--no-install-recommends")


def run(
    command: Sequence[str | Path], where: Path | None = None, stdin: bytes | None = None
) -> bytes:
    """What a command printed. Raises RuntimeError with its last lines where it fails."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    done = subprocess.run(
        [str(part) for part in command],
        cwd=where,
        input=stdin,
        stdin=subprocess.DEVNULL if stdin is None else None,
        capture_output=True,
        env=environment,
        check=False,
    )
    if done.returncode:
        said = (done.stdout + done.stderr).decode(errors="replace").splitlines()[-15:]
        raise RuntimeError(f"{command[0]} failed ({done.returncode}):\n" + "\n".join(said))
    return done.stdout


def debian(*packages: str, there: Path) -> None:
    """Install Debian packages unless what they bring is there. Needs root."""
    if not there.exists():
        run([*APT, "install", *packages])


def debian_files(package: str, place: Path) -> Path:
    """The files of a Debian package unpacked in a directory: no service is set up."""
    root = place / package
    if not root.exists():
        place.mkdir(parents=True, exist_ok=True)
        run(["apt-get", "-qq", "-o", "APT::Sandbox::User=root", "download", package], place)
        (archive,) = place.glob(f"{package}_*.deb")
        run(["dpkg-deb", "-x", archive, root])
        archive.unlink()
    return root


def debian_version(package: str) -> str:
    """The version of a package in the archive that this machine uses."""
    shown = run(["apt-cache", "show", "--no-all-versions", package]).decode()
    return next(line[9:] for line in shown.splitlines() if line.startswith("Version: "))


def venv(place: Path, *requirements: str) -> Path:
    """The bin directory of a virtual environment with these requirements."""
    stamp = place / "requirements"
    wanted = "\n".join(requirements)
    if not stamp.exists() or stamp.read_text() != wanted:
        shutil.rmtree(place, ignore_errors=True)
        run([sys.executable, "-m", "venv", place])
        run([place / "bin" / "pip", "install", "-q", *requirements])
        stamp.write_text(wanted)
    return place / "bin"


def python_version(bin_directory: Path, package: str) -> str:
    """The version of a package in a virtual environment."""
    asked = f"from importlib.metadata import version; print(version({package!r}))"
    return run([bin_directory / "python", "-c", asked]).decode().strip()
