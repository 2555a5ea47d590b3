/// The rows of contents from top to bottom: a heading for each component with a title, and its items with
/// their children.
///
/// Rows are counted, not stored: for 10,000 items only the visible rows are made. The counts follow the
/// steps, so a component whose items have no children is never walked through.
struct TerminalOutline {
  enum Row {
    case heading(Component)
    case item(Item, depth: Int, path: ItemPath)
  }

  private(set) var components: [Component]
  /// The number of items of each component, with their children.
  private var counts: [Int]

  /// Counts the items, in O(n).
  init(components: [Component]) {
    self.components = components
    counts = components.map { Self.count($0.items) }
  }

  /// Applies one step; if it does not fit, nothing changes.
  mutating func apply(_ change: ContentChange) throws(ComponentError) {
    let growth = growth(of: change)
    try components.apply(change)
    switch change {
    case .items(_, _, let index): counts[index] += growth
    case .components(.delete(_, let index)): counts.remove(at: index)
    case .components(.insert(let component, let index)): counts.insert(Self.count(component.items), at: index)
    case .components(.move(_, let from, let to)): counts.insert(counts.remove(at: from), at: to)
    case .components(.update): break
    }
  }

  /// Returns the number of items by which a step changes its component.
  private func growth(of change: ContentChange) -> Int {
    guard case .items(let step, _, let index) = change, components.indices.contains(index) else { return 0 }
    func size(at place: Int) -> Int {
      let items = components[index].items
      return items.indices.contains(place) ? Self.count([items[place]]) : 0
    }
    return switch step {
    case .delete(_, let place): -size(at: place)
    case .insert(let item, _): Self.count([item])
    case .move: 0
    case .update(let item, let place): Self.count([item]) - size(at: place)
    }
  }

  /// The numbers of rows and of items.
  var count: (rows: Int, items: Int) {
    let items = counts.reduce(0, +)
    return (items + components.count { !$0.title.isEmpty }, items)
  }

  /// Returns the rows with these numbers, as far as there are any.
  func rows(_ range: Range<Int>) -> [Row] {
    var walk = Walk(range: range)
    for (index, component) in components.enumerated() {
      if !component.title.isEmpty { walk.pass { .heading(component) } }
      walk.pass(component, count: counts[index])
      if walk.isOver { break }
    }
    return walk.rows
  }

  /// Returns the number among the items of the item at a path, or nil if it is not there.
  ///
  /// It looks at the number that the item is likely to have, and beside it, before it searches.
  func number(of path: ItemPath, near likely: Int) -> Int? {
    for number in [likely, likely + 1, likely - 1] where self.path(ofItem: number) == path { return number }
    var number = 0
    for (index, component) in components.enumerated() {
      if component.identifier == path.component {
        return Self.offset(of: path.items[...], in: component.items).map { number + $0 }
      }
      number += counts[index]
    }
    return nil
  }

  /// Returns the row of an item, by its number among the items.
  func row(ofItem number: Int) -> Int {
    var row = number
    var rest = number
    for (index, component) in components.enumerated() {
      if !component.title.isEmpty { row += 1 }
      if rest < counts[index] { break }
      rest -= counts[index]
    }
    return row
  }

  func path(ofItem number: Int) -> ItemPath? {
    var rest = number
    for (index, component) in components.enumerated() where rest >= 0 {
      if rest < counts[index] {
        var walk = Walk(range: rest..<(rest + 1))
        walk.pass(component, count: counts[index])
        if case .item(_, _, let path) = walk.rows.first { return path }
        return nil
      }
      rest -= counts[index]
    }
    return nil
  }

  /// Returns the number of rows of items and their children.
  static func count(_ items: [Item]) -> Int {
    var count = items.count
    for item in items where !item.children.isEmpty { count += Self.count(item.children) }
    return count
  }

  private static func offset(of path: ArraySlice<String>, in items: [Item]) -> Int? {
    guard let identifier = path.first else { return nil }
    var offset = 0
    for item in items {
      if item.identifier == identifier {
        return path.count == 1
          ? offset : Self.offset(of: path.dropFirst(), in: item.children).map { offset + 1 + $0 }
      }
      offset += 1 + (item.children.isEmpty ? 0 : count(item.children))
    }
    return nil
  }

  /// A walk from top to bottom that collects the rows in a range.
  private struct Walk {
    let range: Range<Int>
    private var number = 0
    private(set) var rows: [Row] = []

    init(range: Range<Int>) {
      self.range = range
    }

    var isOver: Bool { number >= range.upperBound }

    mutating func pass(_ row: () -> Row) {
      if range.contains(number) { rows.append(row()) }
      number += 1
    }

    /// Passes the items of a component, which are this many with their children.
    mutating func pass(_ component: Component, count: Int) {
      let path = ItemPath(component: component.identifier, items: [])
      let above = max(0, range.lowerBound - number)
      if above >= count {
        number += count
      } else if count == component.items.count {
        number += above
        pass(component.items[above...], depth: 0, in: path)
      } else {
        pass(component.items[...], depth: 0, in: path)
      }
    }

    private mutating func pass(_ items: ArraySlice<Item>, depth: Int, in path: ItemPath) {
      for item in items {
        if isOver { return }
        // Items above the first requested row are only counted.
        if number < range.lowerBound && item.children.isEmpty {
          number += 1
          continue
        }
        let own = ItemPath(component: path.component, items: path.items + [item.identifier])
        pass { .item(item, depth: depth, path: own) }
        if !item.children.isEmpty { pass(item.children[...], depth: depth + 1, in: own) }
      }
    }
  }
}
