from benchmarks.software import registry
from benchmarks.software.django_project import PROJECTS, DjangoSoftware


def test_every_django_software_has_a_project() -> None:
    found = [registry.find(name) for name in registry.names()]
    names = [software.name for software in found if isinstance(software, DjangoSoftware)]
    assert names
    for name in names:
        folder = PROJECTS / name.replace("-", "_")
        assert {"settings.py", "urls.py", "load.py"} <= {file.name for file in folder.iterdir()}
