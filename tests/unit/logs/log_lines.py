"""Log lines for tests."""

BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"
SITE = "https://site.test"


def line(
    path: str,
    referrer: str = "-",
    user: str = "1.2.3.4",
    *,
    agent: str = BROWSER,
    status: int = 200,
    method: str = "GET",
    day: str = "01/Mar/2026",
) -> str:
    """One line of the combined format; a referrer that begins with / is of the site."""
    came = SITE + referrer if referrer.startswith("/") else referrer
    return (
        f'{user} - - [{day}:10:00:00 +0000] "{method} {path} HTTP/1.1" {status} 123 '
        f'"{came}" "{agent}"'
    )


def visits() -> list[str]:
    """Two people: home, a page, and one of them a second page; a third comes from elsewhere."""
    return [
        line("/"),
        line("/a", "/"),
        line("/b", "/a"),
        line("/", user="2.2.2.2"),
        line("/a", "/", user="2.2.2.2"),
        line("/a", "https://search.test/q", user="3.3.3.3"),
    ]
