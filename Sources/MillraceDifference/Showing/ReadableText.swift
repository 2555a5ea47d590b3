/// Returns a value as text for people: one line if it fits in 90 columns, else indented lines.
///
/// It is bounded for every value: it shows the first 20 elements of each collection, 1,000 characters of a
/// string, 16 levels of nested values, and about 20,000 characters of everything. An instance inside itself
/// is shown as `…`.
package func readableText(_ value: Any, _ redaction: Redaction = .marked) -> String {
  readableTree(of: value, redaction).lines(after: "")
    .map { String(repeating: "  ", count: $0.depth) + $0.text }.joined(separator: "\n")
}

/// Returns a value as text in one line, with the same bounds.
package func readableLine(_ value: Any, _ redaction: Redaction = .marked) -> String {
  readableTree(of: value, redaction).line
}

func readableTree(of value: Any, _ redaction: Redaction) -> ReadableTree {
  var writer = ReadableWriter(redaction: redaction)
  return writer.tree(of: value, depth: 0)
}

/// The visible parts of a value.
private struct ReadableWriter {
  private static let mostElements = 20
  private static let longestString = 1_000
  private static let deepest = 16

  let redaction: Redaction
  /// The number of characters that may still be written.
  private var budget = 20_000
  /// The instances that are being written.
  private var path: Set<ObjectIdentifier> = []

  init(redaction: Redaction) {
    self.redaction = redaction
  }

  mutating func tree(of value: Any, depth: Int) -> ReadableTree {
    let value = unwrapped(value)
    guard budget > 0, depth < Self.deepest else { return .word("…") }
    if redaction.hides(value) { return .word(Redaction.text) }
    let instance = type(of: value) is AnyClass ? ObjectIdentifier(value as AnyObject) : nil
    if let instance, !path.insert(instance).inserted { return .word("\(typeName(of: value))(…)") }
    defer { if let instance { path.remove(instance) } }
    let tree = tree(of: Shape(of: value, redaction), depth: depth)
    if case .word(let text) = tree { budget -= text.utf8.count }
    return tree
  }

  private mutating func tree(of shape: Shape, depth: Int) -> ReadableTree {
    switch shape {
    case .text(let text): return .word(text)
    case .instance(let name): return .word(name)
    case .string(let text):
      let end =
        text.index(text.startIndex, offsetBy: Self.longestString, limitedBy: text.endIndex) ?? text.endIndex
      let shown = text[..<end]
      budget -= shown.utf8.count
      return .string(String(shown), omitted: text[end...].count)
    case .list(let list):
      let count = min(list.elementCount, Self.mostElements)
      return block(
        "[", "]", total: list.elementCount, depth: depth,
        (0..<count).map { position in
          (list.key(at: position).map { readableLine($0, redaction) }, list.element(at: position))
        })
    case .gathering(let gathering):
      if gathering.elementCount == 0 { return .word(gathering.emptyText) }
      return block(of: gathering, depth: depth)
    case .fields(let fields):
      let shown = fields.children.prefix(fields.opening == "[" ? Self.mostElements : fields.children.count)
      return block(
        fields.name + fields.opening, fields.closing, total: fields.children.count, depth: depth, Array(shown)
      )
    }
  }

  private mutating func block(
    _ opening: String, _ closing: String, total: Int, depth: Int, _ children: [(label: String?, value: Any)]
  ) -> ReadableTree {
    var items: [ReadableTree.Item] = []
    for child in children where budget > 0 {
      let label = child.label.map { $0 + ": " } ?? ""
      budget -= label.utf8.count + 2
      items.append(ReadableTree.Item(label: label, tree: tree(of: child.value, depth: depth + 1)))
    }
    return .block(opening: opening, closing: closing, items: items, of: total)
  }

  /// Returns a block sorted by the texts of the set's elements, or of the keys.
  ///
  /// Each text is made once, at its full depth: otherwise nested ones would take twice as long with each
  /// level.
  private mutating func block(of gathering: any UnorderedElements, depth: Int) -> ReadableTree {
    let elements = gathering.elements.map { element in
      var writer = self
      let tree = writer.tree(of: element.key ?? element.value, depth: depth + 1)
      return (text: tree.line, tree: tree, cost: budget - writer.budget, element: element)
    }.sorted { $0.text < $1.text }
    var items: [ReadableTree.Item] = []
    for (text, tree, cost, element) in elements.prefix(Self.mostElements) where budget > 0 {
      budget -= cost + 2
      if element.key == nil {
        items.append(ReadableTree.Item(label: "", tree: tree))
      } else {
        let key = element.key.flatMap { unwrapped($0) as? String }
        let value = redaction.child(element.value, named: key)
        items.append(ReadableTree.Item(label: text + ": ", tree: self.tree(of: value, depth: depth + 1)))
      }
    }
    return .block(opening: "[", closing: "]", items: items, of: elements.count)
  }
}
