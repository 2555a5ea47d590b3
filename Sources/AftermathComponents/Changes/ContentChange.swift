/// One step from old contents to new ones, as a renderer receives it.
///
/// Steps apply in order: an index counts in the contents after the previous steps. An item changes together
/// with its children.
public enum ContentChange: Hashable, Sendable {
  /// A component is deleted, inserted, moved or updated; an update excludes its items, which have changes of
  /// their own.
  case components(ListChange<Component>)
  /// An item is deleted, inserted, moved or updated in the component with this identifier, at this index.
  case items(ListChange<Item>, component: String, at: Int)
}

extension ContentChange: CustomStringConvertible {
  /// The kind of change, the identifier and the position.
  public var description: String {
    switch self {
    case .components(let change): "\(change)"
    case .items(let change, let component, _): "\(change) in \(component)"
    }
  }
}

extension [Component] {
  /// Returns the fewest steps from these contents to new ones, or none if they are equal.
  ///
  /// Items are compared within their components. The cost is one comparison of the contents if items were
  /// only updated, and O(n log n) at worst.
  public func contentChanges(to new: [Component]) -> [ContentChange] {
    let diff = ListDiff(from: self, to: new) { $0.hasSameHead(as: $1) }
    var changes = diff.changes.map { ContentChange.components($0) }
    for index in new.indices {
      guard let origin = diff.origin(of: index) else { continue }
      let component = new[index]
      for change in self[origin].items.changes(to: component.items) {
        changes.append(.items(change, component: component.identifier, at: index))
      }
    }
    return changes
  }

  /// Applies one step.
  ///
  /// - Throws: ``ComponentError/unfitChange(_:)`` if the component or item is not where the step expects it;
  ///   the contents stay as they were.
  public mutating func apply(_ change: ContentChange) throws(ComponentError) {
    switch change {
    case .components(.update(let component, let index)):
      try check(.update(component, at: index))
      self[index].kind = component.kind
      self[index].title = component.title
      self[index].metadata = component.metadata
    case .components(let step):
      try apply(step)
    case .items(let step, let component, let index):
      guard indices.contains(index), self[index].identifier == component else {
        throw .unfitChange(change.description)
      }
      try self[index].items.apply(step)
    }
  }
}
