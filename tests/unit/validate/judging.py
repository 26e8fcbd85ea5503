"""Functions that tests name as validators."""

import os
import time


def is_wanted(url: str, body: bytes) -> bool:
    print("what a validator prints disturbs nobody")
    return b"wanted" in body


def breaks(url: str, body: bytes) -> bool:
    raise KeyError(url)


def hangs(url: str, body: bytes) -> bool:
    if b"hang" in body:
        time.sleep(60)
    return True


def dies(url: str, body: bytes) -> bool:
    if b"die" in body:
        os._exit(3)
    return True


no_function = 3
