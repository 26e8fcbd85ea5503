"""The readers that are not ours, imported in one place, with what they need to run here."""

import warnings

import brotli
from warcio.archiveiterator import ArchiveIterator as WarcioIterator
from warcio.bufferedreaders import BufferedReader
from warcio.checker import Checker

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of its own legacy module
    from fastwarc.warc import ArchiveIterator as FastIterator
    from fastwarc.warc import WarcRecordType

__all__ = ["Checker", "FastIterator", "WarcRecordType", "WarcioIterator"]


class _Brotli:
    """warcio sets attributes on brotli's decompressor, which allows none."""

    unused_data = None

    def __init__(self) -> None:
        self.decompress = brotli.Decompressor().process


BufferedReader.DECOMPRESSORS["br"] = _Brotli
