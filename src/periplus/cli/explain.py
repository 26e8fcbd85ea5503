"""periplus explain: the way by which a URL was found, and why it was fetched or not."""

from datetime import UTC, datetime
from typing import Any

import typer

from periplus.cli import options
from periplus.cli.jobs import existing_job
from periplus.cli.output import say, show, show_json
from periplus.crawl.explain import Explanation, explain_url


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("explain")(explain)


def explain(
    job: options.JobArgument,
    url: str = typer.Argument(help="The URL in question."),
    as_json: options.AsJson = False,
) -> int:
    """Tell how a URL was found, and why it was fetched or left alone."""
    with existing_job(job) as opened:
        explanation = explain_url(opened, url)
    if as_json:
        show_json(explanation.to_json())
    else:
        show(explanation_text(explanation))
        if not explanation.is_known:
            say("nothing that was fetched links to it; check the spelling, or crawl further")
    return 0


def explanation_text(explanation: Explanation) -> str:
    """Lines for a person."""
    lines = [explanation.url, f"  {explanation.state}: {explanation.meaning}"]
    for version in explanation.versions:
        date = datetime.fromtimestamp(version["date"], UTC).strftime("%Y-%m-%d %H:%M:%S")
        lines.append(
            f"  {date}  {version['status']} {version['verdict']}, {version['bytes']:,} bytes, "
            f"{version['warc_file']}:{version['warc_offset']}"
        )
    if explanation.next_visit is not None:
        lines.append(_next_visit(explanation.next_visit))
    lines += _about(explanation.about or {})
    if explanation.group:
        lines.append(f"  group {explanation.group}")
    if explanation.estimates:
        lines.append("  expected when it was decided")
        lines += _expected(explanation.estimates)
    if explanation.fault:
        lines.append(f"  last fault {explanation.fault} after {explanation.attempts} tries")
    if explanation.way:
        lines.append("  found by")
        lines += [_step(step) for step in explanation.way]
    if explanation.linked_from:
        lines.append(f"  linked from {len(explanation.linked_from)} pages, for example")
        lines += [f"    {linked}" for linked in explanation.linked_from[:5]]
    return "\n".join(lines)


def _next_visit(visit: dict[str, Any]) -> str:
    due = datetime.fromtimestamp(max(0.0, visit["due"]), UTC).strftime("%Y-%m-%d %H:%M")
    if visit["gone"]:
        return f"  gone at the last {visit['gone']} visits; asked for again from {due} on"
    return f"  visited again from {due} on; about {visit['changes_per_day']:.2g} changes a day"


def _expected(estimates: dict[str, Any]) -> list[str]:
    lines = []
    for name, value in estimates.items():
        if name != "group":
            shown = f"{value:.3g}" if isinstance(value, float) else f"{value:,}"
            lines.append(f"    {name:<10} {shown}")
    return lines


def _about(about: dict[str, Any]) -> list[str]:
    """What a strategy found out about a page."""
    if "relevance" not in about:
        return []
    verdict = "of the topic" if about.get("is_relevant") else "not of the topic"
    found = ", ".join(f"{term} {count:,}" for term, count in about.get("keywords", {}).items())
    return [
        f"  relevance {about['relevance']:.6f}, {verdict} "
        f"(threshold {about.get('threshold', 0.0):.6f})",
        f"  keywords in {about.get('effective_words', 0):,} effective words: {found or 'none'}",
    ]


def _step(step: dict[str, Any]) -> str:
    label = f"  by {step['label']}" if step.get("label") else ""
    return f"    {step['depth']}  {step['url']}{label}"
