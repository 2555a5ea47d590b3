import Testing

@testable import AftermathComponents

@Suite("The rows of a terminal")
struct ComponentsOutlineTests {
  /// The rows and the paths of the items from top to bottom, found by walking through everything.
  private func walk(_ components: [Component]) -> (rows: [String], paths: [ItemPath]) {
    var rows: [String] = []
    var paths: [ItemPath] = []
    func pass(_ items: [Item], _ component: String, _ above: [String]) {
      for item in items {
        let path = ItemPath(component: component, items: above + [item.identifier])
        rows.append("\(path)")
        paths.append(path)
        pass(item.children, component, path.items)
      }
    }
    for component in components {
      if !component.title.isEmpty { rows.append("heading \(component.identifier)") }
      pass(component.items, component.identifier, [])
    }
    return (rows, paths)
  }

  private func contents(_ random: inout SeededRandom) -> [Component] {
    func items(_ depth: Int, _ most: Int) -> [Item] {
      let identifiers = (0..<12).shuffled(using: &random).prefix(random.below(most))
      return identifiers.map { number in
        let hasChildren = depth < 2 && random.below(6) == 0
        return Item(identifier: "\(number)", children: hasChildren ? items(depth + 1, 4) : [])
      }
    }
    return ["a", "b", "c"].shuffled(using: &random).prefix(random.below(4)).map { identifier in
      Component(identifier: identifier, title: random.below(2) == 0 ? "" : "T", items: items(0, 10))
    }
  }

  @Test(
    "rows and numbers are those of a walk through everything, after whatever steps",
    arguments: 0..<100 as Range<UInt64>)
  func law(seed: UInt64) throws {
    var random = SeededRandom(seed)
    var old = contents(&random)
    var outline = TerminalOutline(components: old)
    for _ in 0..<10 {
      let new = contents(&random)
      for change in old.contentChanges(to: new) { try outline.apply(change) }
      #expect(outline.components == new)
      let (rows, paths) = walk(new)
      #expect(outline.count == (rows.count, paths.count), "seed \(seed)")
      let first = random.below(rows.count + 1)
      let range = first..<(first + random.below(6))
      let shown = outline.rows(range).map { row in
        switch row {
        case .heading(let component): "heading \(component.identifier)"
        case .item(_, _, let path): "\(path)"
        }
      }
      #expect(shown == Array(rows.dropFirst(first).prefix(range.count)), "seed \(seed)")
      for (number, path) in paths.enumerated() {
        #expect(outline.path(ofItem: number) == path, "seed \(seed)")
        #expect(outline.number(of: path, near: random.below(30)) == number, "seed \(seed)")
        #expect(rows[outline.row(ofItem: number)] == "\(path)", "seed \(seed)")
      }
      #expect(outline.path(ofItem: paths.count) == nil && outline.path(ofItem: -1) == nil)
      #expect(outline.number(of: ItemPath(component: "a", items: ["z"]), near: 0) == nil)
      old = new
    }
  }

  @Test("a step that does not fit changes no count")
  func unfit() {
    var outline = TerminalOutline(components: [Component(identifier: "a", items: componentsItems("x"))])
    let steps: [ContentChange] = [
      .items(.delete("x", at: 1), component: "a", at: 0), .items(.delete("z", at: 0), component: "a", at: 0),
      .items(.insert(Item(identifier: "y"), at: 3), component: "a", at: 0),
      .items(.insert(Item(identifier: "y"), at: 0), component: "a", at: 2), .components(.delete("b", at: 0)),
    ]
    for step in steps { #expect(throws: ComponentError.self) { try outline.apply(step) } }
    #expect(outline.count == (1, 1))
  }
}
