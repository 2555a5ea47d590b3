"""Runs the browser tests: a test is a function with a sentence, and gets a `Visit` to open pages with."""

import argparse
import importlib
import os
import re
import shutil
import sys
import time
import traceback
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

TESTS = []
CHROMIUM = os.environ.get("CHROMIUM", "/usr/bin/chromium")
OUTPUT = Path(os.environ.get("BROWSER_TESTS_OUTPUT", ".build/browser"))


def test(sentence, measures=False):
    """Registers a test under a sentence that states what holds. One that measures runs only when asked for."""

    def register(work):
        TESTS.append((sentence, work, measures))
        return work

    return register


class Visit:
    """The browser of one test: it opens pages, and notes all that a page must not do."""

    def __init__(self, browser, picture_folder):
        self.browser, self.folder, self.contexts, self.cleanup, self.wrongs, self.figures = browser, picture_folder, [], [], [], []
        self.allowed = None

    def open(self, address, width=1280, height=800, scheme="light", **more):
        context = self.browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale="en-GB", timezone_id="UTC", **more)
        context.grant_permissions(["clipboard-read", "clipboard-write"])
        context.add_init_script("addEventListener('securitypolicyviolation', (event) => console.error('CSP violation: ' + event.violatedDirective + ' ' + event.blockedURI));")
        self.contexts.append(context)
        page = context.new_page()
        origin = address.split("/#")[0]
        page.on("pageerror", lambda error: self.wrongs.append(f"an error in the page: {error}"))
        page.on("dialog", lambda dialog: (self.wrongs.append(f"a dialog: {dialog.message}"), dialog.dismiss()))
        page.on("console", lambda message: message.type in ("error", "warning") and self.wrongs.append(f"on the console: {message.text}"))
        page.on("request", lambda request: request.url.startswith((origin, "blob:", "data:,")) or self.wrongs.append(f"a request to {request.url}"))
        page.goto(address)
        return page

    def use(self, thing):
        """Stops a tool at the end of the test."""
        self.cleanup.append(thing.stop)
        return thing

    def allow(self, pattern):
        """Expects console messages that match, as those of a refused request."""
        self.allowed = pattern

    def picture(self, page, name):
        self.folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=self.folder / f"{name}.png")

    def frames(self, page, when, seconds):
        """The sorted times between frames in milliseconds, measured in the page and noted as a figure."""
        gaps = page.evaluate("""(time) => new Promise((resolve) => {
          const gaps = [], begin = performance.now();
          let last = begin;
          const frame = (now) => {
            gaps.push(now - last);
            last = now;
            if (now - begin < time) requestAnimationFrame(frame);
            else resolve(gaps.sort((a, b) => a - b));
          };
          requestAnimationFrame(frame);
        })""", seconds * 1000)
        self.figure(f"between frames {when}: median {gaps[len(gaps) // 2]:.1f} ms, p95 {gaps[len(gaps) * 95 // 100]:.1f} ms, longest {gaps[-1]:.0f} ms, of {len(gaps)}")
        return gaps

    def figure(self, text):
        self.figures.append(text)

    def close(self):
        for context in self.contexts:
            context.close()
        for work in reversed(self.cleanup):
            work()
        wrongs = [wrong for wrong in self.wrongs if not (self.allowed and re.search(self.allowed, wrong))]
        assert not wrongs, "The page did what it must not: " + "; ".join(wrongs[:5])


def run(arguments, modules):
    parser = argparse.ArgumentParser()
    parser.add_argument("--measure", action="store_true")
    parser.add_argument("names", nargs="*")
    options = parser.parse_args(arguments)
    for module in modules:
        importlib.import_module(module)
    chosen = [entry for entry in TESTS if all(name.lower() in entry[0].lower() for name in options.names)]
    chosen = [entry for entry in chosen if options.measure or options.names or not entry[2]]
    if not chosen:
        print("No test has such a sentence. The sentences are:", *(f"  {entry[0]}" for entry in TESTS), sep="\n")
        return 1
    pictures = OUTPUT / "pictures"
    if not options.names:
        shutil.rmtree(pictures, ignore_errors=True)
    expect.set_options(timeout=15_000)
    failures = 0
    with sync_playwright() as playwright:
        switches = ["--no-sandbox"] if os.geteuid() == 0 else []
        browser = playwright.chromium.launch(executable_path=CHROMIUM, headless=True, args=switches)
        print(f"Chromium {browser.version}")
        for sentence, work, _ in chosen:
            visit, begin, problem = Visit(browser, pictures), time.monotonic(), None
            try:
                try:
                    work(visit)
                except BaseException:
                    for place, context in enumerate(visit.contexts):
                        for page in context.pages:
                            visit.picture(page, f"failed-{work.__name__}-{place}")
                    raise
                finally:
                    visit.close()
            except Exception:
                problem = traceback.format_exc(limit=-3).split("\nAria snapshot:")[0]
                failures += 1
            print(f"{'FAILED' if problem else 'ok    '} {time.monotonic() - begin:5.1f} s  {sentence}", flush=True)
            for figure in visit.figures:
                print(f"                  {figure}", flush=True)
            if problem:
                print("\n".join("        " + line for line in problem.splitlines()), flush=True)
        browser.close()
    print(f"\n{len(chosen) - failures} passed, {failures} failed; pictures are in {pictures}")
    return 1 if failures else 0


if __name__ == "__main__":
    # The tests import this file under its name, so what they register is in that module.
    import harness

    sys.exit(harness.run(sys.argv[1:], ["page_tests", "look_tests"] + (["tool_tests"] if os.environ.get("MILLRACE_INSPECT") else [])))
