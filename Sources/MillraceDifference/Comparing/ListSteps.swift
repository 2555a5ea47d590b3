/// The change of a part of a list; positions are those in the old and in the new list.
enum ListStep: Equatable {
  /// This number of elements stays as it is.
  case same(Int)
  case removed(Int)
  case inserted(Int)
  /// An element is replaced, or has other contents.
  case changed(Int, Int)
}

/// The steps from one list to another.
///
/// The common start and end are set aside first; the rest is compared by an ``EditScript``. When that is
/// given up, elements are compared position by position.
struct ListSteps {
  private(set) var steps: [ListStep] = []

  /// True when the lists are the same.
  var isEmpty: Bool { !steps.contains { if case .same = $0 { false } else { true } } }

  /// Finds the steps between lists of these lengths.
  ///
  /// `same` compares an old with a new element. `match`, if any, returns true for two elements of the same
  /// identity, so that one may have become the other. `limit` bounds the number of comparisons beyond those
  /// of position by position.
  init(
    oldCount: Int, newCount: Int, limit: Int,
    match: ((Range<Int>, Range<Int>) -> (Int, Int) -> Bool)? = nil,
    same: (Int, Int) -> Bool
  ) {
    var start = 0
    while start < oldCount, start < newCount, same(start, start) { start += 1 }
    var oldEnd = oldCount
    var newEnd = newCount
    while oldEnd > start, newEnd > start, same(oldEnd - 1, newEnd - 1) {
      oldEnd -= 1
      newEnd -= 1
    }
    addSame(start)
    let old = start..<oldEnd
    let new = start..<newEnd
    if let match {
      let matches = match(old, new)
      if let script = EditScript(old: old, new: new, limit: limit, matches: matches) {
        add(script.kept, old: old, new: new, pairsTheRest: false) { same($0, $1) }
      } else {
        addByPosition(old: old, new: new, same: same)
      }
    } else if old.count == 1, new.count == 1 {
      steps.append(.changed(start, start))
    } else if let script = EditScript(old: old, new: new, limit: limit, matches: same) {
      add(script.kept, old: old, new: new, pairsTheRest: true) { _, _ in true }
    } else {
      addByPosition(old: old, new: new, same: same)
    }
    addSame(oldCount - oldEnd)
  }

  /// Finds the steps between lists of names; an element whose name stays counts as changed.
  init(names old: [String], _ new: [String]) {
    self.init(oldCount: old.count, newCount: new.count, limit: 1 << 20) { _, _ in
      { old[$0] == new[$1] }
    } same: { _, _ in
      false
    }
  }

  /// Creates the steps of positions that differ in two lists of one length.
  init(count: Int, changed positions: [Int]) {
    var next = 0
    for position in positions {
      addSame(position - next)
      steps.append(.changed(position, position))
      next = position + 1
    }
    addSame(count - next)
  }

  /// Returns the steps without the changes between elements that are the same by another comparison.
  func filtered(bySame same: (Int, Int) -> Bool) -> ListSteps {
    var filtered = ListSteps(count: 0, changed: [])
    for step in steps {
      switch step {
      case .same(let count): filtered.addSame(count)
      case .changed(let here, let there) where same(here, there): filtered.addSame(1)
      default: filtered.steps.append(step)
      }
    }
    return filtered
  }

  private mutating func addSame(_ count: Int) {
    guard count > 0 else { return }
    if case .same(let before) = steps.last {
      steps[steps.count - 1] = .same(before + count)
    } else {
      steps.append(.same(count))
    }
  }

  private mutating func add(
    _ kept: [(old: Int, new: Int)], old: Range<Int>, new: Range<Int>, pairsTheRest: Bool,
    isSame: (Int, Int) -> Bool
  ) {
    var from = old.lowerBound
    var to = new.lowerBound
    for (oldPlace, newPlace) in kept {
      addGap(from..<oldPlace, to..<newPlace, pairs: pairsTheRest)
      if isSame(oldPlace, newPlace) { addSame(1) } else { steps.append(.changed(oldPlace, newPlace)) }
      from = oldPlace + 1
      to = newPlace + 1
    }
    addGap(from..<old.upperBound, to..<new.upperBound, pairs: pairsTheRest)
  }

  /// Adds the elements between two that stay.
  private mutating func addGap(_ old: Range<Int>, _ new: Range<Int>, pairs: Bool) {
    let paired = pairs ? min(old.count, new.count) : 0
    for offset in 0..<paired { steps.append(.changed(old.lowerBound + offset, new.lowerBound + offset)) }
    for place in old.dropFirst(paired) { steps.append(.removed(place)) }
    for place in new.dropFirst(paired) { steps.append(.inserted(place)) }
  }

  private mutating func addByPosition(old: Range<Int>, new: Range<Int>, same: (Int, Int) -> Bool) {
    for (here, there) in zip(old, new) {
      if same(here, there) { addSame(1) } else { steps.append(.changed(here, there)) }
    }
    let paired = min(old.count, new.count)
    addGap(old.dropFirst(paired), new.dropFirst(paired), pairs: false)
  }
}
