"""A site that changes its look while it is being crawled: same URLs and words, other markup."""

from collections.abc import Mapping

from periplus.synthetic.nature import Answer, Label
from periplus.synthetic.site import GeneratedSite


class TemplateChange:
    """Answers as one site for the first `after` pages, then as the other one."""

    stateless = False

    def __init__(self, before: GeneratedSite, after_change: GeneratedSite, after: int) -> None:
        self.before = before
        self.after_change = after_change
        self.after = after
        self.answered = 0

    @property
    def changed(self) -> bool:
        """Whether the new look is shown by now."""
        return self.answered >= self.after

    @property
    def start_url(self) -> str:
        """Where a crawl begins."""
        return self.before.start_url

    def answer(
        self,
        target: str,
        cookies: Mapping[str, str] | None = None,
        base_url: str | None = None,
    ) -> Answer:
        """The response of the site in its present look; robots.txt doesn't count."""
        site = self.after_change if self.changed else self.before
        if target != "/robots.txt":
            self.answered += 1
        return site.answer(target, cookies, base_url)

    def label_of(self, url: str, base_url: str | None = None) -> Label:
        """The label of a URL: what a page is worth doesn't depend on its look."""
        return self.before.label_of(url, base_url)
