/// One stay of a part in a state: from its first effect or subscription until the part left or was replaced.
@frozen
public struct PartStay: Hashable, Sendable {
  /// The number of the stay in its tree, counted from 1; 0 for the state as a whole.
  public let number: UInt32

  /// Creates the stay with a number.
  @inlinable
  public init(number: UInt32) {
    self.number = number
  }

  /// The state as a whole, which exists as long as its store.
  @inlinable public static var whole: PartStay { PartStay(number: 0) }

  /// Returns true if both are the same stay.
  @inlinable
  public static func == (left: PartStay, right: PartStay) -> Bool { left.number == right.number }
}

/// Tracks the parts of a state that own effects or subscriptions, and decides what ends with them.
///
/// Parts nest: when one leaves, the parts inside it leave first. A part that comes back gets a new stay, so
/// that it never takes over what belonged to the old one.
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
/// Cost: each event is O(1) on average, plus the parts that end with it. The tree retains nothing about an
/// ended stay.
public struct PartTree<Tag: Hashable> {
  struct Node {
    let tag: Tag
    let outer: PartStay
    var inner: [Tag: PartStay] = [:]
  }

  private var nodes: [UInt32: Node] = [:]
  private var outermost: [Tag: PartStay] = [:]
  private var lastNumber: UInt32 = 0

  /// Creates a tree without stays.
  public init() {}

  /// The number of stays that have not ended.
  public var count: Int { nodes.count }

  /// Returns true if a stay has not ended; always true for the whole.
  public func contains(_ stay: PartStay) -> Bool {
    stay == .whole || nodes[stay.number] != nil
  }

  /// Returns the tags of a stay and of those around it, the outermost first; empty for the whole.
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

  /// Returns true if a stay is `outer` or lies inside it.
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

  /// Returns the stays directly inside another, in the order in which they began.
  ///
  /// O(n log n) in their number.
  public func inner(of outer: PartStay) -> [PartStay] {
    let inner = outer == .whole ? outermost : nodes[outer.number]?.inner ?? [:]
    return inner.values.sorted { $0.number < $1.number }
  }

  /// Returns the tag of a stay; nil for the whole, and for a stay that has ended.
  public func tag(of stay: PartStay) -> Tag? { nodes[stay.number]?.tag }

  /// Returns the stay of a part inside another; nil if there is none.
  public func known(_ tag: Tag, in outer: PartStay) -> PartStay? {
    outer == .whole ? outermost[tag] : nodes[outer.number]?.inner[tag]
  }

  /// Returns the stay of a part inside another; begins one if there is none.
  public mutating func begin(_ tag: Tag, in outer: PartStay) -> PartStay {
    if let known = known(tag, in: outer) { return known }
    repeat { lastNumber &+= 1 } while lastNumber == 0 || nodes[lastNumber] != nil
    let stay = PartStay(number: lastNumber)
    nodes[stay.number] = Node(tag: tag, outer: outer)
    if outer == .whole { outermost[tag] = stay } else { nodes[outer.number]?.inner[tag] = stay }
    return stay
  }

  /// Ends a stay and those inside it, and appends them, inner ones first.
  ///
  /// Does nothing if the stay has ended.
  public mutating func end(_ stay: PartStay, into ended: inout [PartStay]) {
    guard let node = nodes[stay.number] else { return }
    if node.outer == .whole {
      outermost[node.tag] = nil
    } else {
      nodes[node.outer.number]?.inner[node.tag] = nil
    }
    // Inner stays are found before outer ones end; the explicit stack bounds the depth by memory alone.
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
