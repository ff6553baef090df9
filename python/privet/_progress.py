"""Who listens while the library works: a bar on a terminal or in a notebook, silence elsewhere.

What is shown may depend on the private table. So a bar leaves nothing behind when its stage ends, and remarks go to the
logger ``privet``, which says nothing unless it is asked to.
"""

from __future__ import annotations

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

    def at(self, stage: int, name: str, position: int, steps: int) -> None:
        """Stage number ``stage`` is so far."""
        if not self._shows or stage == 0:
            return
        if stage != self._stage:
            self._close()
            self._stage = stage
            bar = _bar_class()
            self._bar = bar(total=steps or None, desc=name, leave=False, unit="", bar_format=_FORMAT if steps else None)
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
        warnings.warn(text.removeprefix("warning: "), PrivetWarning, stacklevel=4)

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


def _bar_class() -> Any:
    if _in_notebook():
        try:
            import ipywidgets  # noqa: F401
            from tqdm.notebook import tqdm as widgets

            return widgets
        except ImportError:
            pass
    return tqdm


_FORMAT = "{desc} {percentage:3.0f}%|{bar}| {remaining}"
