/// Builds the nodes of a difference from the whole to its parts.
///
/// Each part is compared first, and only those that differ are taken apart. Lists, sets and dictionaries are
/// not compared beforehand: their steps show whether they differ.
struct DifferenceBuilder {
  /// The maximum depth at which differences are located; deeper values are only known to differ, or not.
  private static let deepest = 64

  let redaction: Redaction
  /// The pairs of instances that are being compared; `finished` holds those that have been.
  private var path: Set<InstancePair> = []
  private var finished: Set<InstancePair> = []

  init(redaction: Redaction) {
    self.redaction = redaction
  }

  /// Returns the nodes of the difference; none when there is none.
  ///
  /// With `isKnown` the values are known to differ, and there are nodes in any case.
  mutating func nodes(
    from old: Any, to new: Any, label: PartLabel = .none, depth: Int = 0, isKnown: Bool = false
  ) -> [DifferenceNode] {
    if let memory = old as? any RememberedPart {
      return memory.nodes(to: unwrapped(new), label: label, depth: depth, &self)
    }
    if !isKnown, areEqualBoxes(old, new) { return [] }
    let (old, new) = (unwrapped(old), unwrapped(new))
    if redaction.hides(old) || redaction.hides(new) {
      if !isKnown, DeepEquality.holds(old, new, assuming: path) { return [] }
      return [.whole(.added, label, .word("\(Redaction.text) (changed)"))]
    }
    let pair = InstancePair(old, new)
    if isKnown {
      // Checked above.
    } else if type(of: old) != type(of: new) && pair == nil {
      return replacement(of: old, by: new, label: label)
    } else if !(old is any ListShaped || old is any UnorderedElements),
      DeepEquality.holds(old, new, assuming: path, isQuick: true)
    {
      return []
    }
    if let pair, finished.contains(pair) || !path.insert(pair).inserted {
      return [.text(.same, "\(label.text)\(typeName(of: new))(…) (the same difference as above)")]
    }
    defer {
      if let pair {
        path.remove(pair)
        finished.insert(pair)
      }
    }
    if depth == Self.deepest { return replacement(of: old, by: new, label: label, isTooDeep: true) }
    return parts(from: old, to: new, label: label, depth: depth, isKnown: isKnown)
  }

  private mutating func parts(
    from old: Any, to new: Any, label: PartLabel, depth: Int, isKnown: Bool
  ) -> [DifferenceNode] {
    guard type(of: old) == type(of: new) else { return replacement(of: old, by: new, label: label) }
    let inner: [DifferenceNode]
    switch (Shape(of: old, redaction), Shape(of: new, redaction)) {
    case (.list(let list), .list(let other)):
      guard let steps = list.steps(to: other, same: comparison) else {
        return replacement(of: old, by: new, label: label)
      }
      if steps.isEmpty && !isKnown { return [] }
      inner = nodes(of: steps, from: list, to: other, label: label, depth: depth)
    case (.gathering(let gathering), .gathering):
      let changes = gathering.changes(to: new, same: comparison) ?? []
      if changes.isEmpty && !isKnown { return [] }
      inner = nodes(of: changes, in: gathering, label: label, depth: depth)
    case (.string(let before), .string(let after)):
      inner = StringDifference.nodes(from: before, to: after, label: label)
    case (.fields(let before), .fields(let after)) where before.name == after.name:
      inner = nodes(from: before, to: after, label: label, depth: depth)
    case (.text(let before), .text(let after)) where before == after:
      inner = nodes(from: fields(of: old), to: fields(of: new), label: label, depth: depth)
    case (.text, .fields), (.fields, .text):
      // One of two descriptions was too long, or a case has no payload.
      let (before, after) = (fields(of: old), fields(of: new))
      inner = before.name == after.name ? nodes(from: before, to: after, label: label, depth: depth) : []
    default: inner = replacement(of: old, by: new, label: label)
    }
    if !inner.isEmpty { return inner }
    // Parts that are unequal to themselves do not show; only now are both values taken apart.
    if !isKnown, DeepEquality.holds(old, new, assuming: path) { return [] }
    return replacement(of: old, by: new, label: label)
  }

  private var comparison: (Any, Any) -> Bool {
    { [path] in DeepEquality.holds($0, $1, assuming: path) }
  }

  private func fields(of value: Any) -> Fields { Fields(of: value, redaction) }

  func tree(of value: Any) -> ReadableTree { readableTree(of: value, redaction) }

  /// Returns both values whole, and the reason why they differ where it does not show.
  private func replacement(
    of old: Any, by new: Any, label: PartLabel, isTooDeep: Bool = false
  ) -> [DifferenceNode] {
    let (before, after) = (tree(of: old), tree(of: new))
    let change = DifferenceNode.change(label, before, after)
    if before.line != after.line { return [change] }
    let (oldType, newType) = (String(reflecting: type(of: old)), String(reflecting: type(of: new)))
    let reason =
      if oldType != newType {
        "the first is of \(oldType), the second of \(newType)"
      } else if isTooDeep {
        "they differ more than \(Self.deepest) levels deep"
      } else if let old = old as? any Collection<UInt8>, let new = new as? any Collection<UInt8>,
        let change = firstChange(old, new)
      {
        "they differ first at byte \(change.place): \(change.old) → \(change.new)"
      } else if old is any Equatable {
        "they differ by == of \(oldType), but their visible parts are the same"
      } else {
        "they are two instances of \(oldType) without visible differences"
      }
    return [change, .text(.same, "(\(reason))")]
  }

  // MARK: Ordered parts

  private mutating func nodes(
    of steps: ListSteps, from old: any ListShaped, to new: any ListShaped, label: PartLabel, depth: Int
  ) -> [DifferenceNode] {
    var folded = FoldedNodes()
    for step in steps.steps {
      switch step {
      case .same(let count): folded.addUnchanged(count)
      case .removed(let place):
        folded.add([.whole(.removed, name(of: place, in: old), tree(of: old.element(at: place)))])
      case .inserted(let place):
        folded.add([.whole(.added, name(of: place, in: new), tree(of: new.element(at: place)))])
      case .changed(let before, let after):
        folded.add(
          nodes(
            from: old.element(at: before), to: new.element(at: after), label: name(of: after, in: new),
            depth: depth + 1, isKnown: true))
      }
    }
    return folded.closed(label, opening: "[", closing: "]")
  }

  private func name(of place: Int, in list: any ListShaped) -> PartLabel {
    list.key(at: place).map { .key(tree(of: $0).line) } ?? .position(place)
  }

  mutating func nodes(from old: Fields, to new: Fields, label: PartLabel, depth: Int) -> [DifferenceNode] {
    var folded = FoldedNodes()
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
        folded.add([.whole(.removed, old.label(at: place), tree(of: old.children[place].value))])
      case .inserted(let place):
        folded.add([.whole(.added, new.label(at: place), tree(of: new.children[place].value))])
      case .changed(let before, let after):
        let inner = nodes(
          from: old.children[before].value, to: new.children[after].value, label: new.label(at: after),
          depth: depth + 1)
        if inner.isEmpty { folded.addUnchanged() } else { folded.add(inner) }
      }
    }
    return folded.closed(label, opening: new.name + new.opening, step: new.step, closing: new.closing)
  }

  // MARK: Unordered parts

  private mutating func nodes(
    of changes: [UnorderedChange], in old: any UnorderedElements, label: PartLabel, depth: Int
  ) -> [DifferenceNode] {
    var folded = FoldedNodes()
    let named = changes.map { change in
      (text: tree(of: change.key ?? change.old ?? change.new ?? ()).line, change: change)
    }.sorted { ($0.text, $0.change.old == nil ? 1 : 0) < ($1.text, $1.change.old == nil ? 1 : 0) }
    for (text, change) in named {
      let name = change.key == nil ? PartLabel.none : .key(text)
      let key = change.key.flatMap { unwrapped($0) as? String }
      let old = change.old.map { redaction.child($0, named: key) }
      let new = change.new.map { redaction.child($0, named: key) }
      switch (old, new) {
      case (let old?, let new?):
        folded.add(nodes(from: old, to: new, label: name, depth: depth + 1, isKnown: true))
      case (let old?, nil): folded.add([.whole(.removed, name, tree(of: old))])
      case (nil, let new?): folded.add([.whole(.added, name, tree(of: new))])
      case (nil, nil): break
      }
    }
    // Without an order, all unchanged elements stand together.
    folded.addUnchanged(old.elementCount - changes.count { $0.old != nil })
    return folded.closed(label, opening: "[", closing: "]")
  }
}

/// Returns the first of the bytes that differ, counted from 0.
private func firstChange(
  _ old: some Collection<UInt8>, _ new: some Collection<UInt8>
) -> (place: Int, old: UInt8, new: UInt8)? {
  zip(old, new).enumerated().first { $1.0 != $1.1 }.map { ($0.offset, $0.element.0, $0.element.1) }
}
