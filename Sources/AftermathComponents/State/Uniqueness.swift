/// Functions that remove elements with a duplicate identifier from lists.
enum Uniqueness {
  /// Returns the components without duplicates, each with items without duplicates.
  static func of(
    _ components: [Component], like old: [Component], errors: inout [ComponentError]
  ) -> [Component] {
    var seen: Set<String> = []
    var result: [Component] = []
    for var component in components {
      guard seen.insert(component.identifier).inserted else {
        errors.append(.duplicateComponent(identifier: component.identifier))
        continue
      }
      let before = old.first { $0.identifier == component.identifier }?.items ?? []
      component.items = of(component.items, like: before, list: component.identifier, errors: &errors)
      result.append(component)
    }
    return result
  }

  /// Returns the items without duplicates, each with children without duplicates.
  ///
  /// It hashes nothing if the identifiers are those of `old`, a list that is already unique.
  static func of(
    _ items: [Item], like old: [Item], list: String, errors: inout [ComponentError]
  ) -> [Item] {
    let isKnown = items.count == old.count && zip(items, old).allSatisfy { $0.identifier == $1.identifier }
    let unique = isKnown ? items : without(items, list: list, errors: &errors)
    let isFlat = unique.allSatisfy { $0.children.isEmpty && !$0.isCut }
    return isFlat ? unique : unique.map { withUniqueChildren($0, &errors) }
  }

  /// Returns the items without duplicates, and without those whose identifiers are taken.
  static func without(
    _ items: [Item], besides isTaken: (String) -> Bool = { _ in false }, list: String,
    errors: inout [ComponentError]
  ) -> [Item] {
    var seen: Set<String> = []
    return items.filter { item in
      if !isTaken(item.identifier) && seen.insert(item.identifier).inserted { return true }
      errors.append(.duplicateItem(identifier: item.identifier, list: list))
      return false
    }
  }

  /// Returns the item with unique identifiers among its children.
  static func withUniqueChildren(_ item: Item, _ errors: inout [ComponentError]) -> Item {
    if item.isCut { errors.append(.tooDeep(identifier: item.identifier)) }
    if item.children.isEmpty { return item }
    let children = of(item.children, like: [], list: item.identifier, errors: &errors)
    // An unchanged item keeps its storage, which makes comparisons immediate.
    if children == item.children { return item }
    var item = item
    item.children = children
    return item
  }
}
