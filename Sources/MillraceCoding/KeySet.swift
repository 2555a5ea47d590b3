/// The keys of the open objects, stored as offsets into the bytes, to detect duplicates.
///
/// It takes four bytes a key, and at most sixteen in objects with many keys. An object of a million keys is
/// checked without copying one.
struct KeySet {
  /// A hash table of the key offsets of an object with many keys.
  private struct Table {
    /// The offset of a key plus one in each used slot; 0 in an empty one.
    private var slots: [UInt32]
    private var count = 0

    init(capacity: Int) { slots = [UInt32](repeating: 0, count: capacity) }

    mutating func insert(_ place: UInt32, _ bytes: CBORBytes) -> Bool {
      if count * 4 >= slots.count * 3 { grow(bytes) }
      let key = bytes.textBytes(Int(place))
      var slot = Self.slot(of: key, slots.count)
      while slots[slot] != 0 {
        if bytes.textBytes(Int(slots[slot] - 1)).elementsEqual(key) { return false }
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

  /// The number of keys from which an object gets a table.
  private static let few = 16

  private var places: [UInt32] = []
  /// The index of each open object's first key, the innermost last, with its table if it has many keys.
  private var open: [(start: Int, table: Table?)] = []

  mutating func begin() { open.append((places.count, nil)) }

  mutating func end() {
    guard let last = open.popLast() else { return }
    places.removeLast(places.count - last.start)
  }

  /// Inserts a key; returns false when the innermost object already has it.
  ///
  /// - Parameters:
  ///   - place: The offset of the key, a text of definite length. It must not move while the object is open.
  ///   - bytes: The bytes that contain it, at most four billion.
  mutating func insert(_ place: Int, in bytes: CBORBytes) -> Bool {
    guard let last = open.indices.last, let place = UInt32(exactly: place) else { return true }
    if open[last].table != nil { return open[last].table?.insert(place, bytes) ?? true }
    let keys = places[open[last].start...]
    if keys.count < Self.few {
      let key = bytes.textBytes(Int(place))
      if keys.contains(where: { bytes.textBytes(Int($0)).elementsEqual(key) }) { return false }
      places.append(place)
      return true
    }
    var table = Table(capacity: 64)
    for key in keys { _ = table.insert(key, bytes) }
    places.removeLast(keys.count)
    open[last].table = table
    return open[last].table?.insert(place, bytes) ?? true
  }
}
