"""The error tree: what each error answers to the shell and says to the user."""

import pytest

from periplus import errors
from periplus.errors import ExitCode, FetchFault, PeriplusError


def leaves(root: type[PeriplusError]) -> list[type[PeriplusError]]:
    found = [root]
    for child in root.__subclasses__():
        found += leaves(child)
    return found


def test_every_error_of_the_module_is_in_the_tree() -> None:
    defined = {
        value
        for value in vars(errors).values()
        if isinstance(value, type) and issubclass(value, Exception)
    }
    assert defined <= set(leaves(PeriplusError))


def test_the_tree_that_is_drawn_is_the_tree_that_is() -> None:
    drawing = errors.__doc__ or ""
    drawn = [line for line in drawing.splitlines() if "─ " in line or "PeriplusError" in line]
    own = [error for error in leaves(PeriplusError) if error.__module__ == errors.__name__]
    assert len(drawn) == len(own)
    for error in own:
        assert any(error.__name__ in line for line in drawn)


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (errors.ConfigError("x"), ExitCode.CONFIG),
        (errors.RefusedError("x"), ExitCode.REFUSED),
        (errors.AddressNotPublic("h", "10.0.0.1"), ExitCode.REFUSED),
        (errors.FetchError("https://h/", FetchFault.DNS), ExitCode.UNREACHABLE),
        (errors.ArchiveError("x"), ExitCode.DAMAGED),
        (errors.DiskFull("x"), ExitCode.DISK),
        (errors.ArchiveDamaged("a.warc.gz", 7, "cut"), ExitCode.DAMAGED),
        (errors.StateError("x"), ExitCode.DAMAGED),
        (errors.JobLocked("job", 1), ExitCode.LOCKED),
        (errors.StateDamaged("x"), ExitCode.DAMAGED),
        (errors.SchemaTooNew("x"), ExitCode.DAMAGED),
        (PeriplusError("x"), ExitCode.INTERNAL),
    ],
)
def test_exit_codes(error: PeriplusError, code: ExitCode) -> None:
    assert error.exit_code is code


def test_exit_codes_are_what_scripts_rely_on() -> None:
    assert {code.name: int(code) for code in ExitCode} == {
        "DONE": 0,
        "INTERNAL": 1,
        "CONFIG": 2,
        "DISK": 3,
        "LOCKED": 4,
        "REFUSED": 5,
        "BUDGET": 6,
        "DAMAGED": 7,
        "UNREACHABLE": 8,
        "INTERRUPTED": 130,
    }


def test_a_private_address_names_the_way_out() -> None:
    error = errors.AddressNotPublic("intra.example", "10.0.0.1")
    assert "intra.example" in str(error)
    assert "10.0.0.1" in str(error)
    assert "--allow-private" in str(error)
    assert (error.host, error.address) == ("intra.example", "10.0.0.1")


def test_a_fetch_error_says_what_failed_and_whether_to_try_again() -> None:
    error = errors.FetchError("https://h/", FetchFault.TLS, "expired", retry=False)
    assert str(error) == "https://h/: tls (expired)"
    assert (error.url, error.fault, error.detail) == ("https://h/", FetchFault.TLS, "expired")
    assert error.retry is False
    plain = errors.FetchError("https://h/", FetchFault.DNS)
    assert str(plain) == "https://h/: dns"
    assert plain.retry is True


def test_damage_names_file_and_place() -> None:
    error = errors.ArchiveDamaged("a.warc.gz", 512, "no gzip member")
    assert str(error) == "a.warc.gz: damaged at byte 512: no gzip member"
    assert (error.path, error.offset, error.detail) == ("a.warc.gz", 512, "no gzip member")


@pytest.mark.parametrize(("pid", "who"), [(42, "process 42"), (None, "another process")])
def test_a_locked_job_names_its_owner(pid: int | None, who: str) -> None:
    error = errors.JobLocked("job", pid)
    assert str(error).startswith(f"job is in use by {who}")
    assert error.pid == pid
