"""Who listens while the library works: a bar on a terminal or in a notebook, silence elsewhere.

What is shown may depend on the private table. So a bar leaves nothing behind when its stage ends, and remarks go to the
logger ``privet``, which says nothing unless it is asked to.
"""

from __future__ import annotations

import html
import logging
import sys
import warnings
from typing import Any

from tqdm import tqdm

from ._errors import PrivetWarning

_logger = logging.getLogger("privet")
_logger.addHandler(logging.NullHandler())


class Listener:
    """Draws the stage that has begun last."""

    def __init__(self, progress: bool | None) -> None:
        self._shows = _can_show() if progress is None else progress
        self._stage = 0
        self._bar: Any = None
        self._screen: _NotebookBar | None = None

    def at(self, stage: int, name: str, position: int, steps: int) -> None:
        """Stage number ``stage`` is so far."""
        if not self._shows or stage == 0:
            return
        if stage != self._stage:
            self._close()
            self._stage = stage
            self._bar = self._notebook_bar(name, steps) if _in_notebook() else _terminal_bar(name, steps)
        self._bar.n = position
        self._bar.refresh()

    def end(self) -> None:
        """There is nothing more to draw."""
        self._close()

    def note(self, text: str) -> None:
        """A remark for the operator, which may depend on the table."""
        _logger.info(text)

    def warn(self, text: str) -> None:
        """What concerns the guarantee."""
        warnings.warn(text.removeprefix("warning: "), PrivetWarning, stacklevel=3)

    def _notebook_bar(self, name: str, steps: int) -> _NotebookBar:
        """One place on the screen for all stages."""
        self._screen = self._screen or _NotebookBar()
        self._screen.begin(name, steps)
        return self._screen

    def _close(self) -> None:
        if self._bar is not None:
            self._bar.close()
            self._bar = None


def _can_show() -> bool:
    return _in_notebook() or bool(getattr(sys.stderr, "isatty", lambda: False)())


def _in_notebook() -> bool:
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython is not None else None
    return shell is not None and type(shell).__name__ == "ZMQInteractiveShell"


def _terminal_bar(name: str, steps: int) -> Any:
    form = "{desc} {percentage:3.0f}%|{bar}| {remaining}" if steps else "{desc} {elapsed}"
    return tqdm(total=steps or None, desc=name, leave=False, bar_format=form)


class _NotebookBar:
    """A bar that is gone when its stage ends. Those of tqdm stay in a notebook's file as text, without widgets."""

    def __init__(self) -> None:
        from IPython import display as screen

        display: Any = screen
        show: Any = display.display
        self._html: Any = display.HTML
        self._shown = show(self._html(""), display_id=True)

    def begin(self, name: str, steps: int) -> None:
        self.n, self._name, self._steps = 0, name, steps

    def refresh(self) -> None:
        value = f'value="{self.n}" max="{self._steps}"' if self._steps else ""
        self._shown.update(self._html(f"{html.escape(self._name)} <progress {value}></progress>"))

    def close(self) -> None:
        self._shown.update(self._html(""))
