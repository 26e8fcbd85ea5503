"""One captured page as a row: what the index, the page list and the exports are made from."""

from dataclasses import dataclass

from periplus.archive.location import Location


@dataclass(frozen=True, slots=True)
class CapturedPage:
    """A page of the job."""

    url: str
    date: float
    status: int
    media_type: str
    digest: str
    location: Location
    revisited: Location | None = None  # the record that has the payload of a revisit
    title: str = ""
    language: str = ""
    payload_bytes: int = 0
    redirect_to: str | None = None
    truncated: str | None = None
    depth: int = 0
    group: str = ""
    verdict: str = ""

    @property
    def is_revisit(self) -> bool:
        """Whether the record repeats an earlier payload."""
        return self.revisited is not None

    @property
    def payload(self) -> Location:
        """The record that has the payload."""
        return self.revisited or self.location
