import MillraceCore

extension RowTable {
  /// Takes back a change, as far as the table's rows still allow it.
  ///
  /// A row that was changed or moved and has been removed since stays removed, and a row that was removed
  /// stays out if its id has another row. Positions count from the front, and end with the table.
  ///
  /// - Parameters:
  ///   - inverse: The change to take back.
  ///   - restore: A function that makes the row to put back of the present one and the old one; by default it
  ///     is the old one.
  /// - Returns: False if something had to stay as it is.
  @_alwaysEmitIntoClient
  package mutating func takeBack(
    _ inverse: TableInverse<ID, Row>, restoring restore: ((_ present: Row, _ old: Row) -> Row)? = nil
  ) -> Bool {
    switch inverse {
    case .updated(let id, let old):
      guard let present = self[id] else { return false }
      self[id] = restore?(present, old) ?? old
      return true
    case .inserted(let id): return remove(id: id) != nil
    case .removed(let id, let row, let position):
      if contains(id: id) { return false }
      insert(row, id: id, at: Swift.min(position, count))
      return true
    case .moved(let places): return putBack(places)
    case .reordered(let order):
      let ranks = Dictionary(
        zip(order.lazy.map { ReflexiveKey($0) }, order.indices), uniquingKeysWith: { first, _ in first })
      sort { (ranks[ReflexiveKey($0.id)] ?? .max) < (ranks[ReflexiveKey($1.id)] ?? .max) }
      return true
    case .removedAll(let old):
      var isWhole = true
      for (position, (id, row)) in old.enumerated() {
        if contains(id: id) { isWhole = false } else { insert(row, id: id, at: Swift.min(position, count)) }
      }
      return isWhole
    case .updatedAll(let old):
      updateAll { id, row in
        if let earlier = old[id] { row = restore?(row, earlier) ?? earlier }
      }
      return old.count == count
    }
  }

  /// Moves rows back to their positions, which ascend.
  @_alwaysEmitIntoClient
  @inline(never)
  mutating func putBack(_ places: [TablePlace<ID>]) -> Bool {
    let present = places.filter { contains(id: $0.id) }
    let slots = present.compactMap { storage.slot(of: $0.id) }.sorted()
    if isRecording { recordPlaces(of: slots) }
    var taken: [ReflexiveKey<ID>: TableStorage<ID, Row>.Slot] = [:]
    for slot in slots {
      let row = storage.vacate(slot)
      taken[ReflexiveKey(row.id)] = row
    }
    storage.compactIfSparse()
    for place in present {
      guard let row = taken[ReflexiveKey(place.id)] else { continue }
      orderStamp = log.record(.moved, place.id, rows: storage.slots.count)
      storage.insert(row, at: Swift.min(place.position, count))
    }
    return present.count == places.count
  }
}
