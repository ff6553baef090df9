"""How fast a page is: its bytes, its first paint, and how soon a search for a column shows."""
import pathlib
import statistics

from keyboard import NAMES, SEARCH
from looks import sheets

TIMES = 5
PAINT = """async () => {
    for (;;) {
        const [paint] = performance.getEntriesByName("first-contentful-paint");
        if (paint) return paint.startTime;
        await new Promise(requestAnimationFrame);
    }
}"""
# From the event to the frame after it; a message arrives once that is drawn.
FILTER = """([selector, typed]) => new Promise((done) => {
    const search = document.querySelector(selector);
    search.value = typed;
    const start = performance.now();
    search.dispatchEvent(new InputEvent("input", { bubbles: true }));
    requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => done(performance.now() - start);
        port2.postMessage(null);
    });
})"""


def told(values, unit="ms"):
    return f"{statistics.median(values):.0f} {unit} ({min(values):.0f} to {max(values):.0f})"


def timed(browser, file):
    print(f"{pathlib.Path(file).name}: {pathlib.Path(file).stat().st_size:,} bytes, Chromium {browser.version}")
    paints, filters = [], []
    for _ in range(TIMES):
        with browser.open_afresh(file) as seen:
            paints.append(seen.page.evaluate(PAINT))
            if seen.page.locator(SEARCH).count():
                name = seen.page.evaluate(NAMES)[0][-1]
                filters.append(seen.page.evaluate(FILTER, [SEARCH, name]))
    print(f"  first contentful paint: {told(paints)}")
    print(f"  search to the next paint: {told(filters) if filters else 'there is no search'}")
    with browser.open(file) as seen:
        print(f"  on paper: {sheets(seen)} pages of A4")
