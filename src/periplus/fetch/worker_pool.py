"""Pools of worker processes that start fresh and end with the process that started them."""

import concurrent.futures
import multiprocessing
import multiprocessing.connection
import os
import threading


def worker_pool(jobs: int, tasks_each: int | None = None) -> concurrent.futures.ProcessPoolExecutor:
    """A pool of new interpreters: a fork would copy the caller's threads half-way.

    With `tasks_each` a worker is replaced after so many tasks.
    """
    return concurrent.futures.ProcessPoolExecutor(
        jobs,
        mp_context=multiprocessing.get_context("spawn"),
        initializer=_end_with_parent,
        max_tasks_per_child=tasks_each,
    )


def _end_with_parent() -> None:
    """Workers wait for tasks on a pipe that they hold open themselves: a kill must reach them."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_wait_and_exit, args=(parent.sentinel,), daemon=True).start()


def _wait_and_exit(sentinel: int) -> None:
    multiprocessing.connection.wait([sentinel])
    os._exit(1)
