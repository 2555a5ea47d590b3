/// A first-in-first-out queue in a circle of slots, which grows when it is full.
///
/// Appending and popping are O(1) on average. A queue that stays short never allocates again, however many
/// elements pass through it. A popped element is released at once. Index 0 is the oldest element.
///
/// A ring that becomes empty releases memory: it keeps at most 1,024 slots, or the reserved capacity if that
/// is more. A ring that never becomes empty keeps its largest capacity.
///
/// Changing a ring while another copy of the value exists copies its storage once: O(capacity).
@frozen
public struct Ring<Element> {
  // Optional slots need no unsafe code, and are at least as fast as raw memory for popping one message and
  // appending the next. Their number is zero or a power of two, so that a mask wraps an index.
  @usableFromInline
  var slots: ContiguousArray<Element?> = []

  @usableFromInline
  var head = 0

  @usableFromInline
  var length = 0

  /// The greatest capacity that the ring keeps when it becomes empty; zero or a power of two.
  @usableFromInline
  var kept = 1024

  /// Creates an empty ring, without allocating.
  @inlinable
  public init() {}

  /// The number of elements for which there is room without allocating.
  @inlinable
  public var capacity: Int { slots.count }

  /// Appends an element as the newest.
  @inlinable
  public mutating func append(_ element: consuming Element) {
    if length == slots.count { grow(to: Swift.max(16, slots.count * 2)) }
    slots[(head &+ length) & (slots.count &- 1)] = element
    length &+= 1
  }

  /// Removes and returns the oldest element, or `nil` if there is none.
  @inlinable
  public mutating func popFirst() -> Element? {
    if length == 0 { return nil }
    let element = slots[head].take()
    head = (head &+ 1) & (slots.count &- 1)
    length &-= 1
    if length == 0, slots.count > kept { shrink() }
    return element
  }

  /// Calls `body` with each element, the oldest first, to change it in place.
  @_alwaysEmitIntoClient
  public mutating func updateEach(_ body: (inout Element) -> Void) {
    for position in 0..<length {
      let slot = (head &+ position) & (slots.count &- 1)
      guard var element = slots[slot].take() else { continue }
      body(&element)
      slots[slot] = element
    }
  }

  /// Removes all elements and releases all memory, including reserved capacity.
  ///
  /// O(capacity).
  @inlinable
  public mutating func removeAll() {
    self = Ring()
  }

  /// Makes room for at least `minimumCapacity` elements, and keeps it until `removeAll()`.
  ///
  /// O(capacity) if the ring must grow.
  @inlinable
  public mutating func reserveCapacity(_ minimumCapacity: Int) {
    var capacity = Swift.max(16, slots.count)
    while capacity < minimumCapacity { capacity *= 2 }
    kept = Swift.max(kept, capacity)
    if capacity > slots.count { grow(to: capacity) }
  }

  /// Adds slots at the end, and moves the elements that had wrapped to the start behind the others.
  @inlinable
  @inline(never)
  mutating func grow(to capacity: Int) {
    let wrapped = Swift.max(0, head + length - slots.count)
    let end = slots.count
    slots.append(contentsOf: repeatElement(nil, count: capacity - end))
    for index in 0..<wrapped { slots.swapAt(index, end + index) }
  }

  @inlinable
  @inline(never)
  mutating func shrink() {
    slots = ContiguousArray(repeating: nil, count: kept)
    head = 0
  }
}

extension Ring: RandomAccessCollection {
  /// The position of the oldest element: zero.
  @inlinable
  public var startIndex: Int { 0 }

  /// The position after the newest element.
  @inlinable
  public var endIndex: Int { length }

  /// The number of elements.
  @inlinable
  public var count: Int { length }

  /// A Boolean value that indicates whether the ring has no elements.
  @inlinable
  public var isEmpty: Bool { length == 0 }

  /// The oldest element, or `nil` if there is none.
  @inlinable
  public var first: Element? { length == 0 ? nil : slots[head] }

  /// The element at a position counted from the oldest.
  @inlinable
  public subscript(position: Int) -> Element {
    guard position >= 0, position < length,
      let element = slots[(head &+ position) & (slots.count &- 1)]
    else {
      preconditionFailure(
        "The ring has no element at this position; positions go from zero to below `count`.")
    }
    return element
  }
}

extension Ring: Equatable where Element: Equatable {
  /// Returns true if both rings have the same elements in the same order.
  ///
  /// O(count). The positions of the elements in their circles make no difference.
  @inlinable
  public static func == (left: Ring, right: Ring) -> Bool {
    left.elementsEqual(right)
  }
}

extension Ring: Sendable where Element: Sendable {}
