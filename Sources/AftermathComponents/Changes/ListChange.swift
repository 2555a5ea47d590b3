/// One step from an old list to a new one.
///
/// Steps apply in order: an index counts in the list after the previous steps.
public enum ListChange<Element> {
  /// The element with this identifier, at this index, is deleted.
  case delete(String, at: Int)
  /// An element is inserted; those from this index on move back by one.
  case insert(Element, at: Int)
  /// The element with this identifier is removed from one index, and then inserted at the other.
  case move(String, from: Int, to: Int)
  /// The element at this index, with the same identifier, has new contents.
  case update(Element, at: Int)
}

extension ListChange: Equatable where Element: Equatable {}
extension ListChange: Hashable where Element: Hashable {}
extension ListChange: Sendable where Element: Sendable {}

extension ListChange: CustomStringConvertible where Element: Identifiable<String> {
  /// The kind of change, the identifier and the position.
  public var description: String {
    switch self {
    case .delete(let identifier, let index): "delete \(identifier) at \(index)"
    case .insert(let element, let index): "insert \(element.id) at \(index)"
    case .move(let identifier, let from, let to): "move \(identifier) from \(from) to \(to)"
    case .update(let element, let index): "update \(element.id) at \(index)"
    }
  }
}

extension Array where Element: Identifiable<String> {
  /// Applies one step.
  ///
  /// - Throws: ``ComponentError/unfitChange(_:)`` if there is no such index, or another element is there; the
  ///   list stays as it was.
  public mutating func apply(_ change: ListChange<Element>) throws(ComponentError) {
    try check(change)
    switch change {
    case .delete(_, let index): remove(at: index)
    case .insert(let element, let index): insert(element, at: index)
    case .move(_, let from, let to): insert(remove(at: from), at: to)
    case .update(let element, let index): self[index] = element
    }
  }

  func check(_ change: ListChange<Element>) throws(ComponentError) {
    let fits =
      switch change {
      case .delete(let identifier, let index): has(identifier, at: index)
      case .insert(_, let index): index >= 0 && index <= count
      case .move(let identifier, let from, let to): has(identifier, at: from) && indices.contains(to)
      case .update(let element, let index): has(element.id, at: index)
      }
    guard fits else { throw .unfitChange(change.description) }
  }

  private func has(_ identifier: String, at index: Int) -> Bool {
    indices.contains(index) && self[index].id == identifier
  }
}
