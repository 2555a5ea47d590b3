/// One level of a value as a tree, with the differences to an earlier one.
public struct JSONLevel: Sendable {
  /// The maximum number of children that are listed as removed.
  static let removedLimit = 100

  /// The level as the page shows it.
  public let output: JSONOutput

  /// Lists the children of a value.
  ///
  /// - Parameters:
  ///   - now: The value.
  ///   - before: The same value earlier. Nil when it is not known; then nothing is marked as changed.
  ///   - existed: False if the value did not exist earlier, so that all of it is new.
  ///   - start: The place of the first child that is listed.
  ///   - count: The maximum number of children that are listed.
  public init(of now: JSONSlice, before: JSONSlice?, existed: Bool = true, from start: Int, count: Int) {
    let isSame = before?.hasSameBytes(as: now) ?? false
    let matching = isSame ? nil : before.map { JSONMatching($0, now) }
    var total = 0
    var children: [JSONOutput] = []
    for child in now.children {
      if total >= start, children.count < count {
        var mark: JSONOutput?
        var earlier: JSONOutput?
        if let matching {
          let counterpart = matching.later[total].earlier
          let isChanged = !(counterpart?.hasSameBytes(as: child.value) ?? false)
          mark = isChanged ? true : nil
          if isChanged, let counterpart, !counterpart.isContainer { earlier = .text(counterpart.preview) }
        } else if !existed {
          mark = true
        }
        children.append(Self.line(child, changed: mark, before: earlier))
      }
      total += 1
    }
    let removed = matching?.removed.prefix(Self.removedLimit).map { Self.line($0, changed: true) }
    output = [
      "type": .text(now.form.rawValue), "total": .number(total), "at": .number(start),
      "text": now.isContainer ? nil : .text(now.preview), "children": .array(children),
      "removed": .array(removed ?? []),
    ]
  }

  private static func line(
    _ child: JSONChild, changed: JSONOutput?, before: JSONOutput? = nil
  ) -> JSONOutput {
    [
      "key": child.name.map { .text($0) } ?? .number(child.index), "type": .text(child.value.form.rawValue),
      "count": .number(child.value.count), "text": .text(child.value.preview), "changed": changed,
      "before": before,
    ]
  }
}
