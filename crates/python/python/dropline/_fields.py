"""What the engine tells, as objects: the fields of docs/json.md as attributes."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any


class Fields:
    """The fields of a JSON object as attributes; a field that is described but not there is ``None``."""

    def __init__(self, fields: dict[str, Any]) -> None:
        self._fields = fields

    def as_dict(self) -> dict[str, Any]:
        """All fields, as docs/json.md describes them."""
        return copy.deepcopy(self._fields)

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("_"):
            if name in self._fields:
                return _wrapped(self._fields[name])
            if any(name in kind.__annotations__ for kind in type(self).__mro__ if "__annotations__" in vars(kind)):
                return None
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __dir__(self) -> Iterator[str]:
        yield from super().__dir__()
        yield from self._fields

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and isinstance(other, Fields) and self._fields == other._fields

    def __repr__(self) -> str:
        words = self._fields.get("words")
        inside = repr(words) if words else ", ".join(f"{name}={value!r}" for name, value in self._fields.items())
        return f"{type(self).__name__}({inside})"


class Told(Fields):
    """An object inside another."""


def _wrapped(value: Any) -> Any:
    if isinstance(value, dict):
        return Told(value)
    if isinstance(value, list):
        return [_wrapped(item) for item in value]
    return value
