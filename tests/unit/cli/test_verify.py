"""periplus verify."""

from pathlib import Path

from periplus.errors import ExitCode
from unit.cli.samples import Shell


def tear(job: Path) -> None:
    [warc] = (job / "archive").glob("*.warc.gz")
    warc.write_bytes(warc.read_bytes()[:-50])


def test_a_whole_job(shell: Shell, job: Path) -> None:
    ran = shell("verify", job)
    assert (ran.code, ran.out) == (ExitCode.DONE, "")
    assert ran.complaint.endswith("archive, index and database agree")
    quiet = shell("verify", job, "--quiet")
    assert (quiet.code, quiet.out, quiet.err) == (ExitCode.DONE, "", "")


def test_findings_are_data_and_exit_code_7(shell: Shell, job: Path) -> None:
    tear(job)
    ran = shell("verify", job)
    assert ran.code == ExitCode.DAMAGED
    assert "file-length" in ran.out
    assert "--repair" in ran.complaint
    quiet = shell("verify", job, "--quiet")
    assert (quiet.err, quiet.out) == ("", ran.out)


def test_json_is_one_object(shell: Shell, job: Path) -> None:
    [row] = shell("verify", job, "--json").rows
    assert (row["ok"], row["findings"], row["pages"], row["warc_files"]) == (True, [], 8, 1)
    tear(job)
    ran = shell("verify", job, "--json")
    assert ran.code == ExitCode.DAMAGED
    assert ran.rows[0]["ok"] is False
    assert ran.err == ""


def test_repair_mends_and_says_what_it_did(shell: Shell, job: Path) -> None:
    assert "nothing to mend" in shell("verify", job, "--repair").err
    tear(job)
    ran = shell("verify", job, "--repair")
    assert ran.code == ExitCode.DONE
    assert "records kept" in ran.err
    assert "rebuilt from the archive" in ran.err
    assert shell("verify", job).code == ExitCode.DONE


def test_repair_in_json_prints_the_report_alone(shell: Shell, job: Path) -> None:
    (job / "job.db").unlink()
    ran = shell("verify", job, "--repair", "--json")
    assert (ran.code, ran.err) == (ExitCode.DONE, "")
    assert ran.rows[0]["ok"] is True


def test_what_is_no_job(shell: Shell, tmp_path: Path) -> None:
    ran = shell("verify", tmp_path / "nothing")
    assert (ran.code, ran.out) == (ExitCode.CONFIG, "")
    assert "is no job" in ran.complaint
