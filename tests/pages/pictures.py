"""Pictures of a page that never changes, kept beside the versions that made them: elsewhere letters look different."""
import base64
import shutil
import subprocess

from browser import HERE

KEPT = HERE / "kept"
NOTE = "made-with.txt"
WINDOWS = {"fixed-390-dark": (390, "dark"), "fixed-900-light": (900, "light")}
HEIGHT, BYTES = 1600, 2_000_000  # the most of a picture, above what names the program, and of all that are kept
STEP, PIXELS = 24, 50  # a pixel differs by more than so much of 255 in a colour; a picture in more than so many pixels


def made_with(browser):
    """What decides how letters look: Chromium's first number, and the fonts behind the names that pages ask for."""
    lines = [f"chromium {browser.version.split('.')[0]}"]
    for family in ("system-ui", "sans-serif", "monospace"):
        found = subprocess.run(["fc-match", family], capture_output=True, text=True).stdout if shutil.which("fc-match") else ""
        lines.append(f"{family}: {found.strip() or 'unknown'}")
    return "\n".join(lines) + "\n"


def taken(browser, file):
    pictures = {}
    for name, (width, scheme) in WINDOWS.items():
        with browser.open(file, width, scheme=scheme) as seen:
            high = seen.page.evaluate("() => document.documentElement.scrollHeight")
            pictures[name] = seen.page.screenshot(full_page=True, clip={"x": 0, "y": 0, "width": width, "height": min(high, HEIGHT)})
    return pictures


def keep(browser, file):
    pictures = taken(browser, file)
    if sum(map(len, pictures.values())) > BYTES:
        raise SystemExit(f"the pictures have more than {BYTES:,} bytes together: nothing was kept")
    KEPT.mkdir(exist_ok=True)
    for name, picture in pictures.items():
        (KEPT / f"{name}.png").write_bytes(picture)
    (KEPT / NOTE).write_text(made_with(browser))


def compared(browser, file, out):
    """Complaints; or a sentence why nothing was compared. A picture that differs is left in `out`."""
    if not (KEPT / NOTE).exists():
        return [], "no pictures are kept (--keep keeps them)"
    if (KEPT / NOTE).read_text() != made_with(browser):
        return [], "the kept pictures come from another Chromium or other fonts"
    found = []
    for name, picture in taken(browser, file).items():
        share = differing(browser, (KEPT / f"{name}.png").read_bytes(), picture)
        if share:
            (out / f"{name}.png").write_bytes(picture)
            found.append(f"{name}.png differs from the kept one, {share}: see {out / name}.png")
    return found, None


def differing(browser, one, other):
    """In what two pictures differ, or nothing. The browser itself reads them."""
    page = browser.chromium.new_page()
    urls = ["data:image/png;base64," + base64.b64encode(picture).decode() for picture in (one, other)]
    same_size, pixels = page.evaluate(DIFFERENCE, [urls, STEP])
    page.close()
    if not same_size:
        return "in size"
    return f"in {pixels:,} pixels" if pixels > PIXELS else None


DIFFERENCE = """async ([urls, step]) => {
    const [one, other] = await Promise.all(urls.map(async (url) => {
        const image = new Image();
        image.src = url;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height).getContext("2d");
        canvas.drawImage(image, 0, 0);
        return canvas.getImageData(0, 0, image.width, image.height);
    }));
    if (one.width !== other.width || one.height !== other.height) return [false, 0];
    let pixels = 0;
    for (let at = 0; at < one.data.length; at += 4) {
        pixels += [0, 1, 2].some((part) => Math.abs(one.data[at + part] - other.data[at + part]) > step);
    }
    return [true, pixels];
}"""
