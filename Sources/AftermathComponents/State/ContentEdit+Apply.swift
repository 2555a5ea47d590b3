extension [Component] {
  /// Applies an edit to contents with unique identifiers; returns the changes and the errors.
  ///
  /// O(n) in the items of the component for inserted, deleted or updated items; reloaded contents are
  /// compared.
  mutating func apply(_ edit: ContentEdit) -> (changes: [ContentChange], errors: [ComponentError]) {
    var errors: [ComponentError] = []
    let changes: [ContentChange]
    switch edit {
    case .reload(let components):
      let unique = Uniqueness.of(components, like: self, errors: &errors)
      changes = contentChanges(to: unique)
      self = unique
    case .reloadItems(let items, let index):
      changes = change(index, &errors) { $0.reload(items, &$1) }
    case .insert(let insertion, let index):
      changes = change(index, &errors) { $0.insert(insertion, &$1) }
    case .update(let items, let index):
      changes = change(index, &errors) { $0.update(items, &$1) }
    case .delete(let identifiers, let index):
      changes = change(index, &errors) { $0.delete(identifiers, &$1) }
    case .page(let items, let index):
      changes = change(index, &errors) { $0.page(items, &$1) }
    }
    return (changes, errors)
  }

  private mutating func change(
    _ index: Int, _ errors: inout [ComponentError],
    _ body: (inout Component, inout [ComponentError]) -> [ListChange<Item>]
  ) -> [ContentChange] {
    guard indices.contains(index) else {
      errors.append(.noComponent(index: index, count: count))
      return []
    }
    let identifier = self[index].identifier
    return body(&self[index], &errors).map { .items($0, component: identifier, at: index) }
  }
}

extension Component {
  fileprivate mutating func reload(
    _ new: [Item], _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    let unique = Uniqueness.of(new, like: items, list: identifier, errors: &errors)
    defer { items = unique }
    return items.changes(to: unique)
  }

  fileprivate mutating func insert(
    _ insertion: Insertion, _ errors: inout [ComponentError]
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
    let taken = Set(places(of: insertion.items.map(\.identifier)).keys)
    return put(
      Uniqueness.without(insertion.items, besides: taken, list: identifier, errors: &errors), at: index,
      &errors)
  }

  fileprivate mutating func update(
    _ new: [Item], _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    let places = places(of: new.map(\.identifier))
    var changes: [ListChange<Item>] = []
    for item in Uniqueness.without(new, besides: [], list: identifier, errors: &errors) {
      if let index = places[item.identifier] {
        changes += replace(item, at: index, &errors)
      } else {
        errors.append(.unknownItem(identifier: item.identifier, component: identifier))
      }
    }
    return changes
  }

  fileprivate mutating func delete(
    _ identifiers: [String], _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    let places = places(of: identifiers)
    for unknown in identifiers where places[unknown] == nil {
      errors.append(.unknownItem(identifier: unknown, component: identifier))
    }
    if places.isEmpty { return [] }
    let changes = places.values.sorted(by: >).map { ListChange<Item>.delete(items[$0].identifier, at: $0) }
    items.removeAll { places[$0.identifier] != nil }
    return changes
  }

  fileprivate mutating func page(
    _ new: [Item], _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    let places = places(of: new.map(\.identifier))
    let unique = Uniqueness.without(new, besides: [], list: identifier, errors: &errors)
    let added = put(unique.filter { places[$0.identifier] == nil }, at: items.count, &errors)
    var changed: [ListChange<Item>] = []
    for item in unique {
      if let index = places[item.identifier] { changed += replace(item, at: index, &errors) }
    }
    return added + changed
  }

  private mutating func put(
    _ new: [Item], at index: Int, _ errors: inout [ComponentError]
  ) -> [ListChange<Item>] {
    var unique: [Item] = []
    for item in new { unique.append(Uniqueness.withUniqueChildren(item, &errors)) }
    items.insert(contentsOf: unique, at: index)
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

  /// Returns the indices of the items with these identifiers, without the identifiers that no item has.
  private func places(of identifiers: [String]) -> [String: Int] {
    if identifiers.count == 1 {
      let index = items.firstIndex { $0.identifier == identifiers[0] }
      return index.map { [identifiers[0]: $0] } ?? [:]
    }
    let wanted = Set(identifiers)
    var places: [String: Int] = [:]
    for (index, item) in items.enumerated() where wanted.contains(item.identifier) {
      places[item.identifier] = index
    }
    return places
  }
}
