"""Finds a software by its name among the modules of `products`."""

import pkgutil
from importlib import import_module

from benchmarks.software import products
from benchmarks.software.software import Software


def names() -> list[str]:
    """Every software there is a module for."""
    found = pkgutil.iter_modules(products.__path__)
    return sorted(module.name.replace("_", "-") for module in found)


def find(name: str) -> Software:
    """The software of that name. Raises KeyError."""
    if name not in names():
        raise KeyError(f"no software {name!r}; there are {', '.join(names())}")
    module = import_module(f"{products.__name__}.{name.replace('-', '_')}")
    software = module.SOFTWARE
    assert isinstance(software, Software)
    return software
