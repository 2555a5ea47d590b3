/// Builds the lines of a difference from the whole to its parts.
///
/// Each part is compared first, and only those that differ are taken apart. Lists, sets and dictionaries are
/// not compared beforehand: their steps show whether they differ.
struct DifferenceBuilder {
  /// The maximum depth at which differences are located; deeper values are only known to differ, or not.
  private static let deepest = 64

  /// The pairs of instances that are being compared; `finished` holds those that have been.
  private var path: Set<InstancePair> = []
  private var finished: Set<InstancePair> = []

  /// Returns the lines of the difference; none when there is none.
  ///
  /// With `isKnown` the values are known to differ, and there are lines in any case.
  mutating func lines(
    from old: Any, to new: Any, label: String = "", depth: Int = 0, isKnown: Bool = false
  ) -> [DifferenceLine] {
    if !isKnown, areEqualBoxes(old, new) { return [] }
    let (old, new) = (unwrapped(old), unwrapped(new))
    let pair = InstancePair(old, new)
    if isKnown {
      // Checked above.
    } else if type(of: old) != type(of: new) && pair == nil {
      return replacement(of: old, by: new, label: label, depth: depth)
    } else if !(old is any ListShaped || old is any UnorderedElements),
      DeepEquality.holds(old, new, assuming: path)
    {
      return []
    }
    if let pair, finished.contains(pair) || !path.insert(pair).inserted {
      return [DifferenceLine(.same, depth, "\(label)\(typeName(of: new))(…) (the same difference as above)")]
    }
    defer {
      if let pair {
        path.remove(pair)
        finished.insert(pair)
      }
    }
    if depth == Self.deepest {
      return replacement(of: old, by: new, label: label, depth: depth, isTooDeep: true)
    }
    return parts(from: old, to: new, label: label, depth: depth, isKnown: isKnown)
  }

  private mutating func parts(
    from old: Any, to new: Any, label: String, depth: Int, isKnown: Bool
  ) -> [DifferenceLine] {
    guard type(of: old) == type(of: new) else {
      return replacement(of: old, by: new, label: label, depth: depth)
    }
    let inner: [DifferenceLine]
    switch (Shape(of: old), Shape(of: new)) {
    case (.list(let list), .list(let other)):
      guard let steps = list.steps(to: other, same: comparison) else {
        return replacement(of: old, by: new, label: label, depth: depth)
      }
      if steps.isEmpty && !isKnown { return [] }
      inner = lines(of: steps, from: list, to: other, label: label, depth: depth)
    case (.gathering(let gathering), .gathering):
      let changes = gathering.changes(to: new, same: comparison) ?? []
      if changes.isEmpty && !isKnown { return [] }
      inner = lines(of: changes, in: gathering, label: label, depth: depth)
    case (.string(let before), .string(let after)):
      inner = StringDifference.lines(from: before, to: after, label: label, depth: depth)
    case (.fields(let before), .fields(let after)) where before.name == after.name:
      inner = lines(from: before, to: after, label: label, depth: depth)
    case (.text(let before), .text(let after)) where before == after:
      inner = lines(from: Fields(of: old), to: Fields(of: new), label: label, depth: depth)
    case (.text, .fields), (.fields, .text):
      // One of two descriptions was too long, or a case has no payload.
      let (before, after) = (Fields(of: old), Fields(of: new))
      inner = before.name == after.name ? lines(from: before, to: after, label: label, depth: depth) : []
    default: inner = replacement(of: old, by: new, label: label, depth: depth)
    }
    return inner.isEmpty ? replacement(of: old, by: new, label: label, depth: depth) : inner
  }

  private var comparison: (Any, Any) -> Bool {
    { [path] in DeepEquality.holds($0, $1, assuming: path) }
  }

  /// Returns both values whole, and the reason why they differ where it does not show.
  private func replacement(
    of old: Any, by new: Any, label: String, depth: Int, isTooDeep: Bool = false
  ) -> [DifferenceLine] {
    let removed = [DifferenceLine].whole(old, .removed, label: label, depth: depth)
    let added = [DifferenceLine].whole(new, .added, label: label, depth: depth)
    if removed.map(\.text) != added.map(\.text) { return removed + added }
    let (oldType, newType) = (String(reflecting: type(of: old)), String(reflecting: type(of: new)))
    let reason =
      if oldType != newType {
        "the first is of \(oldType), the second of \(newType)"
      } else if isTooDeep {
        "they differ more than \(Self.deepest) levels deep"
      } else if old is any Equatable {
        "they differ by == of \(oldType), but their visible parts are the same"
      } else {
        "they are two instances of \(oldType) without visible differences"
      }
    return removed + added + [DifferenceLine(.same, depth, "(\(reason))")]
  }

  // MARK: Ordered parts

  private mutating func lines(
    of steps: ListSteps, from old: any ListShaped, to new: any ListShaped, label: String, depth: Int
  ) -> [DifferenceLine] {
    var folded = FoldedLines(depth: depth + 1)
    for step in steps.steps {
      switch step {
      case .same(let count): folded.addUnchanged(count)
      case .removed(let place):
        folded.add(
          .whole(old.element(at: place), .removed, label: old.label(at: place), depth: depth + 1))
      case .inserted(let place):
        folded.add(.whole(new.element(at: place), .added, label: new.label(at: place), depth: depth + 1))
      case .changed(let before, let after):
        folded.add(
          lines(
            from: old.element(at: before), to: new.element(at: after), label: new.label(at: after),
            depth: depth + 1, isKnown: true))
      }
    }
    return folded.closed(opening: label + "[", closing: "]")
  }

  private mutating func lines(
    from old: Fields, to new: Fields, label: String, depth: Int
  ) -> [DifferenceLine] {
    var folded = FoldedLines(depth: depth + 1)
    let (oldLabels, newLabels) = (old.labels, new.labels)
    // Labels differ only for a type with a custom mirror.
    let steps =
      oldLabels == newLabels
      ? (0..<oldLabels.count).map { ListStep.changed($0, $0) }
      : ListSteps(names: oldLabels, newLabels).steps
    for step in steps {
      switch step {
      case .same: break
      case .removed(let place):
        folded.add(.whole(old.children[place].value, .removed, label: old.label(at: place), depth: depth + 1))
      case .inserted(let place):
        folded.add(.whole(new.children[place].value, .added, label: new.label(at: place), depth: depth + 1))
      case .changed(let before, let after):
        let inner = lines(
          from: old.children[before].value, to: new.children[after].value, label: new.label(at: after),
          depth: depth + 1)
        if inner.isEmpty { folded.addUnchanged() } else { folded.add(inner) }
      }
    }
    return folded.closed(opening: label + new.name + new.opening, closing: new.closing)
  }

  // MARK: Unordered parts

  private mutating func lines(
    of changes: [UnorderedChange], in old: any UnorderedElements, label: String, depth: Int
  ) -> [DifferenceLine] {
    var folded = FoldedLines(depth: depth + 1)
    let named = changes.map { change in
      (text: readableLine(change.key ?? change.old ?? change.new ?? ()), change: change)
    }.sorted { ($0.text, $0.change.old == nil ? 1 : 0) < ($1.text, $1.change.old == nil ? 1 : 0) }
    for (text, change) in named {
      let name = change.key == nil ? "" : text + ": "
      switch (change.old, change.new) {
      case (let old?, let new?):
        folded.add(lines(from: old, to: new, label: name, depth: depth + 1, isKnown: true))
      case (let old?, nil): folded.add(.whole(old, .removed, label: name, depth: depth + 1))
      case (nil, let new?): folded.add(.whole(new, .added, label: name, depth: depth + 1))
      case (nil, nil): break
      }
    }
    // Without an order, all unchanged elements stand together.
    folded.addUnchanged(old.elementCount - changes.count { $0.old != nil })
    return folded.closed(opening: label + "[", closing: "]")
  }
}
