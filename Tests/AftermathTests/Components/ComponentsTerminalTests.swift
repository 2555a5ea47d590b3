import Testing

@testable import AftermathComponents

@Suite("The terminal")
struct ComponentsTerminalTests {
  /// A terminal that carries out what is written to it, as far as the renderer writes it.
  final class Terminal {
    var rows: [Int: String] = [:]
    var written: [String] = []

    func write(_ text: String) {
      written.append(text)
      var row = 0
      for part in text.components(separatedBy: "\u{1B}[") where !part.isEmpty {
        let end = part.firstIndex { $0.isLetter } ?? part.startIndex
        let rest = String(part[part.index(after: end)...])
        switch part[end] {
        case "J": rows = [:]
        case "H": row = Int(part[..<end].split(separator: ";")[0]) ?? 0
        case "K": rows[row] = rest
        case "m": if row > 0 { rows[row, default: ""] += rest }
        default: Issue.record("unknown code \(part.debugDescription)")
        }
      }
    }

    func text(_ height: Int) -> [String] { (1...height).map { rows[$0] ?? "" } }

    /// The number of rows that the last call has written.
    var rowsOfLastCall: Int { (written.last ?? "").components(separatedBy: "\u{1B}[2K").count - 1 }
  }

  let terminal = Terminal()

  func renderer(_ width: Int = 20, _ height: Int = 5) -> TerminalRenderer {
    TerminalRenderer(width: width, height: height) { [terminal] in terminal.write($0) }
  }

  @Test("titles, subtitles, children and headings stand in rows, with the selected one marked")
  func content() throws {
    let renderer = renderer()
    let milk = Item(identifier: "m", title: "Milk", subtitle: "2 l", children: componentsItems("c"))
    renderer.show([Component(identifier: "t", title: "Today", items: [milk, Item(identifier: "tea")])])
    #expect(terminal.text(5) == ["Today", "  Milk  2 l", "    C", "  tea", ""])
    try renderer.select(ItemPath(component: "t", items: ["m", "c"]))
    #expect(terminal.text(5) == ["Today", "  Milk  2 l", ">   C", "  tea", ""])
    #expect(terminal.rowsOfLastCall == 1)
  }

  @Test("one of 10,000 items that changes writes one row, or none when it is not to be seen")
  func oneRow() {
    let renderer = renderer(20, 50)
    var items = (0..<10_000).map { Item(identifier: "n\($0)", title: "Note \($0)") }
    renderer.show([Component(identifier: "list", items: items)])
    let calls = terminal.written.count
    items[7].title = "changed"
    renderer.render([.items(.update(items[7], at: 7), component: "list", at: 0)])
    #expect(terminal.written.count == calls + 1)
    #expect(terminal.written.last == "\u{1B}[8;1H\u{1B}[2K  changed")
    items[9_000].title = "unseen"
    renderer.render([.items(.update(items[9_000], at: 9_000), component: "list", at: 0)])
    #expect(terminal.written.count == calls + 1)
  }

  @Test("the selection moves within the items, and what is to be seen follows it")
  func scrolling() {
    let renderer = renderer(10, 4)
    renderer.show([
      Component(identifier: "a", title: "A", items: componentsItems("b", "c", "d")),
      Component(identifier: "e", items: componentsItems("f", "g")),
    ])
    renderer.moveSelection(by: 1)
    #expect(terminal.text(4) == ["A", "> B", "  C", ""])
    renderer.moveSelection(by: 3)
    #expect(terminal.text(4) == ["  C", "  D", "> F", ""])
    #expect(!renderer.isAtEnd)
    renderer.moveSelection(by: .max)
    #expect(terminal.text(4) == ["  D", "  F", "> G", ""])
    #expect(renderer.isAtEnd)
    #expect(renderer.selection == ItemPath(component: "e", items: ["g"]))
    renderer.moveSelection(by: .min)
    #expect(terminal.text(4) == ["A", "> B", "  C", ""])
  }

  @Test("the selection stays with its item, and goes to the one in its place when it has gone")
  func selection() throws {
    let renderer = renderer(10, 6)
    let items = componentsItems("a", "b", "c")
    renderer.show([Component(identifier: "l", items: items)])
    try renderer.select(ItemPath(component: "l", items: ["b"]))
    renderer.render([.items(.insert(Item(identifier: "x"), at: 0), component: "l", at: 0)])
    #expect(renderer.selection?.items == ["b"])
    renderer.render([.items(.delete("b", at: 2), component: "l", at: 0)])
    #expect(renderer.selection?.items == ["c"])
    renderer.render([.items(.delete("c", at: 2), component: "l", at: 0)])
    #expect(renderer.selection?.items == ["a"])
    renderer.render([.components(.delete("l", at: 0))])
    #expect(renderer.selection == nil)
  }

  @Test("a path that is not there cannot be selected")
  func unknownPath() throws {
    let renderer = renderer()
    renderer.show([Component(identifier: "l", items: componentsItems("a"))])
    try renderer.select(ItemPath(component: "l", items: ["a"]))
    let path = ItemPath(component: "l", items: ["z"])
    #expect(throws: ComponentError.unknownPath(path)) { try renderer.select(path) }
    #expect(renderer.selection?.items == ["a"])
    try renderer.select(nil)
    #expect(renderer.selection == nil)
  }

  @Test("the last row tells progress, and a failure before it")
  func status() {
    let renderer = renderer()
    renderer.show([])
    #expect(terminal.text(5) == ["Nothing here.", "", "", "", ""])
    renderer.showProgress(true)
    #expect(terminal.text(5) == ["", "", "", "", "Loading…"])
    renderer.showFailure("closed\u{1B}[2J\nnow")
    #expect(terminal.written.last == "\u{1B}[5;1H\u{1B}[2K\u{1B}[31mclosed[2J now\u{1B}[0m")
    renderer.showFailure(nil)
    renderer.showProgress(false)
    #expect(terminal.text(5) == ["Nothing here.", "", "", "", ""])
  }

  @Test("contents cannot send the terminal an order, whatever is in them")
  func injection() {
    for seed in 0..<300 as Range<UInt64> {
      var random = SeededRandom(seed)
      let texts = (0..<4).map { _ in
        String(
          String.UnicodeScalarView(
            (0..<20).compactMap { _ in Unicode.Scalar(UInt32(random.below(3) == 0 ? 0x20 : 0x300)) }
              .enumerated().map { Unicode.Scalar(UInt32(random.below($0 % 2 == 0 ? 0xA0 : 0x2070))) ?? $1 }))
      }
      let terminal = Terminal()
      let renderer = TerminalRenderer(width: 30, height: 6) { terminal.write($0) }
      renderer.show([
        Component(
          identifier: "c", title: texts[0],
          items: [Item(identifier: texts[1], title: texts[2], subtitle: texts[3])])
      ])
      let codes = terminal.written.joined().matches(of: /\u{1B}\[[0-9;]*[A-Za-z]/).count
      let written = terminal.written.joined().unicodeScalars
      #expect(written.count { $0 == "\u{1B}" } == codes, "seed \(seed)")
      #expect(
        !written.contains { $0 != "\u{1B}" && $0.properties.generalCategory == .control }, "seed \(seed)")
      #expect(!written.contains { (0x202A...0x202E).contains($0.value) }, "seed \(seed)")
    }
  }

  @Test("another size, and a pause, write everything again")
  func resizing() {
    let renderer = renderer(10, 3)
    renderer.show([Component(identifier: "l", items: componentsItems("a", "b", "c"))])
    #expect(terminal.text(3) == ["  A", "  B", ""])
    renderer.resize(width: 3, height: 4)
    #expect(terminal.text(4) == ["  A", "  B", "  C", ""])
    renderer.isPaused = true
    let calls = terminal.written.count
    renderer.render([.items(.delete("b", at: 1), component: "l", at: 0)])
    #expect(terminal.written.count == calls)
    terminal.rows = [1: "another's"]
    renderer.isPaused = false
    #expect(terminal.text(4) == ["  A", "  C", "", ""])
  }

  @Test("no size is too small or too large to draw", arguments: [-1, 0, 1, 2, Int.max, Int.min])
  func sizes(_ size: Int) {
    let renderer = renderer(size, size)
    renderer.show([Component(identifier: "l", title: "T", items: componentsItems("a", "b", "c"))])
    for step in [1, 2, -1] { renderer.moveSelection(by: step) }
    renderer.showFailure("closed")
    renderer.resize(width: size, height: 2)
    #expect(renderer.selection?.items == ["b"])
  }

  @Test("a change that does not fit is reported in the last row, and the others are drawn")
  func unfit() {
    let renderer = renderer(60, 4)
    renderer.show([Component(identifier: "l")])
    renderer.render([
      .items(.delete("z", at: 0), component: "l", at: 0),
      .items(.insert(Item(identifier: "a"), at: 0), component: "l", at: 0),
    ])
    #expect(terminal.text(4)[0] == "  a")
    #expect(terminal.text(4)[3].hasPrefix("The change `delete z at 0` does not fit"))
  }

  @Test("random changes leave the terminal as if all had been drawn again")
  func law() {
    for seed in 0..<150 as Range<UInt64> {
      var random = SeededRandom(seed)
      let renderer = renderer(12, 7)
      var contents = sample(&random)
      renderer.show(contents)
      for _ in 0..<8 {
        let new = sample(&random)
        renderer.render(contents.contentChanges(to: new))
        contents = new
        renderer.moveSelection(by: random.below(5) - 2)
        let shown = terminal.text(7)
        renderer.redraw()
        #expect(terminal.text(7) == shown, "seed \(seed)")
      }
    }
  }

  func sample(_ random: inout SeededRandom) -> [Component] {
    (0..<3).filter { _ in random.below(3) > 0 }.shuffled(using: &random).map { number in
      let items = (0..<5).filter { _ in random.below(3) > 0 }.shuffled(using: &random).map {
        Item(
          identifier: "\($0)", title: random.below(2) == 0 ? "題\($0)" : "",
          children: random.below(3) == 0 ? componentsItems("x", "y") : [])
      }
      return Component(identifier: "c\(number)", title: random.below(2) == 0 ? "T" : "", items: items)
    }
  }
}

extension String {
  /// The pieces between the places where a text occurs.
  fileprivate func components(separatedBy separator: String) -> [String] {
    split(separator: separator, omittingEmptySubsequences: false).map(String.init)
  }
}
