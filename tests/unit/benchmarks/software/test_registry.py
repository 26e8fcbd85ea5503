import pytest

from benchmarks.software import registry


@pytest.mark.parametrize("name", registry.names())
def test_every_module_has_a_software_of_its_name(name: str) -> None:
    assert registry.find(name).name == name


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(KeyError, match="no software"):
        registry.find("nothing")
