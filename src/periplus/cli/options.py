"""Flags that several commands share, each declared once."""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

from periplus.crawl.settings import Purpose, RenderMode, ScopeKind, Settings, read_config
from periplus.page.options import LabelStyle

Urls = Annotated[list[str] | None, typer.Argument(metavar="[URL]...", help="Where to start.")]
JobOption = Annotated[
    Path | None,
    typer.Option(
        "-o", "--output", metavar="JOB", help="The job's directory. [default: HOST-crawl]"
    ),
]
JobArgument = Annotated[Path, typer.Argument(metavar="JOB", help="The job's directory.")]
Config = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="YAML with the same keys as the flags; flags win over the file."
    ),
]
StrategyName = Annotated[
    str | None,
    typer.Option("--strategy", metavar="NAME", help="How to choose links. [default: adaptive]"),
]
Seed = Annotated[int | None, typer.Option(help="For whatever a strategy draws. [default: 0]")]
Scope = Annotated[
    ScopeKind | None,
    typer.Option(help="How far to go: the start's host, its domain, or its path. [default: host]"),
]
Include = Annotated[
    list[str] | None,
    typer.Option(metavar="REGEX", help="Fetch only URLs that match one of these (repeatable)."),
]
Exclude = Annotated[
    list[str] | None,
    typer.Option(metavar="REGEX", help="Never fetch URLs that match (repeatable)."),
]
MaxRequests = Annotated[
    int | None, typer.Option(metavar="N", help="Stop after so many requests, all counted.")
]
MaxTime = Annotated[
    str | None, typer.Option(metavar="TIME", help="Stop after so much crawling: 90s, 15m, 8h.")
]
MaxDepth = Annotated[
    int | None, typer.Option(metavar="N", help="Follow at most so many links in a row.")
]
Delay = Annotated[
    float | None,
    typer.Option(
        metavar="SECONDS", help="Between the starts of two requests to a host. [default: 1]"
    ),
]
Concurrency = Annotated[
    int | None, typer.Option(metavar="N", help="Requests in flight to one host. [default: 1]")
]
UserAgent = Annotated[str | None, typer.Option(metavar="TEXT", help="Who to say we are.")]
AllowPrivate = Annotated[
    bool | None,
    typer.Option("--allow-private", help="Also crawl private, local and reserved addresses."),
]
IgnoreRobots = Annotated[
    bool | None,
    typer.Option(
        "--ignore-robots", help="Don't ask for robots.txt. Only for sites of your own; recorded."
    ),
]
Render = Annotated[
    RenderMode | None,
    typer.Option(
        help="Show pages in a browser: never, where it adds something, always. [default: never]"
    ),
]
Sample = Annotated[
    int | None,
    typer.Option(metavar="N", help="Requests to learn from before the crawl proper."),
]
Faithful = Annotated[
    bool | None,
    typer.Option("--faithful", help="irobot: the paper's own rules, to measure the difference."),
]
Steps = Annotated[
    int | None, typer.Option(metavar="K", help="Navigation steps of a pattern, at most.")
]
Completion = Annotated[
    float | None,
    typer.Option(metavar="SHARE", help="How much of the sample's content patterns are to cover."),
]
Label = Annotated[
    LabelStyle | None, typer.Option(help="What labels of links are made of. [default: both]")
]
Coverage = Annotated[
    float | None,
    typer.Option(
        metavar="SHARE", help="adaptive: how much of the content is enough. [default: 0.99]"
    ),
]
ObjectiveText = Annotated[
    str | None,
    typer.Option(
        "--objective",
        metavar="NAMES",
        help="adaptive: what pages are worth: content, valuable, external, traffic (with "
        "--behaviour), topic (with --topic), accepted (with --accept or --like), or a sum as "
        "content+0.5*external. [default: content]",
    ),
]
Sitemaps = Annotated[
    bool | None,
    typer.Option(
        "--sitemaps/--no-sitemaps",
        help="adaptive: read sitemaps that robots.txt names, and feeds. [default: yes]",
    ),
]
Plan = Annotated[
    str | None,
    typer.Option(metavar="PATH", help="Reuse a plan, or the one that fits of a directory."),
]
BehaviourFile = Annotated[
    str | None,
    typer.Option("--behaviour", metavar="FILE", help="What visitors do, from periplus mine."),
]
PurposeOption = Annotated[
    Purpose | None,
    typer.Option(
        "--for",
        "--purpose",
        help="With --behaviour: fetch wanted pages, or discover new ones. [default: fetch]",
    ),
]
PatternsOnly = Annotated[
    bool | None,
    typer.Option(
        "--patterns-only", help="With --behaviour: rank by patterns alone, not by the log's URLs."
    ),
]
TopicOption = Annotated[
    str | None,
    typer.Option(
        "--topic",
        metavar="TOPIC",
        help="Pages about this first: 'words, a phrase', or a YAML file. Means --strategy topic "
        "where no --objective is given.",
    ),
]
TopicLike = Annotated[
    list[str] | None,
    typer.Option(
        metavar="PAGE", help="Learn the topic from this page: a URL or a file (repeatable)."
    ),
]
RelevanceOption = Annotated[
    float | None,
    typer.Option(
        "--relevance",
        metavar="X",
        help="With --topic: pages are of it from this relevance on. "
        "[default: one word in a hundred]",
    ),
]
Tunnel = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        help="With --topic: follow links through so many pages off it in a row. [default: 3]",
    ),
]
KeepAll = Annotated[
    bool | None,
    typer.Option("--keep-all", help="With --topic: archive pages below the threshold, too."),
]
Like = Annotated[
    list[str] | None,
    typer.Option(
        metavar="FILE_OR_URL",
        help="With --objective accepted: an example of the pages to look for (repeatable).",
    ),
]
Accept = Annotated[
    str | None,
    typer.Option(
        metavar="VALIDATOR",
        help="With --objective accepted: what makes a page one: examples, text, table, xpath:…, "
        "css:…, regex:…, python:MODULE:FUNCTION, command:…, or a plug-in's name. "
        "[default: examples]",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="JSON on stdout, for machines.")]
Quiet = Annotated[bool, typer.Option("-q", "--quiet", help="Say nothing but errors.")]


def settings_among(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Those of a command's arguments that are settings of a crawl, by their names."""
    return {key: arguments[key] for key in Settings.__struct_fields__ if key in arguments}


def given_settings(config: Path | None, flags: dict[str, Any]) -> dict[str, Any]:
    """The settings that the user named: the file's keys, overruled by flags."""
    given: dict[str, Any] = read_config(config) if config is not None else {}
    given.update({key: value for key, value in flags.items() if value not in (None, [], ())})
    return given
