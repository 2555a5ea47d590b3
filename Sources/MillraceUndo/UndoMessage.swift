public import Millrace

/// A request to a history, as a part of an application's messages.
///
/// ```swift
/// enum DrawingMessage: Sendable, Codable { case addCircle(Circle), undo(UndoMessage) }
/// ```
///
/// The update passes it to ``UndoableState/take(_:)``. An undo is a turn like any other: observers, effects,
/// parts, taps and journals see it.
public enum UndoMessage: Hashable, Sendable, Codable {
  /// Take back the last step.
  case undo
  /// Make the step again that was undone last.
  case redo
  /// Make the next change a step of its own.
  case settle
  /// Remove all steps.
  case clear
}

extension UndoableState {
  /// Does what a message requests.
  ///
  /// - Returns: The step that was undone or redone, and the parts that were not put back as a whole.
  @discardableResult
  public mutating func take(_ message: UndoMessage) -> UndoResult {
    switch message {
    case .undo: return undo()
    case .redo: return redo()
    case .settle: undoHistory.settle()
    case .clear: undoHistory.clear()
    }
    return UndoResult()
  }
}

/// The name of the step that a message makes, and the key by which it joins others.
public struct UndoName: Hashable, Sendable, Codable, ExpressibleByStringInterpolation {
  /// The name for a menu.
  public let name: String
  /// The key by which steps are joined; nil for a step that stands alone.
  public let key: String?

  /// Creates a name.
  ///
  /// - Parameters:
  ///   - name: The name for a menu.
  ///   - key: The key by which steps are joined; by default the step stands alone.
  public init(_ name: String, joining key: String? = nil) {
    self.name = name
    self.key = key
  }

  /// Creates the name of a step that stands alone.
  public init(stringLiteral name: String) { self.init(name) }
}

/// Returns an update that makes the turn of each named message a step.
///
/// A step that cannot be recorded is reported to the flow's error handler as ``UndoProblem``.
///
/// ```swift
/// let store = Store(
///   Drawing(),
///   update: undoableUpdate(
///     naming: { (message: DrawingMessage) in
///       switch message {
///       case .addCircle: "Add Circle"
///       case .typed: UndoName("Typing", joining: "title")
///       case .undo: nil
///       }
///     }
///   ) { drawing, message in … })
/// ```
///
/// - Parameters:
///   - name: A function that returns the name of a message's step; nil for a message that makes none.
///   - update: The update, which passes an ``UndoMessage`` to ``UndoableState/take(_:)``.
public func undoableUpdate<State: UndoableState, Message>(
  naming name: @escaping (Message) -> UndoName?,
  _ update: @escaping (inout State, Message) -> Effect<Message>
) -> (inout State, Message) -> Effect<Message> {
  { state, message in
    guard let step = name(message) else { return update(&state, message) }
    return state.undoable(step.name, joining: step.key) { update(&$0, message) }
  }
}
