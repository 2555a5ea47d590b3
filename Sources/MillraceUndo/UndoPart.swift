public import Millrace
public import MillraceOptics

/// A part of a state that an undo puts back.
///
/// See ``UndoableState/undoParts``.
public struct UndoPart<State>: Sendable {
  /// The name of the part in an archived history.
  public let name: String
  let recorder: any UndoRecorder<State>

  /// Returns a part whose old value is kept when it changes.
  ///
  /// A step compares the value before and after. If the part is a large array or dictionary, a step that
  /// changes it copies it; use ``rows(_:_:restoring:cost:)`` for large collections.
  ///
  /// - Parameters:
  ///   - name: The name of the part in an archived history.
  ///   - path: The property.
  ///   - restore: A function that makes the value to put back of the present one and the old one; by default
  ///     it is the old one.
  ///   - cost: A function that returns the cost of keeping a value; by default 1.
  public static func value<Value: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<State, Value> & Sendable,
    restoring restore: (@Sendable (_ present: Value, _ old: Value) -> Value)? = nil,
    cost: @escaping @Sendable (Value) -> Int = { _ in 1 }
  ) -> UndoPart {
    value(name, at: AffineTraversal(path), restoring: restore, cost: cost)
  }

  /// Returns a part that may be absent, whose old value is kept when it changes.
  ///
  /// While the part is absent, an undo leaves it so.
  ///
  /// - Parameters:
  ///   - name: The name of the part in an archived history.
  ///   - optic: The optic that finds the part.
  ///   - restore: A function that makes the value to put back of the present one and the old one; by default
  ///     it is the old one.
  ///   - cost: A function that returns the cost of keeping a value; by default 1.
  public static func value<Value: Equatable & Sendable>(
    _ name: String, at optic: AffineTraversal<State, Value>,
    restoring restore: (@Sendable (_ present: Value, _ old: Value) -> Value)? = nil,
    cost: @escaping @Sendable (Value) -> Int = { _ in 1 }
  ) -> UndoPart {
    UndoPart(name: name, recorder: ValueRecorder(optic, cost, restore))
  }

  /// Returns a table whose changed rows are kept, with their positions.
  ///
  /// Cost: that of the changed rows, whatever the number of rows.
  ///
  /// - Parameters:
  ///   - name: The name of the part in an archived history.
  ///   - path: The property that holds the table.
  ///   - restore: A function that makes the row to put back of the present one and the old one; by default it
  ///     is the old one. Return the present row with some of the old fields to leave the other fields as they
  ///     are.
  ///   - cost: A function that returns the cost of keeping a row; by default 1.
  public static func rows<ID: Hashable & Sendable, Row: Equatable & Sendable>(
    _ name: String, _ path: any WritableKeyPath<State, RowTable<ID, Row>> & Sendable,
    restoring restore: (@Sendable (_ present: Row, _ old: Row) -> Row)? = nil,
    cost: @escaping @Sendable (Row) -> Int = { _ in 1 }
  ) -> UndoPart {
    rows(name, at: AffineTraversal(path), restoring: restore, cost: cost)
  }

  /// Returns a table that may be absent, whose changed rows are kept, with their positions.
  ///
  /// While the table is absent, an undo leaves it so.
  ///
  /// - Parameters:
  ///   - name: The name of the part in an archived history.
  ///   - optic: The optic that finds the table.
  ///   - restore: A function that makes the row to put back of the present one and the old one; by default it
  ///     is the old one.
  ///   - cost: A function that returns the cost of keeping a row; by default 1.
  public static func rows<ID: Hashable & Sendable, Row: Equatable & Sendable>(
    _ name: String, at optic: AffineTraversal<State, RowTable<ID, Row>>,
    restoring restore: (@Sendable (_ present: Row, _ old: Row) -> Row)? = nil,
    cost: @escaping @Sendable (Row) -> Int = { _ in 1 }
  ) -> UndoPart {
    UndoPart(name: name, recorder: RowRecorder(optic, cost, restore))
  }

  /// Stops the program if two parts have the same name, for only one of them would be put back.
  static func checkNames(of parts: [UndoPart]) {
    let names = parts.map(\.name)
    precondition(
      Set(names).count == names.count,
      "Two undo parts of `\(State.self)` have the same name, of \(names); name each part differently.")
  }
}

/// Records the changes of one part, and takes them back.
protocol UndoRecorder<State>: Sendable {
  associatedtype State

  func begin(_ state: inout State) -> UndoRecordingEnd<State>

  /// Returns false if something stayed as it was.
  func takeBack(_ contents: any UndoContents, in state: inout State) -> Bool

  func decode(from decoder: any Decoder) throws -> any UndoContents
}

/// A function that ends the recording of a part; it receives the contents that the new ones join.
typealias UndoRecordingEnd<State> = (inout State, (any UndoContents)?) -> UndoRecorded

/// The changes of a part in one step.
enum UndoRecorded {
  case unchanged
  /// The old contents, with those that they join; nil if together they have changed nothing.
  case changed((any UndoContents)?)
  /// The old contents are gone.
  case lost
}
