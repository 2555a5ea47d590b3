/// The rows of contents from top to bottom: a heading for each component with a title, and its items with
/// their children.
///
/// Rows are counted, not stored: for 10,000 items only the visible rows are made.
struct TerminalOutline {
  enum Row {
    case heading(Component)
    case item(Item, depth: Int, path: ItemPath)
  }

  let components: [Component]

  /// The numbers of rows and of items.
  ///
  /// O(n) in the items.
  var count: (rows: Int, items: Int) {
    var rows = 0
    var items = 0
    for component in components {
      let count = Self.count(component.items)
      items += count
      rows += count + (component.title.isEmpty ? 0 : 1)
    }
    return (rows, items)
  }

  /// Returns the rows with these numbers, as far as there are any.
  func rows(_ range: Range<Int>) -> [Row] {
    var walk = Walk(range: range)
    for component in components {
      if !component.title.isEmpty { walk.pass { .heading(component) } }
      walk.pass(component.items, depth: 0, in: ItemPath(component: component.identifier, items: []))
      if walk.isOver { break }
    }
    return walk.rows
  }

  /// Returns the row of the item at a path, and its number among the items, or nil if it is not there.
  func place(of path: ItemPath) -> (row: Int, item: Int)? {
    var row = 0
    var number = 0
    for component in components {
      if !component.title.isEmpty { row += 1 }
      if component.identifier == path.component {
        return Self.offset(of: path.items[...], in: component.items).map { (row + $0, number + $0) }
      }
      let count = Self.count(component.items)
      row += count
      number += count
    }
    return nil
  }

  func path(ofItem number: Int) -> ItemPath? {
    var rest = number
    for component in components {
      let count = Self.count(component.items)
      if rest < count {
        var walk = Walk(range: rest..<(rest + 1))
        walk.pass(component.items, depth: 0, in: ItemPath(component: component.identifier, items: []))
        if case .item(_, _, let path) = walk.rows.first { return path }
        return nil
      }
      rest -= count
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

    mutating func pass(_ items: [Item], depth: Int, in path: ItemPath) {
      for item in items {
        if isOver { return }
        // Items above the first requested row are only counted.
        if number < range.lowerBound && item.children.isEmpty {
          number += 1
          continue
        }
        let own = ItemPath(component: path.component, items: path.items + [item.identifier])
        pass { .item(item, depth: depth, path: own) }
        if !item.children.isEmpty { pass(item.children, depth: depth + 1, in: own) }
      }
    }
  }
}
