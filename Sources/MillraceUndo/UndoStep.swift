import MillraceCore

/// One step of a history: the old contents of the parts that it has changed.
struct UndoStep: Equatable, Sendable {
  /// The name for a menu.
  let name: String
  /// The changed parts, in the order of their declaration.
  let changes: [UndoChange]

  var cost: Int { changes.reduce(0) { $0.addingCost($1.contents.cost) } }
}

/// The old contents of one part.
struct UndoChange: Equatable, Sendable {
  /// The name of the part.
  let part: String
  let contents: any UndoContents

  static func == (left: UndoChange, right: UndoChange) -> Bool {
    left.part == right.part && left.contents.isEqual(to: right.contents)
  }
}

extension UndoChange: NamedValue {
  package var valueName: String? { part }
  package static var valueLabels: Set<String> { ["contents"] }
}

/// The old contents of a part, as its recorder writes and reads them.
protocol UndoContents: Sendable {
  /// The cost of keeping them.
  var cost: Int { get }
  func isEqual(to other: any UndoContents) -> Bool
  func encode(to encoder: any Encoder) throws
}
