"""What is looked at in a page: each look gives its complaints, and how much it has seen."""
import re

import keyboard

# Marks of charts that must stand out from the page; the levels of a heat map need not.
MARKS = ".real, .synthetic, .real-line, .synthetic-line, .bar, .curve, .mark"
PAPER = {"format": "A4", "prefer_css_page_size": True}


def quiet(seen):
    """Nothing on the console, nothing thrown, no dialog, no request but for the page itself."""
    seen.settle()
    return list(seen.faults), 1


def layout(seen):
    """Nothing sticks out, is cut, or lies over something else."""
    answer = seen.run("layout")
    found = [f"{check}: {text}" for check, texts in answer["found"].items() for text in texts]
    return found, answer["counts"]["texts"]


def contrast(seen):
    """Texts and marks stand out from what is behind them."""
    answer = seen.run("contrast", MARKS)
    counts = answer["counts"]
    found = answer["found"]
    if counts["skipped"] > counts["texts"] / 10:
        found.append(f"{counts['skipped']} texts stand on what has no one colour, beside {counts['texts']} others")
    return found, counts["texts"] + counts["svgTexts"] + counts["marks"]


def anchors(seen):
    """A link within the page leads to a heading that can be seen."""
    answer = seen.run("anchors", 25)
    return answer["found"], answer["counts"]["anchors"]


def printed(seen, most):
    """Paper: at most so many pages of A4."""
    pages = sheets(seen)
    return [f"{pages} pages of A4, of at most {most}"] if pages > most else [], pages


def sheets(seen):
    return len(re.findall(rb"/Type\s*/Page\b", seen.page.pdf(**PAPER)))


LOOKS = {look.__name__: look for look in (
    quiet, layout, contrast, anchors,
    keyboard.tabbing, keyboard.sorting, keyboard.folds, keyboard.heat_maps, keyboard.searching)}
