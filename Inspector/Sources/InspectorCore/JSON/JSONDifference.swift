/// A place in which two values differ.
public struct JSONChange: Hashable, Sendable {
  /// The kinds of differences.
  public enum Kind: String, Sendable {
    case changed, added, removed, moved
  }

  /// The path in the later value; in the earlier one for what was removed.
  public let path: [JSONPathStep]
  public let kind: Kind
  /// The earlier value, or a preview of it.
  public let before: String?
  /// The later value, or a preview of it.
  public let after: String?

  /// The change as the page shows it.
  public var output: JSONOutput {
    [
      "path": path.output, "kind": .text(kind.rawValue), "before": before.map { .text($0) },
      "after": after.map { .text($0) },
    ]
  }
}

/// The differences of two values.
///
/// Parts with equal bytes are compared as memory and skipped. Elements that are objects with an `id` are
/// matched by it, so that an insertion is one addition, and not a change of all that follow.
public struct JSONDifference: Sendable {
  public private(set) var changes: [JSONChange] = []
  /// False if there are more changes than the limit.
  public private(set) var isComplete = true

  /// Compares two values.
  public init(from earlier: JSONSlice, to later: JSONSlice, limit: Int = 1000) {
    // A stack of its own, because values may be nested deeper than a thread's stack allows.
    enum Step {
      case compare(JSONSlice, JSONSlice, [JSONPathStep])
      case note(JSONChange)
    }
    var stack = [Step.compare(earlier, later, [])]
    while let step = stack.popLast() {
      if changes.count >= limit {
        if case .compare(let earlier, let later, _) = step, earlier.hasSameBytes(as: later) { continue }
        isComplete = false
        return
      }
      switch step {
      case .note(let change): changes.append(change)
      case .compare(let earlier, let later, let path):
        if earlier.hasSameBytes(as: later) { continue }
        guard earlier.form == later.form, earlier.isContainer else {
          changes.append(
            JSONChange(path: path, kind: .changed, before: earlier.preview, after: later.preview))
          continue
        }
        let matching = JSONMatching(earlier, later)
        for removed in matching.removed.reversed() {
          stack.append(
            .note(
              JSONChange(
                path: path + [removed.step], kind: .removed, before: removed.value.preview, after: nil)))
        }
        for (child, counterpart, isMoved) in matching.later.reversed() {
          guard let counterpart else {
            stack.append(
              .note(
                JSONChange(
                  path: path + [child.step], kind: .added, before: nil, after: child.value.preview)))
            continue
          }
          if !counterpart.hasSameBytes(as: child.value) {
            stack.append(.compare(counterpart, child.value, path + [child.step]))
          }
          if isMoved {
            stack.append(
              .note(
                JSONChange(
                  path: path + [child.step], kind: .moved, before: nil, after: child.value.preview)))
          }
        }
      }
    }
  }
}
