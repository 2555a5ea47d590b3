/// The steps from an old list to a new one, with as few moves as possible.
///
/// Deletions come first, from the back; then insertions and moves, from the front; then updates. The common
/// beginning and end of both lists, and elements updated in place, are only compared: hashing begins where
/// the identifiers differ. O(n log n) at worst.
///
/// Identifiers should be unique in each list. Otherwise the first occurrences are matched with each other,
/// and the steps still lead to the new list.
struct ListDiff<Element: Identifiable<String>> {
  private(set) var changes: [ListChange<Element>] = []
  /// The number of elements at the beginning of both lists with equal identifiers.
  private let prefix: Int
  /// For each element of the new list between the common beginning and end, its index among the elements of
  /// the old list there; -1 for an inserted one.
  private var origins: [Int] = []
  private let oldCount: Int
  private let newCount: Int

  /// Compares two lists; `isSame` is true only for elements with the same identifier.
  init(from old: [Element], to new: [Element], isSame: (Element, Element) -> Bool) {
    oldCount = old.count
    newCount = new.count
    let shorter = min(oldCount, newCount)
    var updates: [ListChange<Element>] = []
    var prefix = 0
    while prefix < shorter {
      if !isSame(old[prefix], new[prefix]) {
        guard old[prefix].id == new[prefix].id else { break }
        updates.append(.update(new[prefix], at: prefix))
      }
      prefix += 1
    }
    self.prefix = prefix
    var lastUpdates: [ListChange<Element>] = []
    var suffix = 0
    while suffix < shorter - prefix {
      let (left, right) = (oldCount - 1 - suffix, newCount - 1 - suffix)
      if !isSame(old[left], new[right]) {
        guard old[left].id == new[right].id else { break }
        lastUpdates.append(.update(new[right], at: right))
      }
      suffix += 1
    }
    if prefix + suffix < max(oldCount, newCount) {
      let middle = prefix..<(newCount - suffix)
      match(old[prefix..<(oldCount - suffix)], new[middle])
      arrange(new, middle)
      for index in middle where origins[index - prefix] >= 0 {
        if !isSame(old[prefix + origins[index - prefix]], new[index]) {
          updates.append(.update(new[index], at: index))
        }
      }
    }
    changes += updates
    changes += lastUpdates.reversed()
  }

  /// Returns the index in the old list of an element of the new one, or nil if it was inserted.
  func origin(of index: Int) -> Int? {
    if index < prefix { return index }
    if index >= prefix + origins.count { return index - newCount + oldCount }
    let origin = origins[index - prefix]
    return origin < 0 ? nil : prefix + origin
  }

  private mutating func match(_ old: ArraySlice<Element>, _ new: ArraySlice<Element>) {
    var places = [String: Int](minimumCapacity: old.count)
    for (place, element) in old.enumerated().reversed() { places[element.id] = place }
    origins = new.map { places.removeValue(forKey: $0.id) ?? -1 }
    var stays = [Bool](repeating: false, count: old.count)
    for origin in origins where origin >= 0 { stays[origin] = true }
    for index in old.indices.reversed() where !stays[index - prefix] {
      changes.append(.delete(old[index].id, at: index))
    }
  }

  /// Inserts and moves elements until the order is that of the new list.
  ///
  /// From the front, each element is put right after its predecessor in the new list. Elements that will
  /// still move may stand anywhere between those that stay, so they are counted to find the index.
  private mutating func arrange(_ new: [Element], _ middle: Range<Int>) {
    // Ranks: the indices in the old list after the deletions.
    var rankOfOrigin = [Int](repeating: -1, count: (origins.max() ?? -1) + 1)
    for origin in origins where origin >= 0 { rankOfOrigin[origin] = 0 }
    var count = 0
    for origin in rankOfOrigin.indices where rankOfOrigin[origin] == 0 {
      rankOfOrigin[origin] = count
      count += 1
    }
    let comers = origins.indices.filter { origins[$0] >= 0 }
    let ranks = comers.map { rankOfOrigin[origins[$0]] }
    let stays = IncreasingSequence.members(of: ranks)

    /// The indices in the new list of the elements that stay, in order.
    var staying: [Int] = []
    /// For each rank, the number of lower ranks that stay.
    var stayingBelow = [Int](repeating: 0, count: count)
    var isStaying = [Bool](repeating: false, count: count)
    for (index, rank) in ranks.enumerated() where stays[index] {
      staying.append(comers[index])
      isStaying[rank] = true
    }
    for rank in stayingBelow.indices.dropFirst() {
      stayingBelow[rank] = stayingBelow[rank - 1] + (isStaying[rank - 1] ? 1 : 0)
    }
    var movers = RankCount(count: count) { !isStaying[$0] }

    /// The number of staying elements that were passed, and the rank of the last.
    var passed = 0
    var lastRank = 0
    for place in 0..<middle.count {
      let element = new[middle.lowerBound + place]
      let origin = origins[place]
      if origin < 0 {
        changes.append(.insert(element, at: prefix + place + movers.count(below: lastRank)))
        continue
      }
      let rank = rankOfOrigin[origin]
      if isStaying[rank] {
        passed += 1
        lastRank = rank
        continue
      }
      let below = stayingBelow[rank]
      let settled = passed <= below ? place + below - passed : staying[below]
      let from = movers.count(below: rank) + settled
      movers.remove(rank)
      let to = place + movers.count(below: lastRank)
      changes.append(.move(element.id, from: prefix + from, to: prefix + to))
    }
  }
}

extension Array where Element: Identifiable<String> & Equatable {
  /// Returns the fewest steps from this list to a new one, or none if they are equal.
  ///
  /// The cost is one comparison of the lists if elements were only updated, and O(n log n) at worst.
  public func changes(to new: [Element]) -> [ListChange<Element>] {
    ListDiff(from: self, to: new, isSame: ==).changes
  }
}
