"""The environment of the replay tests: pywb and the WACZ validator, apart from ours.

pywb pins an old redis client and brings another package named brotli, so it can't be installed
beside us. `python tests/conformance/pywb_env.py` makes the environment once, beside the virtual
environment's packages; PERIPLUS_PYWB may name another one that has both tools.
"""

import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

REQUIREMENTS = ("pywb==2.10.0", "wacz==0.6.0")
INSTALL_SECONDS = 900


def directory() -> Path:
    """Where the environment is."""
    return Path(os.environ.get("PERIPLUS_PYWB") or Path(sys.prefix) / "conformance" / "replay")


def is_ready() -> bool:
    """Whether it was made completely, for these versions."""
    if os.environ.get("PERIPLUS_PYWB"):
        return (directory() / "bin" / "wayback").is_file()
    stamp = directory() / "stamp"
    return stamp.is_file() and stamp.read_text() == "\n".join(REQUIREMENTS)


def need(program: str) -> str:
    """The path of a program, or a skip that says how to get it. In CI its absence is a failure."""
    if is_ready():
        return str(directory() / "bin" / program)
    message = f"no environment with {program}: run {Path(__file__).name} first"
    if os.environ.get("CI"):
        pytest.fail(message)
    pytest.skip(message)


def make() -> None:
    """Make the environment.

    Raises:
        subprocess.SubprocessError: pip could not install the tools.
    """
    venv.create(directory(), clear=True, with_pip=True)
    command = [str(directory() / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    subprocess.run([*command, *REQUIREMENTS], check=True, timeout=INSTALL_SECONDS)
    (directory() / "stamp").write_text("\n".join(REQUIREMENTS))


def main() -> int:
    """Make it if it isn't there."""
    if is_ready():
        return 0
    print("Getting pywb and wacz for the replay tests ...", file=sys.stderr)
    try:
        make()
    except (subprocess.SubprocessError, OSError) as error:
        print(f"  {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
