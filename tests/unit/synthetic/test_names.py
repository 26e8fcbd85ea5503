"""Names vary with the seed, and never collide within a site."""

from periplus.synthetic.names import Names

ROLES = ("board", "thread", "post", "profile", "print", "feed", "search", "login")


def test_words_and_parameters_of_a_site_are_distinct():
    for seed in range(30):
        names = Names(seed, "scheme")
        assert len(set(names.url_words(ROLES).values())) == len(ROLES)
        assert len(set(names.parameters(ROLES).values())) == len(ROLES)


def test_names_vary_with_the_seed():
    words = {Names(seed, "scheme").url_words(ROLES)["thread"] for seed in range(40)}
    parameters = {Names(seed, "scheme").parameters(ROLES)["thread"] for seed in range(40)}
    classes = {Names(seed, "skin").css("entry") for seed in range(40)}
    assert len(words) > 15
    assert len(parameters) > 12
    assert len(classes) > 15


def test_without_coined_names_words_are_common_ones():
    words = {Names(seed, "scheme", coined=0.0).url_words(ROLES)["login"] for seed in range(40)}
    assert words <= {"login", "signin", "account", "session"}


def test_texts_of_buttons_vary_and_have_a_default():
    assert len({Names(seed, "skin").ui("next") for seed in range(40)}) > 3
    assert Names(1, "skin").ui("somewhere") == "Somewhere"
