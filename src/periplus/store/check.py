"""The full check of a job database: SQLite's own, every checksum, and tables against each other."""

from dataclasses import dataclass

from periplus.store.database import Database, damaged
from periplus.store.frontier import Frontier
from periplus.store.groups import RESOURCE_GROUP
from periplus.store.links import Links
from periplus.store.names import Labels
from periplus.store.notes import Notes
from periplus.store.pages import Pages
from periplus.store.rows import UrlState
from periplus.store.small_tables import Hosts, Meta
from periplus.store.urls import Urls
from periplus.store.visits import Visits


@dataclass(frozen=True, slots=True)
class Parts:
    """What there is to check. Everything has been written before."""

    database: Database
    urls: Urls
    frontier: Frontier
    pages: Pages
    links: Links
    labels: Labels
    meta: Meta
    hosts: Hosts
    visits: Visits
    notes: Notes


def check_everything(parts: Parts) -> None:
    """Read every row of every table. Raises: StateDamaged at the first that is wrong."""
    _check_structure(parts.database)
    parts.meta.check_rows()
    parts.hosts.all()
    parts.labels.check_rows()
    parts.urls.check_rows()
    parts.frontier.check_rows()
    _check_pages(parts)
    parts.links.check_rows(len(parts.urls))
    parts.notes.check_rows(len(parts.urls))
    for visit in parts.visits.all():
        if not 0 < visit.url_id <= len(parts.urls):
            raise damaged(parts.database.path, f"a visit of URL {visit.url_id}, which is unknown")


def _check_structure(database: Database) -> None:
    for (answer,) in database.all("PRAGMA integrity_check(1)"):
        if answer != "ok":
            raise damaged(database.path, str(answer))


def _check_pages(parts: Parts) -> None:
    states = parts.urls.states
    fetched = set()
    for page in parts.pages:
        if not 0 < page.url_id < len(states):
            raise damaged(parts.database.path, f"page {page.seq} has no URL")
        if page.group != RESOURCE_GROUP:
            fetched.add(page.url_id)
    if len(fetched) != states.count(UrlState.FETCHED):
        raise damaged(parts.database.path, "fetched URLs and pages differ in number")
