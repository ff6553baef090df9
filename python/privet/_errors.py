"""What can go wrong: where, what, and what to write instead. Nothing here holds a value of a table."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong."""

    place: str
    """Where: a file with line and column, a row and a column, or an argument."""
    what: str
    """What is wrong."""
    help: str
    """What to write or do instead."""

    @property
    def line(self) -> int | None:
        """The line of a spec, counted from 1."""
        return self._part(1)

    @property
    def column(self) -> int | None:
        """The place in that line, counted from 1."""
        return self._part(2)

    def _part(self, part: int) -> int | None:
        match = re.search(r":(\d+):(\d+)$", self.place)
        return int(match[part]) if match else None

    def __str__(self) -> str:
        return f"{self.place}: {self.what}\n  help: {self.help}"


class PrivetError(Exception):
    """Something was refused. Nothing was released, unless the message says so.

    >>> import privet
    >>> try:
    ...     privet.Model.read("nowhere")
    ... except privet.PrivetError as error:
    ...     print(error.problems[0].place)
    nowhere
    """

    problems: list[Problem]
    """Everything that is wrong; never empty."""

    def __init__(self, problems: list[tuple[str, str, str]], shown: str | None = None) -> None:
        self.problems = [Problem(*map(_in_python, problem)) for problem in problems]
        super().__init__(shown or "\n".join(map(str, self.problems)))

    def __reduce__(self) -> tuple[Any, ...]:
        """As it goes to another process."""
        return type(self), ([(one.place, one.what, one.help) for one in self.problems], str(self))


class SpecError(PrivetError):
    """A spec is not as the language asks. It lists every problem at once, with line and column.

    >>> import privet
    >>> try:
    ...     privet.Spec.parse("Release(privet: 1, unit: Rwo)")
    ... except privet.SpecError as error:
    ...     wrong = next(problem for problem in error.problems if "Rwo" in problem.what)
    >>> wrong.line, wrong.column
    (1, 26)
    >>> "`Row`" in wrong.help
    True
    """


class TableError(PrivetError):
    """A table cannot be read. It names the row and the column, and no value."""


class PrivetWarning(UserWarning):
    """What concerns the guarantee, such as a budget that was spent for nothing."""


def whole(name: str, value: int, most: int) -> int:
    """A number that the library can take."""
    if not 0 <= value <= most:
        raise PrivetError([(name, f"{value} is out of range", f"give a whole number from 0 to {most}")])
    return value


def _in_python(text: str) -> str:
    """Names of options as arguments: the library's words are those of the command line. Paths stay as they are."""
    for option, argument in _WORDS:
        text = text.replace(option, argument)
    return _OPTION.sub(lambda match: match[1].replace("-", "_"), text)


_OPTION = re.compile(
    r"(?<![\w./-])--(account|count|data|held-out|keep-seed|memory|out|previous|real|reject|rows|seed-file|seed|share|spec"
    r"|target|ways|where)(?![\w.-])"
)


_WORDS = [
    ("`privet check` with `--data`", "`spec.check(table)`"),
    ("`--keep-seed secret/seed`", '`keep_seed="secret/seed"`'),
    ("`privet release --keep-seed`", "`spec.release(table, keep_seed=...)`"),
    ("`privet release --out`", "`spec.release(table, out=...)`"),
    ("`privet release`", "`spec.release`"),
    ("`privet evaluate --json`", "`privet.evaluate`"),
]
