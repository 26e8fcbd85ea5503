from benchmarks.software.products.mhonarc import SOFTWARE


def test_what_files_are() -> None:
    paths = ["/", "/owls/2020/msg00012.html", "/owls/2020/mail3.html", "/owls/2020/thrd2.html"]
    labels = [SOFTWARE.label(f"http://mhonarc.test{path}", 200, "") for path in paths]
    assert [label.verdict for label in labels] == ["valuable", "valuable", "valuable", "duplicate"]
    assert [label.page for label in labels[2:]] == [3, 2]
    assert labels[3].same_as == "/owls/2020/mail2.html"
    assert labels[1].entity == "message:owls/2020/12"
