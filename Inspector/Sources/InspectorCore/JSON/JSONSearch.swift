/// The places of a value at which a text stands: in a name, or in a scalar.
public struct JSONSearch: Sendable {
  /// The paths, with previews of their values.
  public private(set) var hits: [(path: [JSONPathStep], text: String)] = []
  /// False if there are more hits than the limit.
  public private(set) var isComplete = true

  /// Searches a value, in the order of its text.
  public init(_ needle: TextNeedle, in root: JSONSlice, limit: Int = 200) {
    var stack: [(children: JSONChildren, path: [JSONPathStep])] = []
    if root.isContainer {
      stack.append((root.children, []))
    } else if needle.isFound(inJSON: root.json) {
      hits.append(([], root.preview))
    }
    while !stack.isEmpty {
      guard let child = stack[stack.count - 1].children.next() else {
        stack.removeLast()
        continue
      }
      let value = child.value
      let isHit =
        child.key.map { needle.isFound(inJSON: value.bytes[$0]) } ?? false
        || !value.isContainer && needle.isFound(inJSON: value.json)
      // A container without the text is skipped as a whole.
      let goesDown = value.isContainer && needle.mayBeFound(in: value.json)
      guard isHit || goesDown else { continue }
      let path = stack[stack.count - 1].path + [child.step]
      if isHit {
        guard hits.count < limit else {
          isComplete = false
          return
        }
        hits.append((path, value.preview))
      }
      if goesDown { stack.append((value.children, path)) }
    }
  }

  /// The hits as the page shows them.
  public var output: JSONOutput {
    [
      "hits": .array(hits.map { ["path": $0.path.output, "text": .text($0.text)] }),
      "isComplete": .bool(isComplete),
    ]
  }
}
