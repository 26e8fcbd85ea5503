"""Many processes want one job at once: exactly one gets it, also after a kill."""

import os
import signal
import subprocess
import sys
from pathlib import Path

STARTS = int(os.environ.get("PERIPLUS_STARTS", "20"))

CONTENDER = """
import sys
from pathlib import Path
from periplus.errors import JobLocked
from periplus.store import JobLock

sys.stdin.readline()
try:
    with JobLock(Path(sys.argv[1])):
        print("runs", flush=True)
        sys.stdin.readline()
except JobLocked as error:
    print(f"locked by {error.pid}", flush=True)
    sys.exit(int(error.exit_code))
"""


def start(job: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CONTENDER, str(job)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def say(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("go\n")
    process.stdin.flush()


def hear(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    return process.stdout.readline().strip()


def test_of_many_simultaneous_starts_exactly_one_runs(tmp_path: Path) -> None:
    contenders = [start(tmp_path) for _ in range(STARTS)]
    try:
        for contender in contenders:
            say(contender)
        answers = [hear(contender) for contender in contenders]
        assert answers.count("runs") == 1
        winner = contenders[answers.index("runs")]
        refused = [answer for answer in answers if answer != "runs"]
        # A loser may look before the winner has written its number.
        assert set(refused) <= {f"locked by {winner.pid}", "locked by None"}
        say(winner)
        codes = [contender.wait(timeout=60) for contender in contenders]
        assert sorted(codes) == [0] + [4] * (STARTS - 1)
    finally:
        end(contenders)


def test_a_killed_holder_holds_nothing(tmp_path: Path) -> None:
    first, second = start(tmp_path), start(tmp_path)
    try:
        say(first)
        assert hear(first) == "runs"
        first.send_signal(signal.SIGKILL)
        first.wait(timeout=60)
        assert (tmp_path / ".lock").read_text() == f"{first.pid}\n"
        say(second)
        assert hear(second) == "runs"
    finally:
        end([first, second])


def end(processes: list[subprocess.Popen[str]]) -> None:
    for process in processes:
        process.kill()
        process.communicate(timeout=60)
