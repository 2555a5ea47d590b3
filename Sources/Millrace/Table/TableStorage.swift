import MillraceCore

/// The rows of a table in their order, and the slot of each.
///
/// A removed row leaves a hole, so that the rows behind it keep their slots. A row inserted in the middle
/// moves its neighbours only as far as the nearest hole. When there are more than `2√n` holes they are
/// removed, and when no hole is near an insertion, `√n` of them are opened there. Either costs O(n) once in
/// about `√n` steps: removing rows, and inserting rows in one place, is O(√n) amortised.
@usableFromInline
struct TableStorage<ID: Hashable, Row> {
  @usableFromInline
  struct Slot {
    @usableFromInline var id: ID
    /// `nil` in a hole.
    ///
    /// It is an optional so that a caller can borrow the row in place.
    @usableFromInline var row: Row?
    @usableFromInline var stamp: ChangeStamp

    @_alwaysEmitIntoClient
    init(id: ID, row: Row?, stamp: ChangeStamp) {
      self.id = id
      self.row = row
      self.stamp = stamp
    }
  }

  /// The slot of every row whose id is equal to itself.
  @usableFromInline var index: [ID: Int] = [:]
  /// The rows in their order, and holes; the last slot is never a hole.
  ///
  /// A contiguous array, because it has spans on every supported platform; an array does not.
  @usableFromInline var slots: ContiguousArray<Slot> = []
  /// The slots that are holes, in ascending order.
  @usableFromInline var holes: [Int] = []

  @_alwaysEmitIntoClient
  init() {}

  @_alwaysEmitIntoClient
  var count: Int { slots.count - holes.count }

  /// Returns true if this slot held a row before it was lent to a writer.
  ///
  /// Uses a span, which reads the slot in place; an array's subscript retains its contents.
  @_alwaysEmitIntoClient
  @inline(__always)
  func isEstablished(_ slot: Int) -> Bool {
    let slots = slots.span
    return slots[slot].row != nil && slots[slot].stamp != .initial
  }

  // MARK: Ids

  /// Returns the slot of the row with this id; nil if there is none.
  ///
  /// A dictionary does not find an id that is unequal to itself (NaN): the row is searched for.
  @_alwaysEmitIntoClient
  @inline(__always)
  func slot(of id: ID) -> Int? {
    if let slot = index[id] { return slot }
    return id == id ? nil : slot(ofStrange: id)
  }

  /// Notes the slot of a row.
  @_alwaysEmitIntoClient
  @inline(__always)
  mutating func note(_ slot: Int, of id: ID) {
    if id == id { index[id] = slot }
  }

  /// Finds the row with an id that is unequal to itself; O(n).
  @_alwaysEmitIntoClient
  @inline(never)
  func slot(ofStrange id: ID) -> Int? {
    // Without such rows it is O(1).
    if index.count == count { return nil }
    return slots.indices.first { slots[$0].row != nil && isUnchanged(slots[$0].id, from: id) }
  }

  /// The rows with ids that are unequal to themselves, and their slots; O(1) if there are none.
  @_alwaysEmitIntoClient
  var strange: [(slot: Int, id: ID)] {
    if index.count == count { return [] }
    return slots.indices.compactMap {
      slots[$0].row != nil && slots[$0].id != slots[$0].id ? ($0, slots[$0].id) : nil
    }
  }

  // MARK: Positions

  /// Returns the slot of the row at this position, which must exist.
  ///
  /// Cost: O(log holes).
  @_alwaysEmitIntoClient
  func slot(at position: Int) -> Int {
    // A hole at slot h with i holes before it comes after h - i rows.
    position + TableSearch.first(below: holes.count) { holes[$0] - $0 > position }
  }

  /// Returns the position of the row in this slot.
  ///
  /// Cost: O(log holes).
  @_alwaysEmitIntoClient
  func position(of slot: Int) -> Int {
    slot - holes(before: slot)
  }

  @_alwaysEmitIntoClient
  func holes(before slot: Int) -> Int {
    TableSearch.first(below: holes.count) { holes[$0] >= slot }
  }

  // MARK: Insertion

  @_alwaysEmitIntoClient
  mutating func append(_ slot: Slot) {
    note(slots.count, of: slot.id)
    slots.append(slot)
  }

  /// Inserts the row, whose id must be new, at this position in 0...count.
  ///
  /// Cost: O(√n) amortised in one place, O(n) when every insertion is far from the others; O(1) at the end.
  @_alwaysEmitIntoClient
  mutating func insert(_ new: Slot, at position: Int) {
    guard position < count else { return append(new) }
    let target = slot(at: position)
    let behind = holes(before: target)
    let leftHole = behind > 0 ? holes[behind - 1] : nil
    // Behind the last row there is always room.
    let rightHole = behind < holes.count ? holes[behind] : slots.count
    let leftWay = leftHole.map { target - 1 - $0 } ?? .max
    let rightWay = rightHole - target
    let reach = Int(Double(slots.count).squareRoot())

    if let leftHole, leftWay <= min(rightWay, reach) {
      holes.remove(at: behind - 1)
      slots[leftHole] = new
      carry(from: leftHole, to: target - 1)
    } else if rightWay <= reach {
      if behind < holes.count {
        holes.remove(at: behind)
        slots[rightHole] = new
      } else {
        slots.append(new)
      }
      carry(from: rightHole, to: target)
    } else {
      rebuild(opening: reach, at: position, standIn: new)
      let hole = holes.removeLast()
      slots[hole] = new
      note(hole, of: new.id)
    }
  }

  /// Moves the slot past its neighbours, which are no holes, one by one.
  @_alwaysEmitIntoClient
  mutating func carry(from start: Int, to end: Int) {
    let step = end < start ? -1 : 1
    // Swapped through a span: that moves the rows; an array's subscript would retain their contents.
    var span = slots.mutableSpan
    for place in stride(from: start, to: end, by: step) { span.swapAt(place, place + step) }
    for place in min(start, end)...max(start, end) { note(place, of: slots.span[place].id) }
  }

  // MARK: Removal

  /// Removes the row from its slot and returns it.
  ///
  /// `compactIfSparse()` must follow, once for any number of calls.
  @_alwaysEmitIntoClient
  @discardableResult
  mutating func vacate(_ slot: Int) -> Slot {
    let taken = slots[slot]
    slots[slot].row = nil
    index.removeValue(forKey: taken.id)
    if slot < slots.count - 1 {
      holes.insert(slot, at: holes(before: slot))
    } else {
      slots.removeLast()
      while let hole = holes.last, hole == slots.count - 1 {
        holes.removeLast()
        slots.removeLast()
      }
    }
    return taken
  }

  /// Removes the holes when there are too many.
  @_alwaysEmitIntoClient
  mutating func compactIfSparse() {
    if holes.count * holes.count > 4 * slots.count { rebuild() }
  }

  // MARK: Rebuilding

  /// Removes all holes and opens `gap` new ones before the row at `position`, filled with the id of
  /// `standIn`.
  ///
  /// Cost: O(n).
  @_alwaysEmitIntoClient
  mutating func rebuild(opening gap: Int = 0, at position: Int = 0, standIn: Slot? = nil) {
    // The values are rewritten in place: no id is hashed again.
    var entry = index.startIndex
    while entry != index.endIndex {
      let dense = self.position(of: index.values[entry])
      index.values[entry] = dense < position ? dense : dense + gap
      index.formIndex(after: &entry)
    }

    let filled = squeeze()
    slots.removeLast(slots.count - filled)
    holes.removeAll(keepingCapacity: true)

    guard gap > 0, var hole = standIn else { return }
    hole.row = nil
    slots.append(contentsOf: repeatElement(hole, count: gap))
    var span = slots.mutableSpan
    for slot in (position..<filled).reversed() { span.swapAt(slot, slot + gap) }
    holes.append(contentsOf: position..<position + gap)
  }

  /// Moves the rows together at the front and returns their number.
  @_alwaysEmitIntoClient
  mutating func squeeze() -> Int {
    var span = slots.mutableSpan
    var filled = 0
    for slot in 0..<span.count where span[slot].row != nil {
      if slot != filled { span.swapAt(slot, filled) }
      filled += 1
    }
    return filled
  }

  /// Updates the slot of every row after the order of a storage without holes was changed.
  ///
  /// Returns true if any row has moved. O(n).
  @_alwaysEmitIntoClient
  mutating func reindex() -> Bool {
    var changed = false
    for slot in slots.indices {
      let id = slots.span[slot].id
      if id == id, index.updateValue(slot, forKey: id) != slot { changed = true }
    }
    return changed
  }
}

extension TableStorage: Sendable where ID: Sendable, Row: Sendable {}
extension TableStorage.Slot: Sendable where ID: Sendable, Row: Sendable {}

/// Binary search in the ascending numbers of a table.
@usableFromInline
enum TableSearch {
  /// Returns the first number in 0..<count that satisfies the predicate, or `count`; all numbers after it
  /// must satisfy the predicate too.
  @_alwaysEmitIntoClient
  static func first(below count: Int, where predicate: (Int) -> Bool) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if predicate(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
