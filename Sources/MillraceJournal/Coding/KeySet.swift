/// The keys of the objects that are open, by the places at which they stand in bytes.
///
/// It takes four bytes for a key, and at most sixteen in objects with many, so that an object of a million keys is
/// checked without a copy of one.
struct KeySet {
  /// The places of the keys of an object that has many.
  private struct Table {
    /// One more than a key's place; 0 where there is none.
    private var slots: [UInt32]
    private var count = 0

    init(capacity: Int) { slots = [UInt32](repeating: 0, count: capacity) }

    mutating func insert(_ place: UInt32, _ bytes: CBORBytes) -> Bool {
      if count * 4 >= slots.count * 3 { grow(bytes) }
      let key = KeySet.key(at: place, bytes)
      var slot = Self.slot(of: key, slots.count)
      while slots[slot] != 0 {
        if KeySet.key(at: slots[slot] - 1, bytes).elementsEqual(key) { return false }
        slot = (slot + 1) & (slots.count - 1)
      }
      slots[slot] = place + 1
      count += 1
      return true
    }

    private mutating func grow(_ bytes: CBORBytes) {
      var larger = Table(capacity: slots.count * 2)
      for place in slots where place != 0 { _ = larger.insert(place - 1, bytes) }
      self = larger
    }

    private static func slot(of key: UnsafeRawBufferPointer, _ count: Int) -> Int {
      Int(truncatingIfNeeded: Checksum64.of(key)) & (count - 1)
    }
  }

  /// From so many keys on they are found by a table.
  private static let few = 16

  private var places: [UInt32] = []
  /// The beginning of each open object's keys, the innermost last, and the table of those that have many.
  private var open: [(start: Int, table: Table?)] = []

  /// Begins an object.
  mutating func begin() { open.append((places.count, nil)) }

  /// Ends the innermost object.
  mutating func end() {
    guard let last = open.popLast() else { return }
    places.removeLast(places.count - last.start)
  }

  /// Takes the key that stands at a place; false when the innermost object has it already.
  ///
  /// - Parameters:
  ///   - place: The place of the key, a text whose length is told. It must not move while the object is open.
  ///   - bytes: The bytes in which it stands; no more than four billion.
  mutating func insert(_ place: Int, in bytes: CBORBytes) -> Bool {
    guard let last = open.indices.last, let place = UInt32(exactly: place) else { return true }
    if open[last].table != nil { return open[last].table?.insert(place, bytes) ?? true }
    let keys = places[open[last].start...]
    if keys.count < Self.few {
      let key = Self.key(at: place, bytes)
      if keys.contains(where: { Self.key(at: $0, bytes).elementsEqual(key) }) { return false }
      places.append(place)
      return true
    }
    var table = Table(capacity: 64)
    for key in keys { _ = table.insert(key, bytes) }
    places.removeLast(keys.count)
    open[last].table = table
    return open[last].table?.insert(place, bytes) ?? true
  }

  private static func key(at place: UInt32, _ bytes: CBORBytes) -> UnsafeRawBufferPointer {
    // It has been read once already.
    guard let head = try? bytes.head(at: Int(place)), let count = try? bytes.count(head) else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return UnsafeRawBufferPointer(rebasing: bytes.bytes[head.next..<head.next + count])
  }
}
