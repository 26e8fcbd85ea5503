"""What work costs, on machines that do other work too."""

import time
from collections.abc import Callable


def least_cpu(work: Callable[[], object], attempts: int = 3) -> float:
    """The CPU seconds of the cheapest of some attempts, other threads not counted."""
    spent = []
    for _ in range(attempts):
        started = time.thread_time()
        work()
        spent.append(time.thread_time() - started)
    return min(spent)
