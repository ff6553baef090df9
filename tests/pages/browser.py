"""A browser, and pages in it that record what they should not do."""
import functools
import os
import pathlib
import shutil

from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).resolve().parent
NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"]


def script(name):
    return (HERE / f"{name}.js").read_text()


class Browser:
    """Chromium as the system has it; used in a `with`."""

    def __init__(self, path=None):
        self.path = path or next(filter(None, map(shutil.which, NAMES)), None)
        if not self.path:
            raise SystemExit("there is no Chromium: install it, or name it with --chromium")

    def __enter__(self):
        self.driver = sync_playwright().start()
        # Chromium's sandbox does not work for root, as whom containers run.
        options = ["--no-sandbox"] if getattr(os, "geteuid", lambda: 1)() == 0 else []
        options += ["--font-render-hinting=none", "--disable-lcd-text"]
        self.chromium = self.driver.chromium.launch(executable_path=self.path, args=options)
        return self

    def __exit__(self, *_):
        self.chromium.close()
        self.driver.stop()

    @property
    def version(self):
        return self.chromium.version

    @functools.cached_property
    def tab(self):
        """One that is used again and again: a new one takes longer than to load a page."""
        return self.chromium.new_context(reduced_motion="reduce").new_page()

    def open(self, file, width=1280, height=800, scheme="light"):
        self.tab.set_viewport_size({"width": width, "height": height})
        self.tab.emulate_media(color_scheme=scheme)
        return Seen(self.tab, file)

    def open_afresh(self, file, **options):
        """In a window that has seen nothing yet."""
        return Seen(self.chromium.new_context(reduced_motion="reduce", **options).new_page(), file, alone=True)


class Seen:
    """A page, used in a `with`; `faults` holds what it wrote to the console, threw or asked for."""

    def __init__(self, page, file, alone=False):
        self.page, self.faults, self.alone = page, [], alone
        self.url = pathlib.Path(file).resolve().as_uri()
        self.hears = {"console": self.said, "pageerror": self.threw, "dialog": self.asked}
        page.route("**/*", self.only_itself)
        for event, hears in self.hears.items():
            page.on(event, hears)
        page.set_default_timeout(10_000)
        page.goto(self.url)
        page.evaluate(script("look"))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.alone:
            return self.page.context.close()
        self.page.unroute("**/*")
        for event, hears in self.hears.items():
            self.page.remove_listener(event, hears)

    def only_itself(self, route):
        if route.request.url.split("#")[0] == self.url:
            route.continue_()
        else:
            self.faults.append(f"request: {route.request.url[:100]}")
            route.abort()

    def said(self, message):
        if message.type in ("error", "warning"):
            self.faults.append(f"console {message.type}: {message.text[:200]}")

    def threw(self, error):
        self.faults.append(f"error: {error}")

    def asked(self, dialog):
        self.faults.append(f"dialog: {dialog.message[:100]}")
        dialog.dismiss()

    def run(self, name, *argument):
        """A script of this folder, in the page."""
        return self.page.evaluate(script(name), *argument)

    def settle(self):
        self.page.evaluate("() => look.settled()")

    def unfold(self):
        """Opens every fold: what is folded is looked at too."""
        self.page.evaluate("() => { for (const fold of document.querySelectorAll('details')) fold.open = true; }")
        self.settle()
