"""How objects look in a notebook."""

from __future__ import annotations

import html
import os
import pathlib
from typing import Any

PathLike = str | os.PathLike[str]


class Text(str):
    """Text of several lines, shown as it is."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), str(self), dict(getattr(self, "__dict__", {})))

    def _repr_html_(self) -> str:
        return f"<pre style='white-space: pre-wrap'>{html.escape(str(self))}</pre>"


def _restored(kind: type[Text], text: str, rest: dict[str, Any]) -> Text:
    """A text from another process."""
    made = str.__new__(kind, text)
    for name, value in rest.items():
        setattr(made, name, value)
    return made


class Page:
    """One HTML page that loads nothing; a notebook shows it inline.

    >>> from privet import Page
    >>> page = Page("<!doctype html><title>A page</title>")
    >>> page.save("page.html")
    PosixPath('page.html')
    """

    def __init__(self, text: str) -> None:
        self.html = text

    def save(self, path: PathLike) -> pathlib.Path:
        """Writes the page into a new file. An existing one is never touched."""
        target = pathlib.Path(path)
        with target.open("x", encoding="utf-8") as file:
            file.write(self.html)
        return target

    def __repr__(self) -> str:
        return f"<a page of {len(self.html) // 1000} kB; a notebook shows it, .save(path) writes it>"

    def _repr_html_(self) -> str:
        # In a frame of its own: neither side can reach the other.
        inside = html.escape(self.html, quote=True)
        return (
            f'<iframe srcdoc="{inside}" sandbox="allow-scripts" '
            'style="width: 100%; height: 40rem; border: 1px solid #ccc"></iframe>'
        )


def table_html(columns: list[str], rows: list[list[str | None]], more: int) -> str:
    """The first rows of a table."""
    head = "".join(f"<th>{html.escape(name)}</th>" for name in columns)

    def cell(value: str | None) -> str:
        return f"<td>{html.escape(value)}</td>" if value is not None else "<td><i>null</i></td>"

    body = "".join(f"<tr>{''.join(map(cell, row))}</tr>" for row in rows)
    rest = f"<p>and {more} more rows</p>" if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{rest}"
