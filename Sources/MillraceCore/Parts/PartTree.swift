/// One stay of a part in a state: from when something was first begun for it until it left or was replaced.
@frozen
public struct PartStay: Hashable, Sendable {
  /// The number of the stay in its tree, counted from 1; 0 for the state as a whole.
  public let number: UInt32

  /// Names a stay by its number.
  @inlinable
  public init(number: UInt32) {
    self.number = number
  }

  /// The state as a whole, which is there for as long as its store.
  @inlinable public static var whole: PartStay { PartStay(number: 0) }

  /// True when both are the same stay.
  @inlinable
  public static func == (left: PartStay, right: PartStay) -> Bool { left.number == right.number }
}

/// Remembers the parts of a state for which something was begun, and decides what ends with them.
///
/// Parts nest: when one leaves, those in it leave before it. A part that comes back is given a new stay, so that
/// what was begun for the old one is never taken for its own.
///
/// ```swift
/// var tree = PartTree<String>()
/// let page = tree.begin("page", in: .whole)
/// let detail = tree.begin("detail", in: page)
/// var ended: [PartStay] = []
/// tree.end(page, into: &ended)
/// // ended == [detail, page]
/// ```
///
/// Cost: each event is O(1) on average, plus the parts that end with it. Nothing is kept of a stay that has ended.
public struct PartTree<Tag: Hashable> {
  struct Node {
    let tag: Tag
    let outer: PartStay
    var inner: [Tag: PartStay] = [:]
  }

  private var nodes: [UInt32: Node] = [:]
  private var outermost: [Tag: PartStay] = [:]
  private var lastNumber: UInt32 = 0

  /// A tree in which nothing was begun.
  public init() {}

  /// The number of stays that have not ended.
  public var count: Int { nodes.count }

  /// True when a stay has not ended; always true of the whole.
  public func contains(_ stay: PartStay) -> Bool {
    stay == .whole || nodes[stay.number] != nil
  }

  /// The tags of a stay and of those around it, the outermost first; empty for the whole.
  ///
  /// O(depth).
  public func path(of stay: PartStay) -> [Tag] {
    var path: [Tag] = []
    var next = stay
    while let node = nodes[next.number] {
      path.append(node.tag)
      next = node.outer
    }
    return path.reversed()
  }

  /// True when a stay is another, or of a part inside of it.
  ///
  /// O(depth).
  public func isAtOrInside(_ stay: PartStay, _ outer: PartStay) -> Bool {
    var next = stay
    while next != outer {
      guard let node = nodes[next.number] else { return false }
      next = node.outer
    }
    return true
  }

  /// The stays of the parts directly in another, in the order in which they began.
  ///
  /// O(n log n) in their number.
  public func inner(of outer: PartStay) -> [PartStay] {
    let inner = outer == .whole ? outermost : nodes[outer.number]?.inner ?? [:]
    return inner.values.sorted { $0.number < $1.number }
  }

  /// The tag of a stay; nil for the whole, and for one that has ended.
  public func tag(of stay: PartStay) -> Tag? { nodes[stay.number]?.tag }

  /// The stay of a part in another; begins one where there is none.
  public mutating func begin(_ tag: Tag, in outer: PartStay) -> PartStay {
    if let known = outer == .whole ? outermost[tag] : nodes[outer.number]?.inner[tag] { return known }
    repeat { lastNumber &+= 1 } while lastNumber == 0 || nodes[lastNumber] != nil
    let stay = PartStay(number: lastNumber)
    nodes[stay.number] = Node(tag: tag, outer: outer)
    if outer == .whole { outermost[tag] = stay } else { nodes[outer.number]?.inner[tag] = stay }
    return stay
  }

  /// Ends a stay and those inside of it; appends them, inner ones before the one around them.
  ///
  /// Ignored for one that has ended.
  public mutating func end(_ stay: PartStay, into ended: inout [PartStay]) {
    guard let node = nodes[stay.number] else { return }
    if node.outer == .whole {
      outermost[node.tag] = nil
    } else {
      nodes[node.outer.number]?.inner[node.tag] = nil
    }
    // Inner ones are found before those around them end, and a stack of one's own bounds the depth by memory.
    var found = [stay]
    var next = 0
    while next < found.count {
      let inner = nodes.removeValue(forKey: found[next].number)?.inner.values.sorted { $0.number > $1.number }
      found += inner ?? []
      next += 1
    }
    ended += found.reversed()
  }
}

extension PartTree: Sendable where Tag: Sendable {}
extension PartTree.Node: Sendable where Tag: Sendable {}
