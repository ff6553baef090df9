#!/usr/bin/env python3
"""Looks at Privet's HTML pages in a real browser: Chromium, driven by Playwright.

  cargo build --release -p privet
  python3 -m venv VENV && VENV/bin/pip install -r tests/pages/requirements.txt
  VENV/bin/python tests/pages/check.py                    (makes pages and looks at them; ends with 1 where one is wrong)
  VENV/bin/python tests/pages/check.py FILE ...           (looks at these pages)
  VENV/bin/python tests/pages/check.py --self-test        (plants faults, each of which must be reported)
  VENV/bin/python tests/pages/check.py --time FILE        (bytes, first paint, search; the median of five, and the range)
  VENV/bin/python tests/pages/check.py --keep             (keeps the pictures that later ones are compared with)

Every page, in windows of 390 to 1920 pixels: nothing on the console, no request; nothing sticks out, is cut or lies over
something else; contrast in light and dark; links lead to headings that can be seen; the keyboard does what a mouse does.

What pages offer to be found by:
  .scroll, or any element with `overflow: auto`   holds what may be wider than the window
  [data-pans]                                     a drawing that can be moved: texts may reach over its edge
  [data-stacks]                                   its children lie over each other by intent
  table.sorts thead th button                     sorts rows by a column: Enter sets aria-sort on its th
  [data-output=ID][tabindex=0]                    a heat map: arrow keys change what the element ID reads out
  input[type=search][data-filter]                 typing hides each [data-filter-name] whose name does not contain it
                                                  (whatever the case); Escape empties it
  [data-filter-count][role=status]                how many names are shown
The page of `evaluate` must have all of these that the keyboard uses; the others where they are of use.
"""
import argparse
import pathlib
import sys
import tempfile
import time

from playwright.sync_api import Error as DriverError

import keyboard
import pictures
from browser import HERE, Browser
from faults import self_test
from looks import LOOKS, printed
from made import Made
from times import timed

WIDTHS = [390, 768, 1280, 1920]
BOTH = [390, 1280]  # a telephone and a desk: what takes long is looked at in these
SHEETS = 12  # of paper, for the evaluation of a table with 98 columns
LEAST = 50  # texts, of which fewer are no page
SHOWN = 4  # complaints of a kind that are printed


class Looked:
    """What was found in the pages, printed while it goes."""

    def __init__(self):
        self.wrong, self.looks = 0, 0

    def at(self, page, where, name, found):
        self.looks += 1
        self.wrong += len(found)
        for text in found[:SHOWN]:
            print(f"{page}, {where}: {name}: {text}", flush=True)
        if len(found) > SHOWN:
            print(f"{page}, {where}: {name}: and {len(found) - SHOWN} more", flush=True)


def look_at(browser, file, looked):
    """All looks at one page."""
    page, counts = file.stem, {}

    def look(name, seen, where):
        try:
            found, counts[name] = LOOKS[name](seen)
        except DriverError as error:  # what it reached for was not there, or did not answer
            found, counts[name] = [str(error).partition("\n")[0]], 0
        looked.at(page, where, name, found)

    evaluation = "evaluate" in page
    for width in WIDTHS:
        with browser.open(file, width) as seen:
            where = f"{width} wide"
            if width in BOTH:
                look("layout", seen, where)
            seen.unfold()
            look("layout", seen, f"{where}, unfolded")
            look("quiet", seen, where)
        if counts["layout"] < LEAST:
            looked.at(page, where, "layout", [f"only {counts['layout']} texts were seen"])
    for scheme in ("light", "dark"):
        with browser.open(file, scheme=scheme) as seen:
            seen.unfold()
            look("contrast", seen, scheme)
            look("quiet", seen, scheme)
        if counts["contrast"] < LEAST:
            looked.at(page, scheme, "contrast", [f"only {counts['contrast']} texts and marks were seen"])
    for width in BOTH:
        with browser.open(file, width) as seen:
            look("tabbing", seen, f"{width} wide")
        with browser.open(file, width) as seen:
            look("anchors", seen, f"{width} wide")
    with browser.open(file) as seen:
        for name, selector in keyboard.KINDS.items():
            if seen.page.locator(selector).count():
                look(name, seen, "by keyboard")
            elif evaluation:
                looked.at(page, "by keyboard", name, [f"there is no {selector}"])
            else:
                print(f"{page}: {name}: skipped, there is no {selector}")
        look("quiet", seen, "by keyboard")
        if evaluation and "wide" in page:
            looked.at(page, "on paper", "printed", printed(seen, SHEETS)[0])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("files", nargs="*", type=pathlib.Path, metavar="FILE")
    arguments.add_argument("--privet", type=pathlib.Path, default=HERE.parents[1] / "target" / "release" / "privet")
    arguments.add_argument("--chromium", help="the browser, where it is not on the path")
    arguments.add_argument("--out", type=pathlib.Path, help="a new folder that keeps the pages that are made")
    arguments.add_argument("--self-test", action="store_true")
    arguments.add_argument("--time", type=pathlib.Path, metavar="FILE")
    arguments.add_argument("--keep", action="store_true")
    args = arguments.parse_args()
    began = time.monotonic()
    with Browser(args.chromium) as browser, tempfile.TemporaryDirectory() as made_in:
        if args.time:
            return timed(browser, args.time)
        if args.self_test:
            wrong = self_test(browser)
            print("\n".join(wrong) or f"every planted fault was reported, in {time.monotonic() - began:.0f} s")
            return bool(wrong)
        folder = args.out or pathlib.Path(made_in)
        folder.mkdir(exist_ok=True)
        made = Made(args.privet.resolve(), folder)
        if args.keep:
            return pictures.keep(browser, made.fixed())
        looked = Looked()
        for file in args.files or made.all():
            look_at(browser, file, looked)
        if not args.files:
            found, why_not = pictures.compared(browser, made.fixed(), pathlib.Path(tempfile.gettempdir()))
            looked.at("fixed-evaluate", "in pictures", "pictures", found)
            print(f"pictures were not compared: {why_not}" if why_not else "pictures were compared")
        print(f"{looked.looks} looks, {looked.wrong} complaints, {time.monotonic() - began:.0f} s")
        return looked.wrong > 0


if __name__ == "__main__":
    sys.exit(main())
