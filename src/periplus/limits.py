"""Hard limits, each with its reason. A limit that is reached is reported, never silent."""

from dataclasses import dataclass

KIB = 1024
MIB = 1024 * KIB
GIB = 1024 * MIB


@dataclass(frozen=True, slots=True)
class Limits:
    """What one request, one page and one job may cost us at most."""

    # URLs. Servers refuse long before: IIS 2 KiB, Apache and nginx 8 KiB.
    url_bytes: int = 8 * KIB

    # One response. A body beyond the cap is archived cut, with WARC-Truncated: length.
    body_bytes: int = 64 * MIB
    decoded_bytes: int = 128 * MIB
    # A real page compresses 5- to 20-fold; bombs start at 1,000-fold (gzip's limit is 1,032).
    decode_ratio: int = 300
    # Small bodies may compress extremely well (a blank canvas): the ratio counts above this.
    decode_ratio_from_bytes: int = 4 * MIB
    content_encodings: int = 3
    zstd_window_bytes: int = 8 * MIB  # RFC 9659

    # Headers: curl allows 300 KiB in 5,000 lines, h11 16 KiB.
    header_bytes: int = 256 * KIB
    header_line_bytes: int = 32 * KIB
    header_lines: int = 1_000

    # Time.
    connect_seconds: float = 30.0
    first_byte_seconds: float = 60.0
    total_seconds: float = 300.0
    # Below this rate, measured after `rate_from_seconds`, a body is a slow drip.
    bytes_per_second: int = 64
    rate_from_seconds: float = 20.0

    # Redirects and retries.
    redirects: int = 10
    attempts: int = 4

    # robots.txt (RFC 9309: at least 500 KiB and five redirects; cache for 24 hours).
    robots_bytes: int = 512 * KIB
    robots_redirects: int = 5
    robots_seconds: float = 24 * 3600.0
    # Longer Crawl-delays are not shortened: the host is left out and that is said (Heritrix 300).
    crawl_delay_seconds: float = 300.0

    # Cookies (RFC 6265 section 6.1).
    cookies_per_host: int = 50
    cookie_bytes: int = 4 * KIB

    # One page. Only so much of it is parsed; browsers struggle long before.
    page_bytes: int = 16 * MIB
    page_nodes: int = 200_000
    page_depth: int = 512  # what Blink and WebKit allow
    page_links: int = 20_000
    page_seconds: float = 2.0

    # One page in a browser. Scripts and probe get this long while nothing is being fetched ...
    render_seconds: float = 30.0
    # ... one step of them this long before the browser counts as hanging ...
    render_step_seconds: float = 10.0
    # ... and everything, waiting for our turn with polite delays included, this long.
    render_total_seconds: float = 600.0
    # The median page of the HTTP Archive makes about 70 requests, images and fonts included.
    render_requests: int = 100
    render_origins: int = 8  # each costs a robots.txt as well
    render_bytes: int = 32 * MIB
    # Endless pages: at twenty entries a screen these are a thousand.
    render_scrolls: int = 50
    render_height: int = 200_000  # pixels
    render_clicks: int = 150
    render_hovers: int = 100
    render_routes: int = 40  # views of one document behind `#`
    # The browser. Chromium leaks slowly and one page may take a lot at once: it is replaced.
    browser_pages: int = 200
    browser_bytes: int = 2 * GIB
    browser_failures: int = 5  # in a row; after so many pages are no longer rendered
    browser_cache_bytes: int = 64 * MIB  # scripts and style sheets, asked for once a crawl

    # The archive.
    warc_bytes: int = 1_000_000_000
    free_disk_bytes: int = 64 * MIB


DEFAULT_LIMITS = Limits()
