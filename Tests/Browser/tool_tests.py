"""The page on the real inspector, with applications that speak its protocol."""

import json
import os
import re
import subprocess
import tempfile
import threading
import time

from fake_application import FakeApplication
from fake_tool import HOSTILE
from harness import expect, test
from page_tests import detail, row
from terminal import Terminal

INSPECTOR = os.environ.get("MILLRACE_INSPECT", "")


class Inspector:
    """A started millrace-inspect: its page's address, and the one for applications."""

    def __init__(self, *arguments, **more):
        self.process = subprocess.Popen([INSPECTOR, "--json", "--no-open", *arguments], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, **more)
        line = json.loads(self.process.stdout.readline())
        self.page, self.application = line["page"], line["application"]

    def stop(self):
        if self.process.poll() is None:
            self.process.terminate()
        self.process.wait()


def begin(visit, *titles, **more):
    tool = visit.use(Inspector())
    application = visit.use(FakeApplication(tool.application, **more))
    application.add(*titles)
    page = visit.open(tool.page)
    if titles:
        expect(row(page, len(titles))).to_be_visible()
    return tool, application, page


@test("turns of an application appear, with their causes, effects and messages")
def real_turns(visit):
    tool, application, page = begin(visit, "Milk", "Bread")
    expect(page.locator("#history")).to_contain_text("Python notes")
    expect(row(page, 2)).to_contain_text("added(Bread)")
    application.add("Tea", effects=[{"kind": "started", "effect": 1, "turn": 3, "label": "save", "queue": "writes"}])
    expect(row(page, 3)).to_contain_text("⚡1")
    expect(page.locator(".lives .life")).to_contain_text("save runs")
    application.event("failed", 1, 3, reason="The disk is full.")
    application.add("saved", cause="effect 1 of turn 3")
    expect(page.locator(".chain")).to_contain_text("from effect 1 of turn 3")
    page.locator(".chain").get_by_role("button", name="Turn 3").click()
    expect(page.locator(".lives .life")).to_contain_text("save failed: The disk is full.")
    expect(page.locator(".lives .life")).to_contain_text("Turn 4")
    expect(page.locator("#panel-turn .tree")).to_contain_text('title: "Tea"')
    page.locator("#filter").fill("flags:failed")
    expect(page.locator("#count")).to_have_text("1 of 4 turns")
    page.locator("#filter").fill("milk")
    expect(row(page, 1)).to_be_visible()
    expect(page.locator("#count")).to_have_text("1 of 4 turns")


@test("the state of any turn is computed by the application, searched, compared and watched")
def real_states(visit):
    tool, application, page = begin(visit, *(f"title {number}" for number in range(1, 41)))
    page.keyboard.press("2")
    tree = page.locator("#panel-state .tree")
    expect(tree.locator(".changed", has_text="count").first).to_contain_text("40")
    page.keyboard.press("g")
    page.locator("dialog input").fill("7")
    page.keyboard.press("Enter")
    expect(tree.locator(".line", has_text="count")).to_contain_text("7")
    expect(tree.locator(".line", has_text="count").locator("del")).to_have_text("6")
    page.locator("#panel-state input[type=search]").fill("title 3")
    expect(page.locator(".hits")).to_contain_text("titles[2]")
    page.get_by_label("Turn to compare with").fill("5")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".result .changes")).to_contain_text("count 5 → 7")
    tree.locator(".line", has_text="count").click()
    page.keyboard.press("w")
    expect(page.locator(".watch svg.spark")).to_have_attribute("aria-label", re.compile("highest 40"))
    page.locator("#filter").fill("changed:library.titles.3")
    expect(page.locator("#count")).to_have_text("1 of 40 turns")


@test("the time line and the machines of an application are shown")
def real_time(visit):
    tool, application, page = begin(visit, "Milk", "Bread")
    application.add("Tea", effects=[{"kind": "started", "effect": 1, "turn": 3, "label": "save"}])
    application.event("finished", 1, 3)
    expect(row(page, 3)).to_be_visible()
    page.keyboard.press("3")
    expect(page.locator("canvas")).to_have_attribute("aria-label", re.compile("1 store, 3 turns, 1 effect"))
    expect(page.locator(".slow")).to_contain_text("2.2 µs")
    page.keyboard.press("4")
    expect(page.locator("svg.diagram")).to_have_attribute("aria-label", re.compile("active: filled"))


@test("an application shows its past and the present again, and takes messages from the page")
def real_past(visit):
    tool, application, page = begin(visit, "Milk", "Bread", "Tea")
    page.locator("#rows").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("b")
    expect(page.locator("#banner")).to_contain_text("The application shows turn 2")
    assert application.shown["titles"] == ["Milk", "Bread"]
    page.keyboard.press("[")
    expect(page.locator("#banner")).to_contain_text("The application shows turn 1")
    page.keyboard.press("Escape")
    expect(page.locator("#banner")).to_be_hidden()
    assert application.shown is None
    page.locator("#panel-turn").get_by_role("button", name="Send again").click()
    page.locator("dialog").get_by_label("title").fill("Honey")
    page.locator("dialog").get_by_role("button", name="Send").click()
    expect(row(page, 4)).to_contain_text("Honey")


@test("an application that allows nothing is only looked at, and the page says why")
def real_refusal(visit):
    visit.allow("status of 4")
    tool, application, page = begin(visit, "Milk", allows=[])
    page.keyboard.press("b")
    expect(page.locator("#problem")).to_contain_text("allow")
    expect(page.get_by_role("button", name="Send again")).to_have_count(0)


@test("what an application showed stays when it is killed, and its next run takes its place")
def real_end(visit):
    tool, application, page = begin(visit, "Milk", "Bread", process=1)
    application.stop()
    expect(page.locator("#status")).to_have_text("Ended")
    expect(row(page, 2)).to_be_visible()
    again = visit.use(FakeApplication(tool.application, process=2))
    again.add("Tea")
    expect(row(page, 1)).to_contain_text("Tea")
    expect(page.locator("#status")).to_have_text("Live")
    page.locator("#history").select_option("1")
    expect(row(page, 2)).to_contain_text("Bread")


@test("two applications are shown side by side, each with its flows")
def real_two(visit):
    tool, application, page = begin(visit, "Milk", process=1)
    other = visit.use(FakeApplication(tool.application, name="Washer", process=2))
    other.add("spin", "dry")
    page.locator("#history").select_option(label="Washer (2) · notes")
    expect(row(page, 2)).to_contain_text("dry")
    with page.context.expect_page() as opened:
        page.locator("#history").select_option("beside")
    expect(row(opened.value, 2)).to_be_visible()
    application.add("Bread")
    page.locator("#history").select_option("1")
    expect(row(page, 2)).to_contain_text("Bread")


@test("hostile names and contents of an application stay text on the page")
def real_hostile(visit):
    visit.allow("status of 409")
    tool, application, page = begin(visit, HOSTILE, name=HOSTILE)
    for key in "1234":
        page.keyboard.press(key)
        expect(page.locator("[role=tabpanel]:visible .pane > *").first).to_be_visible()
    page.keyboard.press("2")
    expect(page.locator("#panel-state")).to_contain_text("titles")
    assert page.evaluate("document.querySelectorAll('img, iframe, script').length") == 1


@test("turns are saved as a test, a diagram, a trace and an export, and the export opens again in an inspector")
def real_save(visit):
    visit.allow("status of 409")
    tool, application, page = begin(visit, "Milk", "Bread")
    with tempfile.TemporaryDirectory() as folder:
        for item, kind in (("test", "swift"), ("sequence", "svg"), ("perfetto", "json"), ("export", "jsonl")):
            page.get_by_role("button", name="Save…").click()
            page.get_by_label("Form").select_option(item)
            expect(page.locator("dialog").get_by_label("Store", exact=True)).to_have_value("library" if kind == "swift" else "")
            with page.expect_download() as download:
                page.locator("dialog").get_by_role("button", name="Save").click()
            path = f"{folder}/{download.value.suggested_filename}"
            download.value.save_as(path)
            assert os.path.getsize(path) > 50, item
            assert path.endswith(kind), path
        again = visit.use(Inspector(path))
        other = visit.open(again.page)
        expect(row(other, 2)).to_contain_text("Bread")
        expect(other.locator("#status")).to_have_text("Journal")
        expect(other.get_by_role("button", name="Show in the application")).to_have_count(0)


@test("the application computes a branch, and the page shows where it parts from what happened")
def real_branch(visit):
    tool, application, page = begin(visit, "Milk", "Bread", "Tea")
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("Turn that the branch begins after").fill("1")
    page.get_by_role("button", name="Begin").click()
    expect(page.locator(".steps li")).to_have_count(2)
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#panel-branch .result")).to_contain_text("The states end as they did.")
    page.get_by_role("button", name=re.compile("^Change turn 2")).click()
    page.locator("dialog").get_by_label("title").fill("Honey")
    page.locator("dialog").get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#panel-branch .result")).to_contain_text('titles[1] "Bread" → "Honey"')
    page.get_by_role("button", name=re.compile("^Skip turn 3")).click()
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#panel-branch .result")).to_contain_text("count 3 → 2")
    page.get_by_role("button", name="Add a message…").click()
    page.locator("dialog").get_by_label("title").fill("Salt")
    page.locator("dialog").get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#panel-branch .result")).to_contain_text('titles[2] "Tea" → "Salt"')
    assert application.titles == ["Milk", "Bread", "Tea"]


@test("a past and a branch become the present of an application, which goes on from there")
def real_keep(visit):
    tool, application, page = begin(visit, "Milk", "Bread", "Tea", allows=("back", "send", "keep"))
    page.locator("#rows").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("b")
    page.get_by_role("button", name="Go on from here…").click()
    page.get_by_role("button", name="Make it the present").click()
    expect(page.locator("#breaks")).to_contain_text("Break 4")
    expect(page.locator("#banner")).to_be_hidden()
    assert application.titles == ["Milk", "Bread"]
    application.add("Salt")
    expect(row(page, 5)).to_contain_text("Salt")
    page.keyboard.press("2")
    expect(page.locator("#panel-state .line", has_text="count")).to_contain_text("3")
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("Turn that the branch begins after").fill("4")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name=re.compile("^Change turn 5")).click()
    page.locator("dialog").get_by_label("title").fill("Honey")
    page.locator("dialog").get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Compute").click()
    page.get_by_role("button", name="Make it the present…").click()
    page.get_by_role("button", name="Make it the present", exact=True).click()
    expect(page.locator("#breaks")).to_contain_text("Break 6")
    assert application.titles == ["Milk", "Bread", "Honey"]


@test("100,000 turns of an application are listed, and 10,000 more a second keep the page moving", measures=True)
def real_many(visit):
    tool, application, page = begin(visit, "Milk")
    begun = time.monotonic()
    for _ in range(100):
        application.add(*["Bread"] * 1000)
    expect(page.locator("#count")).to_have_text("100,001 turns")
    visit.figure(f"100,000 turns were shown after {time.monotonic() - begun:.1f} s")
    over = threading.Event()

    def more():
        while not over.wait(0.1):
            application.add(*["Tea"] * 1000)

    threading.Thread(target=more, daemon=True).start()
    sent = application.last
    frames = visit.frames(page, "while 10,000 turns a second come", 5)
    arrived = int(page.locator("#count").inner_text().split()[0].replace(",", "")) - sent
    sent = application.last - sent
    over.set()
    visit.figure(f"{arrived:,} of {sent:,} turns had arrived by then")
    assert frames[len(frames) * 95 // 100] <= 50
    assert arrived >= sent * 0.9, "turns came in later than frames were drawn"
    page.locator("#rows").focus()
    page.keyboard.press("Home")
    expect(row(page, 1)).to_contain_text("Milk")


NOTES = os.environ.get("NOTES_PROGRAMS")


class Notes:
    """The notes in a terminal, with their server and its sample, shown to an inspector."""

    def __init__(self, visit, tool, folder):
        self.server = subprocess.Popen([f"{NOTES}/notes-server", "--data", f"{folder}/server", "--port", "0", "--import", "Examples/Notes/sample.json"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        visit.use(self)
        self.folder, self.address, self.tool = folder, self.server.stdout.readline().split()[-1], tool
        self.visit, self.terminal = visit, None
        self.start()

    def start(self):
        self.terminal = Terminal([f"{NOTES}/notes"], NOTES_SERVER=self.address, NOTES_DATA=f"{self.folder}/client", MILLRACE_INSPECTOR=self.tool.application)
        self.terminal.expect("Rye bread")
        self.terminal.expect("Online")

    def stop(self):
        if self.terminal:
            self.terminal.stop()
        self.server.terminate()
        self.server.wait()


if NOTES:

    @test("the notes: turns appear while keys are typed, and the terminal follows into the past and back")
    def notes(visit):
        with tempfile.TemporaryDirectory() as folder:
            tool = visit.use(Inspector())
            program = Notes(visit, tool, folder)
            page = visit.open(tool.page)
            expect(page.locator("#history")).to_contain_text("Notes")
            page.locator("#filter").fill("store:screen")
            expect(page.locator("#count")).to_contain_text(re.compile("^[1-9][0-9]* of"))
            newest = max(int(text) for text in page.locator("#rows .row:visible .n").all_inner_texts())
            program.terminal.expect("Oak for the floats")
            program.terminal.type("/bread")
            program.terminal.expect("/ bread")
            program.terminal.expect("Oak for the floats", isShown=False)
            page.wait_for_function("(newest) => [...document.querySelectorAll('#rows .row:not([hidden]) .n')].some((part) => Number(part.textContent) > newest)", arg=newest)
            page.locator("#filter").fill("")
            page.keyboard.press("Escape")
            page.locator("#rows").focus()
            page.keyboard.press("g")
            page.locator("dialog input").fill(str(newest))
            page.keyboard.press("Enter")
            expect(detail(page)).to_have_text(f"Turn {newest}")
            page.keyboard.press("b")
            expect(page.locator("#banner")).to_contain_text(f"The application shows turn {newest}")
            program.terminal.expect("/ bread", isShown=False)
            program.terminal.expect("Oak for the floats")
            visit.picture(page, "notes-past")
            page.get_by_role("button", name="Return to the present").click()
            program.terminal.expect("/ bread")
            program.terminal.expect("Oak for the floats", isShown=False)
            expect(page.locator("#banner")).to_be_hidden()
            page.keyboard.press("2")
            page.get_by_label("Store", exact=True).select_option("library")
            expect(page.locator("#panel-state .tree")).to_contain_text("entries")
            visit.picture(page, "notes-state")
            page.keyboard.press("3")
            expect(page.locator("canvas")).to_have_attribute("aria-label", re.compile("[5-9] stores"))
            page.keyboard.press("4")
            expect(page.locator("#panel-machines")).to_contain_text("Harvest")
            expect(page.locator("#panel-machines")).to_contain_text("unreachable | connecting")
            expect(page.locator("#panel-machines")).not_to_contain_text("a closure")
            expect(page.locator("svg.diagram").first).to_have_attribute("aria-label", re.compile("active: .*online$"))
            page.locator("svg.diagram").first.scroll_into_view_if_needed()
            visit.picture(page, "notes-machines")

    @test("the notes: turns of the screen are saved as the test that is compiled and run with the notes")
    def notes_test(visit):
        # A client without a server takes the same turns in each run, if the next key waits for what a search finds. The
        # state before the first key is known once the application has connected.
        with tempfile.TemporaryDirectory() as folder:
            tool = visit.use(Inspector())
            terminal = visit.use(Terminal([f"{NOTES}/notes", "--offline"], NOTES_DATA=folder, MILLRACE_INSPECTOR=tool.application))
            page = visit.open(tool.page)
            terminal.expect("There are no notes yet")
            page.locator("#filter").fill("store:screen")
            expect(page.locator("#rows .row:visible")).to_have_count(1)
            for keys, shown in (("?", "Moving"), ("\x1b[6~", "these keys"), ("\x1b", "There are no notes yet"), ("/m", "No item has all of these words"), ("\r", "esc show all"), ("2", "There are no todos yet")):
                terminal.type(keys)
                terminal.expect(shown)
            expect(page.locator("#rows .row:visible")).to_have_count(8)
            turns = [int(text) for text in page.locator("#rows .row:visible .n").all_inner_texts()]
            page.get_by_role("button", name="Save…").click()
            page.get_by_label("Form").select_option("test")
            for label, value in (("First turn", turns[1]), ("Last turn", turns[-1])):
                page.get_by_label(label).fill(str(value))
            page.locator("dialog").get_by_label("Store", exact=True).select_option("screen")
            for label, value in (("Module", "NotesScreens"), ("Schema of the states", "ScreenJournal.states"), ("Schema of the messages", "ScreenJournal.messages"), ("Store that begins with state", "try screenStore(state)")):
                page.get_by_label(label).fill(value)
            with page.expect_download() as download:
                page.locator("dialog").get_by_role("button", name="Save").click()
            with open(download.value.path()) as file:
                saved = "// swift-format-ignore-file\n" + file.read()
            path = "Examples/Notes/Tests/NotesScreensTests/ScreenSteps.swift"
            if os.environ.get("MILLRACE_WRITE_GENERATED"):
                with open(path, "w") as file:
                    file.write(saved)
            with open(path) as file:
                assert file.read() == saved, f"{path} is not what the page saves; MILLRACE_WRITE_GENERATED=1 writes it:\n{saved}"

    @test("the notes: a note is written in the terminal and looked at on the page, before and after they are killed")
    def notes_killed(visit):
        with tempfile.TemporaryDirectory() as folder:
            tool = visit.use(Inspector())
            program = Notes(visit, tool, folder)
            page = visit.open(tool.page)
            program.terminal.type("n")
            program.terminal.expect("Title")
            program.terminal.type("Oat milk")
            program.terminal.type("\x13")
            program.terminal.expect("23 notes")
            page.locator("#filter").fill("store:library Oat milk")
            expect(page.locator("#count")).to_contain_text(re.compile("^[1-9][0-9]* of"))
            program.terminal.stop(9)
            expect(page.locator("#status")).to_have_text("Ended")
            expect(page.locator("#count")).to_contain_text(re.compile("^[1-9][0-9]* of"))
            program.start()
            expect(page.locator("#status")).to_have_text("Live")
