"""How the page looks and sounds: contrast, names for screen readers, pictures, and figures of its speed."""

from fake_tool import FakeHistory, FakeTool
from harness import expect, test
from page_tests import begin, row

TABS = {"turn": "1", "state": "2", "time": "3", "machines": "4"}

# Gives the text of each visible element whose contrast to its ground is below 4.5 (3 for large text).
CONTRAST = """() => {
  const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
  const read = (text) => {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = text;
    pen.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
    return [r, g, b, a / 255];
  };
  const over = (top, below) => [0, 1, 2].map((part) => top[part] * top[3] + below[part] * (1 - top[3])).concat(1);
  const light = ([r, g, b]) => [r, g, b].map((part) => (part /= 255) <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
    .reduce((sum, part, place) => sum + part * [0.2126, 0.7152, 0.0722][place], 0);
  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      if (at.tagName === 'g') {
        const box = at.querySelector(':scope > rect');
        if (box) layers.push(read(getComputedStyle(box).fill));
      }
      const colour = read(getComputedStyle(at).backgroundColor);
      if (colour[3] > 0) layers.push(colour);
    }
    return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255, 1]);
  };
  const found = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let checked = 0;
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement, text = walk.currentNode.textContent.trim();
    if (!text || !element.checkVisibility({ visibilityProperty: true }) || element.closest('.hidden, :disabled, option')) continue;
    const box = element.getBoundingClientRect();
    if (!box.width || !box.height) continue;
    const style = getComputedStyle(element), below = ground(element);
    const ink = over(read(element instanceof SVGElement ? style.fill : style.color), below);
    const [one, other] = [light(ink), light(below)].sort((a, b) => b - a);
    const ratio = (one + 0.05) / (other + 0.05), size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    checked += 1;
    if (ratio < least) found.push(`${ratio.toFixed(2)} ${element.tagName}.${element.getAttribute('class')} "${text.slice(0, 30)}"`);
  }
  return [checked, [...new Set(found)]];
}"""

NAMED = {"button", "link", "textbox", "searchbox", "combobox", "listbox", "option", "tab", "tabpanel", "tree", "treeitem", "checkbox", "spinbutton", "menuitem",
         "dialog", "image", "img", "radio", "slider", "splitter", "graphics-document"}


def settle(page, tab):
    page.locator("#rows").focus()
    page.keyboard.press(TABS[tab])
    shown = {"turn": ".lives, .chain li", "state": ".tree .changed", "time": ".slow li", "machines": "svg.diagram"}[tab]
    expect(page.locator(f"#panel-{tab}").locator(shown).first).to_be_visible()


@test("text has a contrast of 4.5 to its ground in both themes, in every tab")
def contrast(visit):
    for scheme in ("light", "dark"):
        tool, page = begin(visit, 982, scheme=scheme)
        page.keyboard.press("p")
        page.keyboard.press("b")
        expect(page.locator("#banner")).to_be_visible()
        page.locator("#filter").fill("from:x")
        expect(page.locator("#problem")).to_be_visible()
        checked = 0
        for tab in TABS:
            settle(page, tab)
            count, found = page.evaluate(CONTRAST)
            checked += count
            assert not found, f"{scheme}, {tab}: {found[:12]}"
        page.keyboard.press("?")
        count, found = page.evaluate(CONTRAST)
        assert not found, f"{scheme}, dialog: {found[:12]}"
        visit.figure(f"{scheme}: {checked + count} texts")


@test("every control has a name for screen readers, in every tab and dialog")
def names(visit):
    tool, page = begin(visit, 982)
    page.keyboard.press("p")
    page.keyboard.press("b")
    session = page.context.new_cdp_session(page)

    def check(where):
        nodes = session.send("Accessibility.getFullAXTree")["nodes"]
        shown = [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node.get("ignored") and node.get("role", {}).get("value") in NAMED]
        assert len(shown) > 20, shown
        nameless = [role for role, name in shown if not name.strip()]
        assert not nameless, f"{where}: {nameless}"
        return len(shown)

    total = 0
    for tab in TABS:
        settle(page, tab)
        total += check(tab)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#tab-machines")).to_be_focused()
    page.locator("#filter").fill("st")
    expect(page.locator("#suggestions")).to_be_visible()
    total += check("menu")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(page.locator("#count")).to_have_text("982 turns")
    visit.figure(f"{total} controls have names")
    rows = page.locator("#rows")
    rows.focus()
    page.keyboard.press("ArrowUp")
    expect(rows).to_have_attribute("aria-activedescendant", "row-980")
    active = rows.get_attribute("aria-activedescendant")
    expect(page.locator(f"#{active}")).to_have_attribute("aria-selected", "true")
    expect(page.locator(f"#{active}")).to_have_attribute("aria-posinset", "981")
    expect(page.locator(f"#{active}")).to_have_attribute("aria-setsize", "982")


@test("the theme follows the system, and is switched and kept")
def themes(visit):
    tool, page = begin(visit, scheme="dark")
    ground = "getComputedStyle(document.body).backgroundColor"
    dark = page.evaluate(ground)
    page.emulate_media(color_scheme="light")
    light = page.evaluate(ground)
    assert dark != light
    page.locator("#theme").click()
    page.locator("#theme").click()
    assert page.evaluate(ground) == dark
    page.reload()
    expect(row(page, 120)).to_be_visible()
    assert page.evaluate(ground) == dark


@test("pictures of every tab are taken, light and dark")
def pictures(visit):
    for scheme in ("light", "dark"):
        tool, page = begin(visit, 982, scheme=scheme)
        page.locator("#rows").focus()
        for tab in TABS:
            settle(page, tab)
            visit.picture(page, f"{scheme}-{tab}")


@test("the first contentful paint comes within 300 ms, and scrolling keeps its frames", measures=True)
def speed(visit):
    tool = visit.use(FakeTool([FakeHistory(turns=1000)]))
    visit.open(tool.address)
    paints = []
    for _ in range(5):
        page = visit.open(tool.address)
        expect(row(page, 1000)).to_be_visible()
        paints.append(page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime"))
    visit.figure("first contentful paint: " + ", ".join(f"{paint:.0f} ms" for paint in sorted(paints)))
    tool.run_at(10_000)
    visit.frames(page, "while 10,000 turns a second come", 6)
    tool.rate = 0
    assert sorted(paints)[2] <= 300, paints
    scroll = page.evaluate("""() => new Promise((resolve) => {
      const rows = document.getElementById('rows'), gaps = [];
      let last = performance.now(), step = 0;
      rows.scrollTop = 0;
      const frame = (now) => {
        gaps.push(now - last);
        last = now;
        rows.scrollTop += 180;
        if (++step < 240) requestAnimationFrame(frame);
        else resolve(gaps.sort((a, b) => a - b));
      };
      requestAnimationFrame(frame);
    })""")
    visit.figure(f"while scrolling: median {scroll[len(scroll) // 2]:.1f} ms, p95 {scroll[len(scroll) * 95 // 100]:.1f} ms")
