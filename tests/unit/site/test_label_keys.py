"""Label keys keep what pages have in common."""

import json

from periplus.site.label_keys import LabelKeys

LABEL = "html/body.page-{0}/div#main.content/ul.items/li#item-{0}.entry/a"


def learned(pages: int) -> LabelKeys:
    keys = LabelKeys()
    for number in range(pages):
        keys.learn([LABEL.format(chr(97 + number) * 3)])
    return keys


def test_tokens_of_single_pages_are_left_out() -> None:
    keys = learned(20)
    assert keys.key(LABEL.format("zzz")) == "ul.items/li.entry/a"


def test_a_step_keeps_the_commonest_tokens() -> None:
    keys = LabelKeys()
    for number in range(10):
        rare = ".rare" if number < 2 else ""
        keys.learn([f"body/article.post.entry.hentry{rare}/a"])
    assert "rare" not in keys.key("body/article.post.entry.hentry.rare/a")


def test_state_survives_json() -> None:
    keys, restored = learned(12), LabelKeys()
    restored.restore(json.loads(json.dumps(keys.save())))
    assert restored.key(LABEL.format("q")) == keys.key(LABEL.format("q"))


def test_keys_are_those_of_the_labels_one_by_one_on_every_page() -> None:
    keys = LabelKeys()
    seldom = "body/div.seldom/p.some/a"
    for number in range(120):
        labels = ["body/div#main/ul.items/li.entry/a", f"body/div#main/p.n{number % 7}.some/a"]
        labels += [seldom] if number in (0, 1, 3) else []
        keys.learn(labels)
        assert keys.keys([*labels, seldom]) == [keys.key(label) for label in [*labels, seldom]]
    assert keys.key(seldom) == "div/p.some/a"
