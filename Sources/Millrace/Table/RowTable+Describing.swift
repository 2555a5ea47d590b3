extension RowTable: CustomStringConvertible {
  /// The ids and rows in order, in the form of a literal.
  public var description: String {
    guard !isEmpty else { return "[:]" }
    return "[" + map { "\(String(reflecting: $0.id)): \(String(reflecting: $0.row))" }.joined(separator: ", ")
      + "]"
  }
}

extension RowTable: CustomReflectable {
  /// A mirror with the ids and rows as its children, like a dictionary's.
  public var customMirror: Mirror {
    Mirror(self, unlabeledChildren: Array(self), displayStyle: .dictionary)
  }
}

extension RowTable.IDs: CustomStringConvertible {
  /// The ids in order, in the form of a literal.
  public var description: String { Array(self).description }
}

extension RowTable.Rows: CustomStringConvertible {
  /// The rows in order, in the form of a literal.
  public var description: String { Array(self).description }
}
