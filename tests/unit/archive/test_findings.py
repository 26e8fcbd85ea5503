from periplus.archive.findings import Finding, FindingKind


def test_a_finding_says_what_and_where() -> None:
    found = Finding(FindingKind.BLOCK_DIGEST, "a.warc.gz", 12, "sha1:X")
    assert str(found) == "a.warc.gz: block-digest at byte 12: sha1:X"
