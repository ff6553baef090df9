"""The keyboard: Tab goes everywhere, in order, and shows where it is; sorting, folds, heat maps and the search for
columns work without a mouse."""

# Elements of a page by what they do; check.py tells what is asked of them.
SORT = "table.sorts thead th button"
FOLD = "details > summary"
HEAT = "[data-output][tabindex='0']"
SEARCH = "input[type=search][data-filter]"
KINDS = {"sorting": SORT, "folds": FOLD, "heat_maps": HEAT, "searching": SEARCH}  # by the function that tries it


def tabbing(seen):
    """Presses Tab through the page: complaints, and the number of stops."""
    page, found, reached = seen.page, [], []
    stops = seen.run("stops")
    page.evaluate("() => { document.activeElement.blur(); scrollTo(0, 0); getSelection().removeAllRanges(); }")
    # What scrolls is a stop too where nothing in it is.
    others = page.evaluate("() => [...document.querySelectorAll('*')].filter((e) => look.scrolls(e)).length")
    for _ in range(stops + others + 1):
        page.keyboard.press("Tab")
        at = page.evaluate("() => look.focus()")
        if at["place"] is None:
            break
        found += at["wrong"]
        if at["place"] >= 0:
            if reached and at["place"] == reached[-1]:
                found.append(page.evaluate("() => `Tab does not leave ${look.name(document.activeElement)}`"))
                break
            if at["place"] in reached:
                break
            if reached and at["place"] < reached[-1]:
                found.append(page.evaluate("() => `Tab reaches ${look.name(document.activeElement)} out of order`"))
            reached.append(at["place"])
    missed = [place for place in range(stops) if place not in set(reached)]
    found += page.evaluate("(missed) => missed.map((place) => `Tab does not reach ${look.name(look.stops[place])}`)", missed)
    return found, stops


def sorting(seen):
    """Enter on the first and the last header of each table sorts its rows, and once more turns them around."""
    found, buttons = [], seen.page.locator(SORT)
    tables = seen.page.locator("table.sorts:has(thead button)").filter(visible=True)
    for place in range(min(tables.count(), 6)):
        headers = tables.nth(place).locator("thead th:has(button)")
        for header in (headers.first, headers.last):
            orders = []
            for _ in range(2):
                header.locator("button").focus()
                seen.page.keyboard.press("Enter")
                orders.append(header.get_attribute("aria-sort"))
                if not header.evaluate(SORTED):
                    found.append(f"rows are not {orders[-1]} by {header.evaluate('(e) => look.name(e)')}")
            if sorted(map(str, orders)) != ["ascending", "descending"]:
                found.append(f"Enter on {header.evaluate('(e) => look.name(e)')} sets aria-sort to {orders}")
    return found, buttons.count()


# Rows of numbers hold them in data-value; those without one stand last.
SORTED = """(header) => {
    const place = header.cellIndex, down = header.getAttribute("aria-sort") === "descending";
    const cells = [...header.closest("table").tBodies[0].rows].map((row) => row.cells[place]);
    const numbers = header.classList.contains("number");
    const values = numbers ? cells.map((cell) => cell.dataset.value).filter((value) => value !== undefined).map(Number)
        : cells.map((cell) => cell.textContent);
    const order = (a, b) => (numbers ? a - b : a.localeCompare(b));
    return values.every((value, at) => at === 0 || (down ? order(value, values[at - 1]) : order(values[at - 1], value)) <= 0);
}"""


def folds(seen):
    """Enter opens and closes a fold: of each kind the first that can be seen, and the last."""
    found, every = [], seen.page.locator(FOLD).filter(visible=True)
    count = every.count()
    for place in sorted({0, count - 1}) if count else []:
        summary = every.nth(place)
        states = [summary.evaluate("(summary) => summary.parentElement.open")]
        for _ in range(2):
            summary.focus()
            seen.page.keyboard.press("Enter")
            states.append(summary.evaluate("(summary) => summary.parentElement.open"))
        if states[1] == states[0] or states[2] != states[0]:
            found.append(f"Enter does not fold {summary.evaluate('(e) => look.name(e)')}")
    return found, count


def heat_maps(seen):
    """Arrow keys move the cursor of a heat map, and what it reads out changes."""
    found, maps = [], seen.page.locator(HEAT)
    count = maps.count()
    read = "(map) => document.getElementById(map.dataset.output).textContent.trim()"
    for place in range(count):
        heat = maps.nth(place)
        if not heat.is_visible():
            continue
        heat.focus()
        said = [heat.evaluate(read)]
        for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
            seen.page.keyboard.press(key)
            said.append(heat.evaluate(read))
        if len(set(said)) < 3 or "" in said[1:]:
            found.append(f"arrow keys do not change what {heat.evaluate('(e) => look.name(e)')[:60]} reads out")
    return found, count


def searching(seen):
    """Typing a name leaves those with it, and says how many; Escape and clearing bring all back."""
    page, found = seen.page, []
    search = page.locator(SEARCH)
    if search.count() == 0:
        return [f"there is no {SEARCH}"], 0
    search = search.first
    names, total = page.evaluate(NAMES)
    if len(names) < 2:
        return ["there are not two [data-filter-name] to search in"], 0
    if page.locator("[data-filter-count][role=status]").count() != 1:
        found.append("there is no [data-filter-count][role=status]")
    for name in (names[0], names[len(names) // 2], names[-1], names[-1].upper(), names[0][:2], "no such name \\ (*"):
        search.fill("")
        search.press_sequentially(name[:60])
        seen.settle()
        shown, said, wrong = page.evaluate(FILTERED, name[:60])
        found += wrong
        if said is not None and shown not in said and not (shown == 0 and said == [] and "no" in status(page)):
            found.append(f"'{name[:40]}' shows {shown}, but [data-filter-count] says '{status(page)}'")
        for how, back in {"Escape": lambda: search.press("Escape"), "clearing": lambda: search.fill("")}.items():
            if how == "clearing":
                search.fill(name[:60])
            back()
            seen.settle()
            if search.input_value() or page.evaluate(NAMES)[1] != total:
                found.append(f"{how} does not bring all back after '{name[:40]}'")
    return found, len(names)


def status(page):
    return page.evaluate("() => document.querySelector('[data-filter-count]')?.textContent.trim().toLowerCase() ?? ''")


# Folded is not filtered away: what counts is `display` of an element and of those around it.
SHOWN = """const shown = (element) => {
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).display === "none") return false;
    return true;
};
const all = [...document.querySelectorAll("[data-filter-name]")];
"""
NAMES = "() => {" + SHOWN + """
    const seen = all.filter(shown);
    return [[...new Set(seen.map((element) => element.dataset.filterName))], seen.length];
}"""
FILTERED = "(typed) => {" + SHOWN + """
    const wanted = typed.trim().toLowerCase();
    const wrong = [], names = new Set();
    for (const element of all) {
        const matches = element.dataset.filterName.toLowerCase().includes(wanted);
        if (matches) names.add(element.dataset.filterName);
        if (matches !== shown(element)) wrong.push(`'${typed}' ${matches ? "hides" : "leaves"} ${look.name(element)}`);
    }
    const count = document.querySelector("[data-filter-count]")?.textContent.replace(/[,\\u2009\\u202f]/g, "");
    return [names.size, count === undefined ? null : (count.match(/\\d+/g) ?? []).map(Number), wrong];
}"""
