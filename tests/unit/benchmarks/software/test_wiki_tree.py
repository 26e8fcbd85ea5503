from benchmarks.software.prose import Prose
from benchmarks.software.wiki_tree import WikiWriter


def test_parents_come_first_and_everything_is_linked() -> None:
    writer = WikiWriter(Prose(2), lambda path, title: f"[[{path}|{title}]]", str.upper)
    made = writer.wiki(pages=40, people=5)
    known = {""}
    last = [made["home"]]
    for page in made["pages"]:
        assert page["parent"] in known
        known.add(page["path"])
        last.append(page["revisions"][-1]["text"])
    assert len(known) == 41
    assert all(f"[[{path}|" in "".join(last) for path in known if path)
