/// The edits of one component, with the places of its items; each returns the changes.
extension Component {
  mutating func reload(_ new: [Item], _ errors: inout [ComponentError]) -> [ListChange<Item>] {
    let unique = Uniqueness.of(new, like: items, list: identifier, errors: &errors)
    defer { items = unique }
    return items.changes(to: unique)
  }

  mutating func insert(
    _ insertion: Insertion, _ places: inout ItemPlaces, _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    let index =
      switch insertion.place {
      case .append: items.count
      case .prepend: 0
      case .index(let index): index
      }
    guard index >= 0 && index <= items.count else {
      errors.append(.noPlace(index: index, count: items.count, component: identifier))
      return []
    }
    let new = Uniqueness.without(
      insertion.items, besides: places.contains, list: identifier, errors: &errors)
    return put(new, at: index, &places, &errors)
  }

  mutating func update(
    _ new: [Item], _ places: inout ItemPlaces, _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    var changes: [ListChange<Item>] = []
    for item in Uniqueness.without(new, list: identifier, errors: &errors) {
      if let index = places.index(of: item.identifier, in: items) {
        changes += replace(item, at: index, &errors)
      } else {
        errors.append(.unknownItem(identifier: item.identifier, component: identifier))
      }
    }
    return changes
  }

  mutating func delete(
    _ identifiers: [String], _ places: inout ItemPlaces, _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    var found: [Int: String] = [:]
    for identifier in identifiers {
      if let index = places.index(of: identifier, in: items) {
        found[index] = identifier
      } else {
        errors.append(.unknownItem(identifier: identifier, component: self.identifier))
      }
    }
    let deleted = found.sorted { $0.key > $1.key }
    if found.count > 64 {
      // One pass over the list costs less than moving its end for each.
      var index = -1
      items.removeAll { _ in
        index += 1
        return found[index] != nil
      }
      places = ItemPlaces(of: items)
    } else {
      for (index, identifier) in deleted {
        items.remove(at: index)
        places.delete(identifier, at: index, in: items)
      }
    }
    return deleted.map { .delete($0.value, at: $0.key) }
  }

  mutating func page(
    _ new: [Item], _ places: inout ItemPlaces, _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    let unique = Uniqueness.without(new, list: identifier, errors: &errors)
    let old = unique.filter { places.contains($0.identifier) }
    let added = put(
      unique.filter { !places.contains($0.identifier) }, at: items.count, &places, &errors)
    var changed: [ListChange<Item>] = []
    for item in old {
      if let index = places.index(of: item.identifier, in: items) {
        changed += replace(item, at: index, &errors)
      }
    }
    return added + changed
  }

  private mutating func put(
    _ new: [Item], at index: Int, _ places: inout ItemPlaces, _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    var unique: [Item] = []
    for item in new { unique.append(Uniqueness.withUniqueChildren(item, &errors)) }
    items.insert(contentsOf: unique, at: index)
    places.insert(unique, at: index, in: items)
    return unique.enumerated().map { .insert($1, at: index + $0) }
  }

  private mutating func replace(
    _ item: Item, at index: Int, _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    let item = Uniqueness.withUniqueChildren(item, &errors)
    if items[index] == item { return [] }
    items[index] = item
    return [.update(item, at: index)]
  }
}
