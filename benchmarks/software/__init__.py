"""Mirrors of real web software with generated text: `python -m benchmarks.software NAME OUT`."""
