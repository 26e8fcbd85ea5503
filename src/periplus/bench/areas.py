"""How well the estimate of regions' areas agrees with what a browser measures."""

import asyncio
import re
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from periplus.errors import FetchError, FetchFault
from periplus.exchange import Request, Response
from periplus.fetch.browser.renderer import BrowserRenderer
from periplus.limits import DEFAULT_LIMITS
from periplus.page import Stage, read_page
from periplus.page.parser import MEASURED_AREA
from periplus.page.view import F64

_NOTED = re.compile(rf' {MEASURED_AREA}="\d+"'.encode())
_LEAST_REGIONS = 3  # a rank correlation of fewer says nothing


@dataclass(frozen=True, slots=True)
class PageAreas:
    """The shares of one page's regions, both ways, in the same order."""

    url: str
    estimated: F64
    measured: F64

    @property
    def has_same_largest(self) -> bool:
        """Whether both ways the same region is the largest."""
        return bool(np.argmax(self.estimated) == np.argmax(self.measured))

    @property
    def rank_correlation(self) -> float:
        """Spearman's, ties at their mean rank; NaN where one side is all ties."""
        ranks = [_ranks(self.estimated), _ranks(self.measured)]
        if any(np.ptp(one) == 0 for one in ranks):
            return float("nan")
        return float(np.atleast_2d(np.corrcoef(ranks))[0, 1])

    @property
    def difference(self) -> float:
        """The mean difference of the regions' shares of all regions."""
        estimated = self.estimated / max(self.estimated.sum(), 1e-9)
        measured = self.measured / max(self.measured.sum(), 1e-9)
        return float(np.abs(estimated - measured).mean())


@dataclass(frozen=True, slots=True)
class AreaReport:
    """The agreement on a set of pages."""

    name: str
    pages: int
    regions: int
    correlation: float  # median over the pages with several regions
    same_largest: float  # share of those pages
    difference: float

    def formatted(self) -> str:
        """As a line for people."""
        return (
            f"{self.name:12} {self.pages:4} pages, {self.regions:5} regions: rank correlation "
            f"{self.correlation:.2f} (median), largest region the same on "
            f"{100 * self.same_largest:.0f} %, shares differ by {self.difference:.3f} on average"
        )


def compare_areas(url: str, laid_out: bytes) -> PageAreas:
    """The areas of a page that a browser has noted in its markup, and their estimates."""
    shares = []
    for markup in (_NOTED.sub(b"", laid_out), laid_out):
        view = read_page(markup, url, charset="utf-8", stages=Stage.STRUCTURE)
        regions = view.structure.regions if view.structure is not None else []
        shares.append(np.array([region.area for region in regions], dtype=np.float64))
    return PageAreas(url, shares[0], shares[1])


def summarise_areas(name: str, pages: list[PageAreas]) -> AreaReport:
    """The figures of a set of pages."""
    several = [page for page in pages if len(page.measured) >= _LEAST_REGIONS]
    if not several:
        return AreaReport(name, len(pages), sum(len(p.measured) for p in pages), *[np.nan] * 3)
    correlations = [page.rank_correlation for page in several]
    return AreaReport(
        name=name,
        pages=len(several),
        regions=sum(len(page.measured) for page in several),
        correlation=float(np.nanmedian(correlations)),
        same_largest=float(np.mean([page.has_same_largest for page in several])),
        difference=float(np.mean([page.difference for page in several])),
    )


def measure_areas(name: str, responses: Iterable[Response]) -> AreaReport:
    """Lay pages out in a browser, network off and scripts off, and compare.

    Raises:
        ConfigError: there is no browser.
    """

    async def nothing(request: Request, kind: str) -> Response:
        raise FetchError(request.url, FetchFault.CONNECT)

    async def main() -> list[PageAreas]:
        renderer = BrowserRenderer("Periplus", DEFAULT_LIMITS)
        try:
            await renderer.check()
            return [
                compare_areas(response.url, await renderer.lay_out(response, nothing))
                for response in responses
            ]
        finally:
            await renderer.close()

    return summarise_areas(name, asyncio.run(main()))


def _ranks(values: F64) -> F64:
    _, inverse, counts = np.unique(values, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    means: F64 = last - (counts - 1) / 2.0
    ranks: F64 = means[inverse]
    return ranks
