"""Faults, each planted in a page without any: the look that is for it must report it, and nothing is reported before."""

from browser import HERE
from looks import LOOKS, printed
from pictures import differing

SOUND = HERE / "sound.html"
ADD = "const add = (html, to = document.getElementById('words')) => to.insertAdjacentHTML('beforeend', html);"
STYLE = "const style = (text) => { const sheet = new CSSStyleSheet(); sheet.replaceSync(text); document.adoptedStyleSheets.push(sheet); };"
SVG = "const draw = (html) => add(html, document.getElementById('drawing'));"
IMAGE = "add('<img alt=\"\" src=\"https://example.org/planted.png\">')"

# The look, what is in its complaint, and the fault; options of the window where there are some.
FAULTS = [
    ("quiet", "console error: planted", "console.error('planted')"),
    ("quiet", "console warning: planted", "console.warn('planted')"),
    ("quiet", "error: planted", "setTimeout(() => { throw new Error('planted'); })"),
    ("quiet", "dialog: planted", "setTimeout(() => alert('planted'))"),
    ("quiet", "Content Security Policy", IMAGE),
    ("quiet", "request: https://example.org/planted.png", IMAGE, {"bypass_csp": True}),
    ("layout", "overflow: the page is 3", "style('#words { width: 3000px }')"),
    ("layout", "overflow: p#words", "style('#words { width: 3000px }')"),
    ("layout", "overflow: p#words", "style('#words { position: relative; left: -40px }')"),
    ("layout", "text: 'unbroken", "add('<b style=\"display: block; width: 5rem\">unbroken_unbroken_unbroken</b>')"),
    ("layout", "text: b '", "add('<b style=\"display: block; width: 5rem; overflow: hidden; white-space: nowrap\">Too long for it</b>')"),
    ("layout", "svg: text 'one", "draw('<text x=\"150\" y=\"30\">one thing</text><text x=\"170\" y=\"35\">other</text>')"),
    ("layout", "svg: text#turned", "draw('<text transform=\"translate(45 70) rotate(-45)\">too near</text>')"),
    ("layout", "svg: text 'beyond", "draw('<text x=\"270\" y=\"30\">beyond it</text>')"),
    ("layout", "svg: text 'below", "draw('<text x=\"200\" y=\"149\">below it: gjpq</text>')"),
    ("layout", "overlap: section#", "style('#second { margin-top: -70vh }')"),
    ("layout", "and p#card", "style('#card { position: relative; left: -90px }')"),
    ("layout", "overlap: t", "style('tbody tr:first-child { position: relative; top: 12px }')"),
    ("contrast", "text p#words", "style('#words { color: #8a8a8a }')"),
    ("contrast", "text p#words", "style('#words { opacity: .5 }')"),
    ("contrast", "text p#words", "style('#words { color: #555 }')", {"scheme": "dark"}),
    ("contrast", "text b 'planted", "add('<b style=\"background: #888; color: #fff\">planted</b>')"),
    ("contrast", "placeholder of input", "style('input::placeholder { color: #aaa }')"),
    ("contrast", "svg text text.on", "style('svg text.on { fill: var(--ink) }')"),
    ("contrast", "mark rect.real", "style('.real { fill: #ddd }')"),
    ("contrast", "has no one colour", "style('section { background-image: linear-gradient(red, blue) }')"),
    ("anchors", "covered after #second", "style('section { scroll-margin: 0 }')"),
    ("anchors", "#nowhere, which is not there", "add('<a href=\"#nowhere\">planted</a>')"),
    ("anchors", "not in view after #inside", "style('details { display: none }')"),
    ("tabbing", "a 'Second' shows no focus", "style('a:focus-visible { outline: none }')"),
    ("tabbing", "a 'Second' shows its focus with too little", "style('a:focus-visible { outline-color: #ddd }')"),
    ("tabbing", "summary 'A fold' in 'Second' has the focus, but is out of sight",
     "add('<div style=\"position: fixed; inset: 0; background: Canvas\"></div>', document.body)"),
    ("tabbing", "does not reach button", "document.querySelector('th button').addEventListener('focus', (event) => event.target.blur())"),
    ("tabbing", "does not leave input",
     "document.querySelector('input').addEventListener('keydown', (event) => { if (event.key === 'Tab') event.preventDefault(); })"),
    ("tabbing", "out of order", "document.querySelector('nav a:last-child').tabIndex = 1"),
    ("sorting", "sets aria-sort to", "addEventListener('click', (event) => event.stopImmediatePropagation(), true)"),
    ("sorting", "rows are not ascending", "document.querySelector('tbody').append = () => {}"),
    ("folds", "does not fold summary", "document.querySelector('summary').addEventListener('click', (event) => event.preventDefault())"),
    ("heat_maps", "arrow keys do not change", "addEventListener('keydown', (event) => event.stopImmediatePropagation(), true)"),
    ("searching", "there is no input", "document.querySelector('input').type = 'text'"),
    ("searching", "there is no [data-filter-count]", "document.querySelector('[role=status]').role = 'note'"),
    ("searching", "leaves li", "addEventListener('input', (event) => event.stopImmediatePropagation(), true)"),
    ("searching", "hides li", "style('[data-filter-name=age]:has(~ [hidden]) { display: none }')"),
    ("searching", "says '", "addEventListener('input', () => { document.querySelector('[role=status]').textContent = '7 columns'; })"),
    ("searching", "Escape does not bring all back",
     "addEventListener('keydown', (event) => { if (event.key === 'Escape') { event.stopImmediatePropagation(); event.preventDefault(); } }, true)"),
]


def self_test(browser):
    """What went unnoticed, and what was noticed where nothing is."""
    wrong = []
    for name, look in LOOKS.items():
        for width, scheme in ((390, "light"), (1280, "dark")):
            with browser.open(SOUND, width, scheme=scheme) as seen:
                found, count = look(seen)
                wrong += [f"false alarm of {name}: {text}" for text in found]
                if count == 0:
                    wrong.append(f"{name} has seen nothing of the sound page")
    for name, says, fault, *rest in FAULTS:
        options = rest[0] if rest else {}
        opened = browser.open_afresh if "bypass_csp" in options else browser.open
        with opened(SOUND, **options) as seen:
            seen.page.evaluate(f"() => {{ {ADD} {STYLE} {SVG} {fault} }}")
            found, _ = LOOKS[name](seen)
            if not any(says in text for text in found):
                wrong.append(f"{name} does not say '{says}' of: {fault}; it says {found}")
    with browser.open(SOUND) as seen:
        before = seen.page.screenshot()
        if printed(seen, 4)[0] or differing(browser, before, seen.page.screenshot()):
            wrong.append("false alarm of paper or pictures")
        seen.page.evaluate(f"() => {{ {STYLE} style('section {{ break-after: page; }} li {{ break-after: page }}'); }}")
        if not printed(seen, 4)[0]:
            wrong.append("more paper goes unnoticed")
        seen.page.evaluate(f"() => {{ {STYLE} style('h2 {{ letter-spacing: 1px }}'); }}")
        if not differing(browser, before, seen.page.screenshot()):
            wrong.append("another picture goes unnoticed")
    return wrong
