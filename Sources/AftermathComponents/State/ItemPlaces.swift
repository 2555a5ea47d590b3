/// The indices of a list's items by their identifiers, which follow the edits of the list.
///
/// Items added at the end cost O(1) each. Items added or removed before others are one shift of all indices
/// from there on; a lookup applies the shifts since the identifier's last lookup. After about √n shifts
/// without one, the list is counted again, so an edit costs O(√n) on average.
struct ItemPlaces {
  private struct Place {
    var index: Int
    /// The number of shifts that the index includes.
    var shifts: Int
  }

  /// Indices from this one on have moved by the distance.
  private struct Shift {
    let index: Int
    let distance: Int
  }

  private var places: [String: Place]
  private var shifts: [Shift] = []

  /// Counts a list whose identifiers differ from each other.
  ///
  /// O(n).
  init(of items: [Item]) {
    places = Dictionary(minimumCapacity: items.count)
    for (index, item) in items.enumerated() { places[item.identifier] = Place(index: index, shifts: 0) }
  }

  func contains(_ identifier: String) -> Bool { places[identifier] != nil }

  /// Returns the index of the item with an identifier in the list, or nil if no item has it.
  mutating func index(of identifier: String, in items: [Item]) -> Int? {
    guard var place = places[identifier] else { return nil }
    let waiting = shifts.count - place.shifts
    if waiting > 64 && waiting > items.count / waiting {
      self = ItemPlaces(of: items)
      return places[identifier]?.index
    }
    for shift in shifts[place.shifts...] where place.index >= shift.index { place.index += shift.distance }
    place.shifts = shifts.count
    places[identifier] = place
    return place.index
  }

  /// Follows an insertion; `items` is the list with the new items, which begin at `index`.
  mutating func insert(_ new: [Item], at index: Int, in items: [Item]) {
    if index + new.count < items.count { shift(from: index, by: new.count, in: items) }
    for (offset, item) in new.enumerated() {
      places[item.identifier] = Place(index: index + offset, shifts: shifts.count)
    }
  }

  /// Follows a deletion; `items` is the list without the item.
  mutating func delete(_ identifier: String, at index: Int, in items: [Item]) {
    places[identifier] = nil
    if index < items.count { shift(from: index + 1, by: -1, in: items) }
  }

  private mutating func shift(from index: Int, by distance: Int, in items: [Item]) {
    shifts.append(Shift(index: index, distance: distance))
    // The shifts need no more memory than the items.
    if shifts.count > max(64, items.count) { self = ItemPlaces(of: items) }
  }
}
