"""What the user named: flags over the file."""

from pathlib import Path

from periplus.cli.options import given_settings, settings_among


def test_flags_win_over_the_file_and_what_was_not_given_is_left_out(tmp_path: Path) -> None:
    file = tmp_path / "crawl.yaml"
    file.write_text("max-requests: 5\ndelay: 2\nexclude: [a]\n")
    flags = {"max_requests": 9, "delay": None, "exclude": [], "include": None, "seed": 0}
    assert given_settings(file, flags) == {
        "max_requests": 9,
        "delay": 2,
        "exclude": ["a"],
        "seed": 0,
    }


def test_without_a_file_only_flags_count() -> None:
    assert given_settings(None, {"delay": 0.0, "urls": ()}) == {"delay": 0.0}


def test_settings_are_told_from_a_commands_other_arguments() -> None:
    arguments = {"delay": 2.0, "tunnel": None, "as_json": True, "every": "1h", "config": None}
    assert settings_among(arguments) == {"delay": 2.0, "tunnel": None}
