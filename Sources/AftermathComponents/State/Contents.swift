/// The components of a controller, with unique identifiers in every list, and the places of their items.
struct Contents {
  private(set) var components: [Component]
  /// The places of the items of components that were edited since their last reload, by the component.
  private var places: [String: ItemPlaces] = [:]

  /// Creates contents of components with unique identifiers.
  init(_ components: [Component]) {
    self.components = components
  }

  /// Applies an edit; returns the changes and the errors.
  ///
  /// Inserted, deleted and updated items cost O(√n) each on average in the items of the component, or O(1) at
  /// the end, apart from the storage that moves; reloaded contents are compared. The first edit after a
  /// reload counts the items.
  mutating func apply(_ edit: ContentEdit) -> (changes: [ContentChange], errors: [ComponentError]) {
    var errors: [ComponentError] = []
    let changes: [ContentChange]
    switch edit {
    case .reload(let new):
      let unique = Uniqueness.of(new, like: components, errors: &errors)
      changes = components.contentChanges(to: unique)
      self = Contents(unique)
    case .reloadItems(let items, let index):
      changes = change(index, &errors) { $0.reload(items, &$1) }
      if components.indices.contains(index) { places[components[index].identifier] = nil }
    case .insert(let insertion, let index):
      changes = changeItems(index, &errors) { $0.insert(insertion, &$1, &$2) }
    case .update(let items, let index):
      changes = changeItems(index, &errors) { $0.update(items, &$1, &$2) }
    case .delete(let identifiers, let index):
      changes = changeItems(index, &errors) { $0.delete(identifiers, &$1, &$2) }
    case .page(let items, let index):
      changes = changeItems(index, &errors) { $0.page(items, &$1, &$2) }
    }
    return (changes, errors)
  }

  private mutating func change(
    _ index: Int, _ errors: inout [ComponentError],
    _ body: (inout Component, inout [ComponentError]) -> [ListChange<Item>]
  ) -> [ContentChange] {
    guard components.indices.contains(index) else {
      errors.append(.noComponent(index: index, count: components.count))
      return []
    }
    let identifier = components[index].identifier
    return body(&components[index], &errors).map { .items($0, component: identifier, at: index) }
  }

  /// Changes items of a component, whose places follow.
  private mutating func changeItems(
    _ index: Int, _ errors: inout [ComponentError],
    _ body: (inout Component, inout ItemPlaces, inout [ComponentError]) -> [ListChange<Item>]
  ) -> [ContentChange] {
    var places = places
    self.places = [:]
    defer { self.places = places }
    return change(index, &errors) { component, errors in
      // Removed meanwhile, so that their storage is not shared.
      var own = places.removeValue(forKey: component.identifier) ?? ItemPlaces(of: component.items)
      defer { places[component.identifier] = own }
      return body(&component, &own, &errors)
    }
  }
}
