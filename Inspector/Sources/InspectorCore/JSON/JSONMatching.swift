/// The children of two values, matched: members by their names, elements by their `id`, or by their places.
struct JSONMatching {
  /// The children of the later value, each with its counterpart in the earlier one; nil for a new one.
  private(set) var later: [(child: JSONChild, earlier: JSONSlice?, isMoved: Bool)] = []
  /// The children of the earlier value that the later one has not.
  private(set) var removed: [JSONChild] = []

  /// Matches the children of two values; those of different forms have none in common.
  init(_ earlier: JSONSlice, _ later: JSONSlice) {
    let old = Array(earlier.children)
    let new = Array(later.children)
    switch (earlier.form, later.form) {
    case (.object, .object): match(old, new) { $0.name ?? "" }
    case (.array, .array):
      if let oldIDs = Self.ids(old), let newIDs = Self.ids(new) {
        match(old, new, oldIDs, newIDs)
      } else {
        matchByPlace(old, new)
      }
    default:
      self.later = new.map { ($0, nil, false) }
      removed = old
    }
  }

  private mutating func match(_ old: [JSONChild], _ new: [JSONChild], key: (JSONChild) -> String) {
    match(old, new, old.map(key), new.map(key))
    // The order of members has no meaning.
    for place in later.indices { later[place].isMoved = false }
  }

  private mutating func match(
    _ old: [JSONChild], _ new: [JSONChild], _ oldKeys: [String], _ newKeys: [String]
  ) {
    if oldKeys == newKeys {
      later = zip(old, new).map { ($1, $0.value, false) }
      return
    }
    let places = Dictionary(zip(oldKeys, old.indices)) { first, _ in first }
    let counterparts = newKeys.map { places[$0] }
    let kept = Self.longestRise(counterparts)
    later = new.indices.map { place in
      let counterpart = counterparts[place]
      return (new[place], counterpart.map { old[$0].value }, counterpart != nil && !kept.contains(place))
    }
    let known = Set(newKeys)
    removed = zip(old, oldKeys).filter { !known.contains($1) }.map(\.0)
  }

  private mutating func matchByPlace(_ old: [JSONChild], _ new: [JSONChild]) {
    let common = min(old.count, new.count)
    var start = 0
    while start < common, old[start].value.hasSameBytes(as: new[start].value) { start += 1 }
    var end = 0
    while end < common - start,
      old[old.count - 1 - end].value.hasSameBytes(as: new[new.count - 1 - end].value)
    {
      end += 1
    }
    // Between the equal ends, elements are compared as far as both have some.
    let middle = min(old.count, new.count) - start - end
    later = new.indices.map { place in
      if place < start + middle { return (new[place], old[place].value, false) }
      if place >= new.count - end { return (new[place], old[place - new.count + old.count].value, false) }
      return (new[place], nil, false)
    }
    removed = Array(old[(start + middle)..<(old.count - end)])
  }

  /// The ids of elements that are all objects with a scalar `id` of their own; nil otherwise.
  private static func ids(_ children: [JSONChild]) -> [String]? {
    var ids: [String] = []
    for child in children {
      guard let id = child.value["id"], !id.isContainer, id.form != .null else { return nil }
      ids.append(String(decoding: id.json, as: UTF8.self))
    }
    return Set(ids).count == ids.count ? ids : nil
  }

  /// The places of a longest rising series: those that need not have moved.
  ///
  /// O(n log n).
  private static func longestRise(_ numbers: [Int?]) -> Set<Int> {
    var ends: [Int] = []
    var earlier: [Int: Int] = [:]
    for (place, number) in numbers.enumerated() {
      guard let number else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if (numbers[ends[middle]] ?? .max) < number { low = middle + 1 } else { high = middle }
      }
      if low > 0 { earlier[place] = ends[low - 1] }
      if low == ends.count { ends.append(place) } else { ends[low] = place }
    }
    var kept: Set<Int> = []
    var next = ends.last
    while let place = next {
      kept.insert(place)
      next = earlier[place]
    }
    return kept
  }
}
