"""Which lines of a log are visits of people to pages, and why the others are not."""

from enum import IntEnum


class Rule(IntEnum):
    """What became of a line; the first rule that applies counts."""

    VISIT = 0
    BROKEN = 1
    METHOD = 2
    ERROR = 3
    REDIRECT = 4
    BOT = 5
    ROBOTS = 6
    ASSET = 7
    # By what the whole log shows:
    BOT_USER = 8
    SPAM_REFERRER = 9
    PERIOD = 10
    FOREIGN_HOST = 11
    REPEAT = 12
    RARE = 13

    @property
    def slug(self) -> str:
        """Its name in the result."""
        return self.name.lower().replace("_", "-")


MEANINGS: dict[Rule, str] = {
    Rule.VISIT: "visits that count",
    Rule.BROKEN: "not a line of the log's format, not UTF-8, or longer than 64 kB",
    Rule.METHOD: "not a GET request",
    Rule.ERROR: "answered with an error (status 400 and above)",
    Rule.REDIRECT: "answered with a redirect; the visit counts where it led",
    Rule.BOT: "the agent is empty or names a program (bot, crawler, library, monitor)",
    Rule.ROBOTS: "a request for robots.txt",
    Rule.ASSET: "a style sheet, script, image, font, feed or download, by its file name",
    Rule.BOT_USER: "from a user that also asked for robots.txt",
    Rule.SPAM_REFERRER: "from a host whose visitors nearly all made this one request and no other",
    Rule.PERIOD: "outside the days that were asked for",
    Rule.FOREIGN_HOST: "for another host than the site",
    Rule.REPEAT: "the same user's same way from page to page, again",
    Rule.RARE: "for a URL beyond the most visited three million",
}

# Words in the names of programs that are no browsers. RE2, upper and lower case alike.
BOT_AGENT = (
    r"(?i)bot\b|bot/|robot|crawl|spider|slurp|archiver|scrap[ey]|fetch|monitor|uptime|scan|preview|"
    r"validator|checker|grab|curl|wget|libwww|python|perl|ruby|\bjava/|okhttp|go-http|http-?client|"
    r"axios|node|headless|phantom|selenium|feed|rss|facebookexternalhit|nagios|postman"
)

# File names that are no pages. The query does not belong to the name.
ASSET_TARGET = (
    r"(?i)^[^?#]*\.(?:css|js|mjs|map|json|xml|rss|atom|txt|ico|png|jpe?g|gif|svg|webp|avif|bmp|tiff?|"
    r"woff2?|ttf|otf|eot|mp[34]|m4[av]|ogg|webm|avi|mov|wav|flac|zip|gz|bz2|xz|7z|rar|tar|tgz|"
    r"exe|dmg|apk|deb|rpm|iso|swf|wasm)(?:[?#]|$)"
)
ROBOTS_TARGET = "/robots.txt"

# A spam referrer: at least so many users, of whom this share made one request only, on a site
# where the visitors from all other hosts mostly make more.
SPAM_USERS = 5
SPAM_SINGLES = 0.95
USUAL_SINGLES = 0.8
