"""What the page does, on a tool with made-up histories."""

import re

from fake_tool import HOSTILE, PAGE, FakeHistory, FakeTool
from harness import expect, test

SHOWN = "#rows .row:visible"


def begin(visit, turns=120, page=None, **more):
    """A tool with one history, and a page that shows it."""
    options = {name: more.pop(name) for name in ("width", "height", "scheme") if name in more}
    tool = visit.use(FakeTool([FakeHistory(turns=turns, **more)]))
    page = visit.open(tool.address, **options)
    if turns:
        expect(row(page, turns)).to_be_visible()
    return tool, page


def row(page, number):
    return page.locator(SHOWN).filter(has=page.locator(".n", has_text=re.compile(f"^{number}$")))


def detail(page):
    return page.locator("#panel-turn h2")


@test("turns appear when the page opens, and while it is open")
def appear(visit):
    tool, page = begin(visit)
    expect(detail(page)).to_have_text("Turn 120")
    tool.add(3)
    expect(row(page, 123)).to_be_visible()
    expect(detail(page)).to_have_text("Turn 123")
    expect(page.locator("#count")).to_have_text("123 turns")
    expect(page.locator("#status")).to_have_text("Live")


@test("the list stays where it was scrolled to, says how many turns are new, and follows again when asked")
def stays(visit):
    tool, page = begin(visit, 1000)
    page.locator("#rows").hover()
    page.mouse.wheel(0, -2000)
    expect(row(page, 1000)).to_have_count(0)
    first = page.locator(SHOWN).first.inner_text()
    tool.add(7)
    expect(page.locator("#newest")).to_have_text("7 new turns ↓")
    assert first in page.locator(SHOWN).all_inner_texts()
    page.locator("#newest").click()
    expect(row(page, 1007)).to_be_visible()
    tool.add(1)
    expect(row(page, 1008)).to_be_visible()


@test("a paused page stays as it is, and goes on with what came meanwhile")
def pauses(visit):
    tool, page = begin(visit)
    page.locator("#pause").click()
    expect(page.locator("#status")).to_have_text("Paused")
    tool.add(5)
    expect(page.locator("#pause")).to_have_text("Go on (5 new turns)")
    expect(page.locator("#count")).to_have_text("120 turns")
    page.locator("#pause").click()
    expect(row(page, 125)).to_be_visible()


@test("words of the filter choose turns, together with free text")
def filters(visit):
    tool, page = begin(visit, 400)
    box = page.locator("#filter")
    expected = {
        "store:library": {"store": ["library"]},
        "store:library name:added": {"store": ["library"], "name": ["added"]},
        "flags:failed": {"flags": ["failed"]},
        "cause:effect": {"cause": ["effect"]},
        "store:editor milk": {"store": ["editor"], "text": ["milk"]},
        'text:"call anna"': {"text": ["call anna"]},
        "changed:library.entries.3": {"changed": ["library.entries.3"]},
        "from:2 until:4.5": {"from": ["1700000002000000000"], "until": ["1700000004500000000"]},
    }
    history = tool.histories[1]
    for text, query in expected.items():
        found = history.found(query)
        box.fill(text)
        expect(page.locator("#count")).to_have_text(f"{len(found)} of 400 turns")
        expect(row(page, found[0] if len(found) < 20 else found[-1])).to_have_count(1) if found else None
    box.fill("nothing has this text")
    expect(page.locator("#rows")).to_have_attribute("data-none", "No turn matches the filter.")
    box.fill("from:yesterday")
    expect(page.locator("#problem")).to_contain_text("from: takes seconds since the start")
    page.locator("#clear").click()
    expect(page.locator("#count")).to_have_text("400 turns")
    page.locator("#rows").focus()
    page.keyboard.press("Home")
    expect(page.locator("#newest")).to_have_text("Newest turn ↓")
    box.fill("store:library")
    expect(page.locator("#count")).to_contain_text(" of 400 turns")
    page.locator("#clear").click()
    expect(page.locator("#count")).to_have_text("400 turns")
    expect(page.locator("#newest")).to_have_text("Newest turn ↓")
    expect(page.locator("#problem")).to_be_hidden()


@test("the filter's menu offers words, stores and names, and is used by keys alone")
def filter_menu(visit):
    tool, page = begin(visit, 400)
    page.keyboard.press("/")
    expect(page.locator("#filter")).to_be_focused()
    page.keyboard.type("sto")
    expect(page.locator("#suggestions")).to_be_visible()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    expect(page.locator("#filter")).to_have_value("store:")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(page.locator("#suggestions [aria-selected=true]")).to_contain_text("connection")
    page.keyboard.press("Tab")
    expect(page.locator("#filter")).to_have_value("store:connection ")
    expect(page.locator("#count")).to_have_text(f"{len(tool.histories[1].found({'store': ['connection']}))} of 400 turns")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#filter")).to_have_value("")


@test("100,000 and 1,000,000 turns are a list of some rows, which goes everywhere and skips none")
def long_lists(visit):
    for turns in (100_000, 1_000_000):
        tool, page = begin(visit, turns)
        assert page.locator("#rows .row").count() < 80
        rows = page.locator("#rows")
        rows.focus()
        page.keyboard.press("Home")
        expect(row(page, 1)).to_be_visible()
        expect(detail(page)).to_have_text("Turn 1")
        page.keyboard.press("g")
        page.locator("dialog input").fill(str(turns // 2))
        page.keyboard.press("Enter")
        expect(row(page, turns // 2)).to_be_visible()
        rows.hover()
        top = float(row(page, turns // 2).bounding_box()["y"])
        page.mouse.wheel(0, 130)
        page.wait_for_function("([row, top]) => Math.abs([...document.querySelectorAll('#rows .row:not([hidden])')].find((item) => item.firstChild.textContent === row)?.getBoundingClientRect().y - (top - 130)) < 2", arg=[str(turns // 2), top])
        numbers = sorted(int(text) for text in page.locator("#rows .row:not([hidden]) .n").all_inner_texts())
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers))), numbers
        page.evaluate("() => { const rows = document.getElementById('rows'); rows.scrollTop = rows.scrollHeight / 4; }")
        expect(row(page, turns // 4 + 20)).to_be_visible()
        rows.focus()
        page.keyboard.press("End")
        expect(row(page, turns)).to_be_visible()
        tool.add(1)
        expect(row(page, turns + 1)).to_be_visible()


@test("requests for rows that were scrolled past are given up")
def gives_up(visit):
    tool, page = begin(visit, 100_000)
    tool.delay["turns"] = 30
    requests = []
    page.on("requestfailed", lambda request: "/turns" in request.url and requests.append(request.url))
    jump = "(share) => { const rows = document.getElementById('rows'); rows.scrollTop = rows.scrollHeight * share; }"
    for share in (0.1, 0.3, 0.5):
        with page.expect_request(lambda request: "/turns" in request.url):
            page.evaluate(jump, share)
    tool.delay.clear()
    tool.changed()
    expect(row(page, 50_005)).to_be_visible()
    assert len(requests) >= 2, requests


@test("the details show the turn that was chosen last, however late answers come")
def late_answers(visit):
    tool, page = begin(visit)
    tool.delay["turn"] = 30
    page.locator("#rows").focus()
    with page.expect_request(lambda request: "/turn?n=119" in request.url):
        page.keyboard.press("ArrowUp")
    with page.expect_request(lambda request: "/turn?n=118" in request.url):
        page.keyboard.press("ArrowUp")
    tool.delay.clear()
    tool.changed()
    expect(detail(page)).to_have_text("Turn 118")


@test("a turn shows its message, its causes as links, and the life of its effects")
def turn_tab(visit):
    tool, page = begin(visit)
    page.keyboard.press("g")
    page.locator("dialog input").fill("13")
    page.keyboard.press("Enter")
    expect(detail(page)).to_have_text("Turn 13")
    chain = page.locator(".chain li")
    expect(chain.last).to_contain_text("effect 1 of turn 10")
    chain.first.get_by_role("button").click()
    expect(detail(page)).to_have_text("Turn 10")
    life = page.locator(".life").first
    expect(life).to_contain_text("save failed: The server did not answer within 10 s.")
    expect(life).to_contain_text("queue writes")
    expect(life).to_contain_text("ran 68 ms")
    life.get_by_role("button", name="Turn 13").click()
    expect(detail(page)).to_have_text("Turn 13")
    page.locator("#panel-turn").get_by_role("button", name="Copy as Swift").click()
    assert page.evaluate("navigator.clipboard.readText()").startswith("store.send(.")


@test("integers above 2^53 and floats without a fraction are shown and copied exactly")
def exact(visit):
    tool, page = begin(visit, 119)
    tree = page.locator("#panel-turn .tree")
    expect(tree).to_contain_text(f"id: {9007199254740993 + 119}")
    expect(tree).to_contain_text("share: 1.0")
    page.locator("#panel-turn").get_by_role("button", name="Copy as JSON").click()
    text = page.evaluate("navigator.clipboard.readText()")
    assert f'"id": {9007199254740993 + 119}' in text and '"share": 1.0' in text, text
    page.locator("#panel-turn").get_by_role("button", name="Send again").click()
    page.locator("dialog").get_by_role("button", name="Send").click()
    expect(row(page, 120)).to_be_visible()
    sent = tool.histories[1].sent[0]
    assert next(iter(sent["message"].values()))["id"] == 9007199254740993 + 119 and sent["store"] == tool.histories[1].store(119), sent


@test("the state's tree marks what the turn changed, strikes what it removed, and opens level by level")
def state_tab(visit):
    tool, page = begin(visit, 121)
    page.locator("#tab-state").click()
    tree = page.locator("#panel-state .tree")
    changed = tree.locator(".changed > .line", has_text="count")
    expect(changed.locator("del")).to_have_text("120")
    expect(changed.locator(".value")).to_have_text("121")
    expect(tree.locator(".removed > .line")).to_contain_text('notice: "saved"')
    assert changed.bounding_box()["height"] < 24 and changed.locator(".value").bounding_box()["height"] < 24
    tree.get_by_role("treeitem", name="entries").first.locator(".line").first.click()
    expect(tree.get_by_role("treeitem", name=re.compile("^32:"))).to_be_visible()
    page.locator("#panel-state input[type=search]").fill("paper")
    expect(page.locator(".hits")).to_contain_text("entries[4].title")
    page.locator(".hits").get_by_role("button", name="entries[32].title").click()
    expect(page.locator(".about .path")).to_have_text("entries[32].title")
    page.locator(".about").get_by_role("button", name="Turns that changed it").click()
    expect(page.locator("#filter")).to_have_value(re.compile(r"^changed:\w+\.entries\.32\.title$"))


@test("a store that is chosen by hand stays, however late the turn's own store is known")
def chosen_store(visit):
    tool, page = begin(visit, 121)
    page.keyboard.press("2")
    expect(page.locator("#panel-state .tree")).to_contain_text("count")
    tool.delay["turn"] = 30
    page.locator("#rows").focus()
    with page.expect_request(lambda request: "/turn?n=120" in request.url):
        page.keyboard.press("ArrowUp")
    page.get_by_label("Store", exact=True).select_option("editor")
    expect(page.locator("#panel-state")).to_contain_text("State of editor")
    tool.delay.clear()
    with page.expect_response(lambda response: "/turn?n=120" in response.url):
        tool.changed()
    expect(page.locator("#panel-state")).to_contain_text("State of editor after turn 120")
    expect(page.get_by_label("Store", exact=True)).to_have_value("editor")


@test("a watched path shows its values over time, and two turns are compared")
def watch_and_compare(visit):
    tool, page = begin(visit, 120)
    page.locator("#tab-state").click()
    tree = page.locator("#panel-state .tree")
    tree.locator(".line", has_text="count").first.click()
    page.keyboard.press("w")
    watch = page.locator(".watch")
    expect(watch.locator(".now")).to_have_text("120")
    expect(watch.locator("svg.spark")).to_have_attribute("aria-label", re.compile("highest 120"))
    watch.get_by_role("button", name="Turn 118").click()
    expect(watch.locator(".now")).to_have_text("118")
    page.get_by_label("Turn to compare with").fill("110")
    page.get_by_role("button", name="Compare").click()
    expect(page.locator(".result h3")).to_contain_text("from turn 110 to turn 118")
    expect(page.locator(".result .changes li", has_text="count")).to_contain_text("110 → 118")


@test("a text that the tool shortens is shown as a whole when asked for")
def long_text(visit):
    tool, page = begin(visit)
    page.locator("#tab-state").click()
    page.locator("#panel-state .line", has_text="A long text").click()
    page.get_by_role("button", name="Show all of it").click()
    expect(page.locator(".about pre")).to_have_text(re.compile(r"(A long text\. ){60}"))


@test("the time line shows stores, turns and effects, is moved by keys, and leads to slow turns")
def time_line(visit):
    tool, page = begin(visit, 200)
    page.keyboard.press("3")
    canvas = page.locator("canvas")
    expect(canvas).to_have_attribute("aria-label", re.compile("4 stores, 200 turns, 2[0-9] effects"))
    canvas.focus()
    for _ in range(3):
        page.keyboard.press("+")
    expect(canvas).to_have_attribute("aria-label", re.compile("4 stores, [3-9][0-9] turns"))
    page.keyboard.press("0")
    expect(canvas).to_have_attribute("aria-label", re.compile("4 stores, 200 turns"))
    page.locator(".slow").get_by_role("button").first.click()
    expect(page.locator("#rows [aria-selected=true] .n")).to_have_text(re.compile("^(50|147)$"))
    page.keyboard.press("f")
    visit.picture(page, "time-line")


@test("the machines' tab shows facts, a diagram with the active state, and the queues")
def machines(visit):
    tool, page = begin(visit, 200)
    page.keyboard.press("4")
    picture = page.locator("svg.diagram")
    expect(picture).to_have_attribute("aria-label", "Diagram of connection: 6 states, 8 transitions; active: linked, online")
    expect(picture.locator(".edge.last")).to_have_count(1)
    expect(page.locator("tr.marked")).to_contain_text("opened")
    expect(page.get_by_role("region", name="Queues")).to_contain_text("effect 9")
    tool.histories[1].active = "busy"
    tool.add(1)
    expect(picture).to_have_attribute("aria-label", re.compile("active: linked, busy$"))


@test("a turn is shown in the application, stepped, and the present comes back")
def going_back(visit):
    tool, page = begin(visit)
    history = tool.histories[1]
    page.locator("#rows").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("b")
    expect(page.locator("#banner")).to_contain_text("The application shows turn 119")
    page.keyboard.press("[")
    expect(page.locator("#banner")).to_contain_text("The application shows turn 118")
    page.keyboard.press("]")
    expect(page.locator("#banner")).to_contain_text("The application shows turn 119")
    expect(detail(page)).to_have_text("Turn 119")
    page.keyboard.press("Escape")
    expect(page.locator("#banner")).to_be_hidden()
    assert history.shown == [119, 118, 119] and history.showing is None
    page.locator("#panel-turn").get_by_role("button", name="Show in the application").click()
    page.locator("#banner").get_by_role("button", name="Return to the present").click()
    expect(page.locator("#banner")).to_be_hidden()


@test("what the tool refuses is shown in its own words")
def refusals(visit):
    visit.allow("status of (40|50)")
    tool, page = begin(visit, allows=[], first_state=1000)
    page.keyboard.press("b")
    expect(page.locator("#problem")).to_contain_text("The application does not allow going back; attach with")
    page.get_by_role("button", name="Close this sentence").click()
    expect(page.locator("#problem")).to_be_hidden()
    page.keyboard.press("2")
    expect(page.locator("#panel-state .problem")).to_contain_text("There is no state of this turn")
    tool.refusals["turns"] = (503, {"error": "The journal is being read."})
    page.locator("#filter").fill("milk")
    expect(page.locator("#problem")).to_contain_text("The journal is being read.")
    tool.refusals.clear()
    page.locator("#filter").fill("bread")
    expect(page.locator("#count")).to_contain_text("of 120 turns")
    expect(page.locator("#problem")).to_be_hidden()


@test("a branch skips, moves, changes and adds messages, and shows where the states part")
def what_if(visit):
    tool, page = begin(visit)
    expect(page.get_by_role("tab", name="What if")).to_have_count(0)
    tool.histories[1].branches = True
    tool.changed()
    page.get_by_role("tab", name="What if").click()
    page.get_by_label("Turn that the branch begins after").fill("115")
    page.get_by_role("button", name="Begin").click()
    steps = page.locator(".steps li")
    expect(steps).to_have_count(5)
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#panel-branch .result")).to_contain_text("The states end as they did.")
    page.get_by_role("button", name=re.compile("^Skip turn 117")).click()
    page.get_by_role("button", name=re.compile("^Move down turn 118")).click()
    expect(page.locator("#panel-branch .result")).to_have_count(0)
    page.get_by_role("button", name=re.compile("^Change turn 116")).click()
    page.get_by_role("button", name="Show JSON").click()
    page.locator("dialog textarea").fill('{"added": {"title": "Tea", "id": 9007199254740993}}')
    page.locator("dialog").get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Add a message…").click()
    page.get_by_role("button", name="Show JSON").click()
    page.locator("dialog textarea").fill("not JSON")
    page.locator("dialog").get_by_role("button", name="Take it").click()
    expect(page.locator("dialog .problem")).to_contain_text("This is not JSON")
    page.locator("dialog textarea").fill('"clear"')
    page.locator("dialog").get_by_role("button", name="Take it").click()
    expect(steps).to_have_count(6)
    visit.picture(page, "what-if")
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#panel-branch .result")).to_contain_text("count 120 → 120")
    sent = tool.histories[1].branch
    assert [turn.get("n") for turn in sent["turns"]] == [None, 119, 118, 120, None], sent
    assert sent["turns"][0]["message"]["added"]["id"] == 9007199254740993 and sent["turns"][4]["message"] == "clear"


FORM = {"added": {"title": "Milk", "id": 9007199254740993, "share": 1.0, "isDone": True, "due": None, "notes": "one\r\ntwo", "tags": ["home", "food"], "sizes": {}, "steps": [{"count": 1}]}}


def form(visit, message, **more):
    """A page with the dialog that sends a message of the last turn again, and the parts of the dialog."""
    tool, page = begin(visit, forms={120: message}, **more)
    page.locator("#panel-turn").get_by_role("button", name="Send again…").click()
    return tool, page, page.locator("dialog")


@test("a message is changed in a form by keys alone and sent, and what was left alone keeps its value to the digit")
def form_by_keys(visit):
    tool, page, dialog = form(visit, FORM)
    visit.picture(page, "form")
    expect(dialog.get_by_role("group", name="added", exact=True)).to_be_visible()
    expect(dialog.get_by_label("title")).to_be_focused()
    for key in ("Control+a", "T", "e", "a", "Tab", "End", "0", "Tab"):
        page.keyboard.press(key)
    expect(dialog.get_by_label("share")).to_be_focused()
    for key in ("Tab", "Space", "Tab"):
        page.keyboard.press(key)
    expect(dialog.get_by_label("due")).to_be_focused()
    for key in ("n", "o", "w"):
        page.keyboard.press(key)
    while page.evaluate("document.activeElement.textContent") != "Send":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    sent = tool.histories[1].sent[0]
    assert sent == {"store": "library", "kind": "note@2", "message": {"added": {**FORM["added"], "title": "Tea", "id": 90071992547409930, "isDone": False, "due": "now"}}}, sent
    assert '"share":1.0' in tool.bodies[-1] and '"id":90071992547409930' in tool.bodies[-1], tool.bodies[-1]


@test("a form and its JSON turn into each other without a change, and what is neither JSON nor a form is said")
def form_and_json(visit):
    message = {"big": 12345678901234567890, "exact": 1.0, "__proto__": {"a": -0.0}, "1": [], "text": "é\u2028\U0001f600", "no": None, "deep": [[1, [2.50]], []]}
    tool, page, dialog = form(visit, message)
    for _ in range(2):
        dialog.get_by_role("button", name="Show JSON").click()
        area = dialog.get_by_label("The message as JSON")
        assert '"exact": 1.0' in area.input_value() and "12345678901234567890" in area.input_value()
        dialog.get_by_role("button", name="Show a form").click()
    dialog.get_by_label("exact").fill("2.0")
    dialog.get_by_role("button", name="Show JSON").click()
    area.fill(area.input_value().replace("12345678901234567890", "12345678901234567891").replace("null", "oops"))
    dialog.get_by_role("button", name="Show a form").click()
    expect(dialog.get_by_role("alert")).to_contain_text("This is not JSON")
    area.fill(area.input_value().replace("oops", "false"))
    dialog.get_by_role("button", name="Show a form").click()
    expect(dialog.get_by_role("alert")).to_be_hidden()
    expect(dialog.get_by_label("big")).to_have_value("12345678901234567891")
    tool.histories[1].forms[121] = list(range(3000))
    dialog.get_by_role("button", name="Send").click()
    expect(dialog).to_be_hidden()
    assert tool.histories[1].sent[0]["message"] == {**message, "big": 12345678901234567891, "exact": 2.0, "no": False}, tool.histories[1].sent
    assert '"exact":2.0' in tool.bodies[-1] and '"__proto__":{"a":-0.0}' in tool.bodies[-1], tool.bodies[-1]
    expect(detail(page)).to_have_text("Turn 121")
    page.locator("#panel-turn").get_by_role("button", name="Send again…").click()
    dialog.get_by_role("button", name="Show a form").click()
    expect(dialog.get_by_role("alert")).to_contain_text("A form takes at most 500 values")


@test("a text that is no number is said in a sentence that names its place, and nothing is sent")
def form_number(visit):
    tool, page, dialog = form(visit, FORM)
    field = dialog.get_by_label("count")
    for wrong in ("12a", "", "0x10", "01", "1.", "Infinity"):
        field.fill(wrong)
        dialog.get_by_role("button", name="Send").click()
        expect(dialog.get_by_role("alert")).to_contain_text(f"added.steps[0].count must be a number, as 12, -3 or 1.5e9; “{wrong}” is none.")
        expect(field).to_be_focused()
        expect(field).to_have_attribute("aria-invalid", "true")
    dialog.get_by_role("button", name="Show JSON").click()
    expect(field).to_be_visible()
    field.fill("-1.50e3")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    assert len(tool.histories[1].sent) == 1 and '"count":-1.50e3' in tool.bodies[-1], tool.bodies


@test("elements of an array are added as copies of the last, and removed, and null stays until a value is written")
def form_lists(visit):
    tool, page, dialog = form(visit, {"set": {"tags": ["home", "food"], "steps": [{"count": 1}], "none": [], "due": None, "at": None}})
    dialog.get_by_role("button", name="Add to tags").click()
    expect(dialog.get_by_label("[2]", exact=True)).to_be_focused()
    expect(dialog.get_by_label("[2]", exact=True)).to_have_value("food")
    dialog.get_by_label("[2]", exact=True).fill("cold")
    dialog.get_by_role("button", name="Remove tags[0]").click()
    expect(dialog.get_by_role("button", name="Remove tags[0]")).to_be_focused()
    dialog.get_by_label("count").fill("41")
    dialog.get_by_role("button", name="Add to steps").click()
    dialog.get_by_label("count").nth(1).fill("42")
    dialog.get_by_role("button", name="Add to none").click()
    page.keyboard.type("12")
    dialog.get_by_label("due").fill("tomorrow")
    dialog.get_by_label("at").fill("{}")
    dialog.get_by_label("at").fill("")
    dialog.get_by_role("button", name="Send").click()
    expect(dialog).to_be_hidden()
    sent = tool.histories[1].sent[0]["message"]["set"]
    assert sent == {"tags": ["food", "cold"], "steps": [{"count": 41}, {"count": 42}], "none": [12], "due": "tomorrow", "at": None}, sent


@test("a form shows hostile names and texts as they are, fits 400 px, and has names and contrast in both themes")
def form_looks(visit):
    from look_tests import CONTRAST, NAMED

    message = {HOSTILE: {HOSTILE: HOSTILE, "constructor": [HOSTILE], "ok": True, "n": 1, "none": None, "long": HOSTILE * 9}}
    for scheme, width in (("light", 1280), ("dark", 1280), ("dark", 400)):
        tool, page = begin(visit, forms={120: message}, scheme=scheme, width=width)
        if width == 400:
            row(page, 120).click()
        page.locator("#panel-turn").get_by_role("button", name="Send again…").click()
        dialog = page.locator("dialog")
        expect(dialog.get_by_label(HOSTILE, exact=True).first).to_have_value(HOSTILE)
        dialog.get_by_label("n", exact=True).fill("x")
        dialog.get_by_role("button", name="Send").click()
        expect(dialog.get_by_role("alert")).to_contain_text("must be a number")
        assert page.evaluate("document.querySelectorAll('img, script:not([src=\"/main.js\"]), iframe').length") == 0
        count, found = page.evaluate(CONTRAST)
        assert count > 20 and not found, f"{scheme}: {found[:12]}"
        nodes = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        nameless = [node["role"]["value"] for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in NAMED | {"group"} and not node.get("name", {}).get("value", "").strip()]
        assert not nameless, nameless
        assert page.evaluate("(() => { const d = document.querySelector('dialog'); return d.scrollWidth <= d.clientWidth; })()"), "the dialog is cut off"
        visit.picture(page, f"form-{scheme}-{width}")
        dialog.get_by_label("n", exact=True).fill("2")
        dialog.get_by_role("button", name="Send").click()
        expect(dialog).to_be_hidden()
        assert tool.histories[1].sent[0]["message"] == {HOSTILE: {**message[HOSTILE], "n": 2}}


@test("a message is added to a branch like the newest of its name, in any store, by keys alone")
def adds_to_branch(visit):
    visit.allow("status of 404")
    tool, page = begin(visit, branches=True, forms={112: {"added": {"title": "Old"}}})
    page.keyboard.press("5")
    page.get_by_label("Turn that the branch begins after").fill("118")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Add a message…").focus()
    page.keyboard.press("Enter")
    dialog = page.get_by_role("dialog", name="Add a message")
    expect(dialog.get_by_role("combobox", name="Message")).to_be_focused()
    page.keyboard.type("typed")
    page.keyboard.press("Tab")
    expect(dialog.get_by_role("combobox", name="Store")).to_be_focused()
    expect(dialog.get_by_role("combobox", name="Store")).to_have_value("search")
    expect(dialog).to_contain_text("Of kind note@2")
    dialog.get_by_label("title").fill("Honey")
    page.keyboard.press("Enter")
    expect(dialog).to_be_hidden()
    page.get_by_role("button", name="Add a message…").click()
    dialog.get_by_role("combobox", name="Message").select_option("typed")
    dialog.get_by_role("combobox", name="Store").select_option("editor")
    expect(dialog.get_by_role("alert")).to_contain_text("No turn of editor had a message named typed; write it as JSON.")
    dialog.get_by_label("The message as JSON").fill('"clear"')
    visit.picture(page, "branch-add")
    dialog.get_by_role("button", name="Take it").click()
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#panel-branch .result")).to_contain_text("count 120 → 122")
    added = tool.histories[1].branch["turns"][2:]
    assert added[0]["store"] == "search" and list(added[0]["message"].values())[0]["title"] == "Honey", added
    assert added[1] == {"store": "editor", "kind": "note@2", "message": "clear"}, added


@test("a branch and a past become the present after one question, the page follows, and a refusal is shown")
def keeps(visit):
    visit.allow("status of 409")
    tool, page = begin(visit, branches=True, allows=["back", "send", "keep"])
    history = tool.histories[1]
    page.keyboard.press("5")
    page.get_by_label("Turn that the branch begins after").fill("115")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name=re.compile("^Skip turn 117")).click()
    page.get_by_role("button", name="Compute").click()
    page.get_by_role("button", name="Make it the present…").click()
    dialog = page.get_by_role("dialog", name="Make this branch the present?")
    expect(dialog).to_contain_text("What only its present states hold is lost, unless a journal keeps it.")
    visit.picture(page, "keep-branch")
    page.keyboard.press("Escape")
    assert history.kept == []
    tool.refusals["keep"] = (409, {"error": "The application is busy with another past; try again."})
    page.get_by_role("button", name="Make it the present…").click()
    dialog.get_by_role("button", name="Make it the present").click()
    expect(dialog.get_by_role("alert")).to_have_text("The application is busy with another past; try again.")
    tool.refusals.clear()
    page.keyboard.press("Tab")
    dialog.get_by_role("button", name="Make it the present").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#breaks")).to_contain_text("Break 121: The inspector put a branch in the place of the present.")
    assert history.kept == [{"branch": 7}]
    page.locator("#rows").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("b")
    banner = page.locator("#banner")
    expect(banner).to_contain_text("The application shows turn 118")
    banner.get_by_role("button", name="Go on from here…").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog", name="Go on from turn 118?")).to_contain_text("The application goes on with its states after turn 118.")
    visit.picture(page, "keep-past")
    page.keyboard.press("Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(banner).to_be_hidden()
    assert history.kept == [{"branch": 7}, {"turn": 118}]
    expect(page.locator("#live")).to_contain_text("The history has break 122.")
    tool.add(3)
    expect(row(page, 123)).to_be_visible()
    page.keyboard.press("1")
    expect(detail(page)).to_have_text("Turn 123")


@test("nothing offers to keep a past where the application does not allow it")
def keeps_nothing(visit):
    tool, page = begin(visit, branches=True)
    page.keyboard.press("b")
    expect(page.locator("#banner")).to_contain_text("The application shows turn 120")
    expect(page.get_by_role("button", name="Go on from here…")).to_have_count(0)
    page.keyboard.press("5")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("button", name="Compute").click()
    expect(page.locator("#panel-branch .result")).to_be_visible()
    expect(page.get_by_role("button", name="Make it the present…")).to_have_count(0)


@test("a history with breaks says the newest, and the others when it is opened, until it is closed")
def breaks(visit):
    tool, page = begin(visit, breaks=[{"n": 40, "reason": "The journal was restored."}, {"n": 80, "reason": HOSTILE}])
    strip = page.locator("#breaks")
    expect(strip.locator("summary")).to_have_text(f"Break 80: {HOSTILE}")
    expect(strip.get_by_text("Break 40")).to_be_hidden()
    strip.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(strip.get_by_role("listitem")).to_have_text("Break 40: The journal was restored.")
    visit.picture(page, "breaks")
    strip.get_by_role("button", name="Close this notice").click()
    expect(strip).to_be_hidden()
    tool.add(1)
    expect(row(page, 121)).to_be_visible()
    expect(strip).to_be_hidden()
    tool.histories[1].breaks = [*tool.histories[1].breaks, {"n": 122, "reason": "A branch was kept."}]
    tool.changed()
    expect(strip.locator("summary")).to_have_text("Break 122: A branch was kept.")


@test("a journal without an application says so, and offers nothing that needs one")
def journal(visit):
    visit.allow("status of 409")
    tool, page = begin(visit, kind="journal", status="ready", allows=[])
    expect(page.locator("#status")).to_have_text("Journal")
    expect(page.get_by_role("button", name="Show in the application")).to_have_count(0)
    page.keyboard.press("4")
    expect(page.locator("#panel-machines")).to_contain_text("start it with millrace inspect notes.journal -- COMMAND")


@test("the page goes on when the stream breaks, and when the tool was started again")
def comes_back(visit):
    visit.allow("ERR_|Failed to load")
    tool, page = begin(visit)
    tool.drop_streams()
    tool.add(1)
    expect(row(page, 121)).to_be_visible()
    tool.stop()
    expect(page.locator("#status")).to_have_text("No tool")
    expect(page.locator("#problem")).to_contain_text("The tool has ended or does not answer.")
    again = visit.use(FakeTool([FakeHistory(turns=130)], port=tool.port))
    expect(page.locator("#status")).to_have_text("Live")
    expect(row(page, 130)).to_be_visible()
    expect(page.locator("#problem")).to_be_hidden()
    again.add(1)
    expect(row(page, 131)).to_be_visible()


@test("an application that was started again is shown in the place of its ended run")
def next_run(visit):
    tool, page = begin(visit)
    tool.histories[1].status = "ended"
    tool.changed()
    expect(page.locator("#status")).to_have_text("Ended")
    tool.histories[2] = FakeHistory(2, turns=4)
    tool.changed()
    expect(row(page, 4)).to_be_visible()
    expect(page.locator("#status")).to_have_text("Live")
    page.locator("#history").select_option("1")
    expect(row(page, 120)).to_be_visible()


@test("the page says what to do when there is no application, no tool or no key")
def empty(visit):
    visit.allow("status of 401|ERR_|Failed to load")
    tool = visit.use(FakeTool([]))
    page = visit.open(tool.address)
    expect(page.locator("#empty")).to_contain_text("No application is connected")
    expect(page.locator("#empty")).to_contain_text("millrace inspect -- swift run App")
    tool.histories[1] = FakeHistory(turns=9)
    tool.changed()
    expect(row(page, 9)).to_be_visible()
    without = visit.open(f"http://127.0.0.1:{tool.port}/")
    expect(without.locator("#empty")).to_contain_text("The address has no key")
    wrong = visit.open(f"http://127.0.0.1:{tool.port}/#ffffffffffffffffffffffffffffffff")
    expect(wrong.locator("#problem")).to_contain_text("The key in the address is not the one of this tool")


@test("the token leaves the address bar, a reload keeps it, and pins outlive the reload")
def token(visit):
    tool, page = begin(visit)
    assert page.url == f"http://127.0.0.1:{tool.port}/", page.url
    page.keyboard.press("p")
    expect(page.locator("#pins button")).to_have_text("◆ 120")
    page.reload()
    expect(row(page, 120)).to_be_visible()
    expect(page.locator("#pins button")).to_have_text("◆ 120")


@test("several histories are chosen between, and one opens beside in a window of its own")
def histories(visit):
    tool = visit.use(FakeTool([FakeHistory(turns=20), FakeHistory(2, "Washer", "washing", 40)]))
    page = visit.open(tool.address)
    expect(row(page, 20)).to_be_visible()
    page.locator("#history").select_option("2")
    expect(row(page, 40)).to_be_visible()
    with page.context.expect_page() as opened:
        page.locator("#history").select_option("beside")
    expect(row(opened.value, 40)).to_be_visible()
    expect(opened.value.locator("#history")).to_have_value("2")


@test("turns are saved as a file of a chosen form")
def saves(visit):
    tool, page = begin(visit)
    page.get_by_role("button", name="Save…").click()
    page.get_by_label("Form").select_option("test")
    expect(page.locator("dialog").get_by_label("Store", exact=True)).to_have_value("library")
    with page.expect_download() as download:
        page.locator("dialog").get_by_role("button", name="Save").click()
    assert download.value.suggested_filename == "turns.swift"


@test("everything is done by keys alone, in an order that follows the eye, and the focus is never caught")
def keys_only(visit):
    tool, page = begin(visit)
    names = []
    for _ in range(40):
        page.keyboard.press("Tab")
        names.append(page.evaluate("() => document.activeElement.id || document.activeElement.textContent.trim() || document.activeElement.tagName"))
    order = [names.index(name) for name in ("history", "pause", "filter", "save", "theme", "help", "rows", "splitter", "tab-turn", "panel-turn")]
    assert order == sorted(order), names
    assert names.count("rows") >= 2, f"the focus goes round: {names}"
    ring = page.evaluate("() => { document.getElementById('save').focus(); return getComputedStyle(document.activeElement).outlineStyle; }")
    assert ring == "solid", ring
    page.locator("#rows").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(detail(page)).to_have_text("Turn 118")
    page.keyboard.press("Enter")
    expect(page.locator("#tab-turn")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#tab-state")).to_be_focused()
    expect(page.locator("#panel-state .tree")).to_contain_text("count")
    page.locator("#panel-state [role=treeitem][tabindex='0']").focus()
    for key in ("End", "ArrowUp", "ArrowRight", "ArrowDown"):
        page.keyboard.press(key)
    expect(page.locator("#panel-state .about .path")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("show this turn in the application")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    page.keyboard.press("t")
    expect(page.locator("html")).to_have_attribute("data-theme", "light")


@test("at 400 px the turns and their details take turns in one column, and nothing is cut off")
def narrow(visit):
    tool, page = begin(visit, width=400, height=700)
    assert page.evaluate("document.documentElement.scrollWidth") <= 400
    expect(page.locator("#detail")).to_be_hidden()
    visit.picture(page, "narrow-list")
    row(page, 118).click()
    expect(detail(page)).to_have_text("Turn 118")
    expect(page.locator("#list")).to_be_hidden()
    for key, name in zip("1234", ("turn", "state", "time", "machines")):
        page.keyboard.press(key)
        expect(page.locator(f"#panel-{name}")).to_be_visible()
        expect(page.locator(f"#panel-{name} .pane > *").first).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 400
        visit.picture(page, f"narrow-{name}")
    page.get_by_role("button", name="‹ Turns").click()
    expect(page.locator("#rows")).to_be_focused()


@test("hostile contents are text everywhere: no markup, no dialog, no request, no breach of the policy")
def hostile(visit):
    tool, page = begin(visit, 118, hostile=True)
    for key in "1234":
        page.keyboard.press(key)
        panel = page.locator("[role=tabpanel]:visible")
        expect(panel).to_contain_text("<img src=x onerror=alert(1)>") if key != "3" else expect(panel.locator(".slow")).to_contain_text("<img src=x onerror=alert(1)>")
    page.locator("#filter").fill("store:")
    expect(page.locator("#suggestions")).to_contain_text("<script>alert(2)</script>")
    page.keyboard.press("Escape")
    tool.refusals["show"] = (403, {"error": HOSTILE})
    visit.allow("status of 403")
    page.locator("#rows").focus()
    page.keyboard.press("b")
    expect(page.locator("#problem")).to_contain_text("<script>alert(2)</script>")
    page.keyboard.press("2")
    page.locator("#panel-state .line").first.click()
    page.locator("canvas").hover() if page.locator("canvas").is_visible() else None
    assert page.evaluate("document.querySelectorAll('img, script:not([src=\"/main.js\"]), iframe').length") == 0


@test("the page is small, has no inline script or style, and never makes markup of data")
def sources(visit):
    files = sorted(PAGE.iterdir())
    size = sum(file.stat().st_size for file in files)
    visit.figure(f"{size:,} bytes in {len(files)} files")
    assert size < 150_000, f"The page has {size} bytes."
    for file in files:
        text = file.read_text()
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text), file
        assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text), file
        if file.suffix == ".html":
            assert not re.search(r"\sstyle=|\son\w+=|<style|<script(?![^>]*src=)", text), file
