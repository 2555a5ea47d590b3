import AftermathComponents
import Testing

@Suite("The plain text")
struct ComponentsPlainTextTests {
  @Test("contents, children, progress and failure are one text")
  func text() {
    let renderer = PlainTextRenderer()
    let milk = Item(identifier: "m", title: "Milk", subtitle: "2 l", children: [Item(identifier: "c")])
    renderer.show([Component(identifier: "t", title: "Today", items: [milk]), Component(identifier: "u")])
    renderer.showProgress(true)
    renderer.showFailure("closed")
    #expect(renderer.text == "# Today\n- Milk · 2 l\n  - c\n# u\n…\n! closed\n")
    renderer.showProgress(false)
    renderer.showFailure(nil)
    #expect(renderer.text == "# Today\n- Milk · 2 l\n  - c\n# u\n")
    #expect(
      renderer.log == ["show 2 components", "progress", "failure: closed", "no progress", "no failure"])
  }

  @Test("every change is a line of the log, and one that does not fit says so")
  func log() {
    let renderer = PlainTextRenderer()
    renderer.show([])
    renderer.clearLog()
    renderer.render([
      .components(.insert(Component(identifier: "c", items: componentsItems("a", "b")), at: 0)),
      .items(.move("a", from: 0, to: 1), component: "c", at: 0),
      .items(.delete("z", at: 0), component: "c", at: 0),
    ])
    #expect(renderer.log.prefix(2) == ["insert c at 0", "move a from 0 to 1 in c"])
    #expect(renderer.log.last?.hasPrefix("error: The change `delete z at 0`") == true)
    #expect(renderer.text == "# c\n- B\n- A\n")
  }
}
