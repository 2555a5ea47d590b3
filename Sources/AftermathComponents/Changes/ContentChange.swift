/// One step from old contents to new ones, as a renderer gets it.
///
/// Steps are taken one after another: an index counts in the contents that the steps before have made. The
/// children of an item change with the item.
public enum ContentChange: Hashable, Sendable {
  /// A component comes, goes or moves; an update is of all but its items, which have changes of their own.
  case components(ListChange<Component>)
  /// An item comes, goes, moves or changes in the component with this identifier, at this index.
  case items(ListChange<Item>, component: String, at: Int)
}

extension ContentChange: CustomStringConvertible {
  /// What is done, to which identifier, where.
  public var description: String {
    switch self {
    case .components(let change): "\(change)"
    case .items(let change, let component, _): "\(change) in \(component)"
    }
  }
}

extension [Component] {
  /// The fewest steps from these contents to new ones, with items compared within their components; none when
  /// they are equal.
  ///
  /// Costs one comparison of the contents when items changed but none came, went or moved, and O(n log n) at
  /// worst.
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

  /// Takes one step.
  ///
  /// - Throws: ``ComponentError/unfitChange(_:)`` when the component or item that it is about is not where it is
  ///   said to be; the contents stay as they were.
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
