public import Millrace

/// A state whose changes can be undone.
///
/// It names the parts that an undo puts back, and holds their history, which is a value like the rest of the
/// state: a test compares it, a journal keeps it across restarts.
///
/// ```swift
/// struct Drawing: UndoableState {
///   var circles: RowTable<Int, Circle> = [:]
///   var title = ""
///   var undoHistory = UndoHistory<Drawing>()
///
///   static let undoParts: [UndoPart<Drawing>] = [.rows("circles", \.circles), .value("title", \.title)]
/// }
/// ```
///
/// An update makes a step with `undoable("Add Circle") { … }`, and takes steps back with ``undo()`` and
/// ``redo()``, or with ``take(_:)`` if its messages contain an ``UndoMessage``. Only the parts are recorded:
/// a selection, or what an effect is loading, stays as it is.
public protocol UndoableState: Sendable {
  /// The steps that can be undone and redone.
  var undoHistory: UndoHistory<Self> { get set }

  /// The parts of the state that an undo puts back.
  ///
  /// Each has a name of its own, which never changes if histories are archived. Two parts with the same name
  /// are a programmer's error. Store the parts in a constant: every step reads them.
  static var undoParts: [UndoPart<Self>] { get }

  /// The maximum number of steps that can be undone, 100 by default; the oldest are dropped.
  static var undoLimit: Int { get }

  /// The maximum cost of all steps that can be undone, without a limit by default; the oldest are dropped.
  ///
  /// A kept row and a kept value cost 1 each, unless their part says otherwise. The newest step is never
  /// dropped for its cost.
  static var undoCostLimit: Int { get }
}

extension UndoableState {
  /// 100 steps.
  public static var undoLimit: Int { 100 }

  /// No limit.
  public static var undoCostLimit: Int { .max }

  /// Makes the changes of a closure one step, which ``undo()`` takes back.
  ///
  /// The step keeps the old rows of tables and the old values of the parts that have changed. A closure that
  /// changes no part makes no step. A new step clears the steps to redo. Inside a step, another one belongs
  /// to the outer.
  ///
  /// Steps with the same key that follow each other become one step, until the history is settled: by an undo
  /// or a redo, by another step, or by a pause; see ``UndoHistory/settling(after:as:)``.
  ///
  /// If the closure throws, its changes until then are the step. If it assigns a whole state, the history
  /// stays the one from before.
  ///
  /// If the step cannot be recorded, this form only sets ``UndoHistory/problem``. Where the flow's error
  /// handler should receive the problem, return an effect from the closure, at least `.none`, and return the
  /// result from the update.
  ///
  /// Cost: for each table, its changed rows; for each value, a comparison. It does not depend on the number
  /// of rows.
  ///
  /// - Parameters:
  ///   - name: The name of the step for a menu, such as `Move 3 circles`.
  ///   - key: The key by which steps are joined; by default the step stands alone.
  ///   - body: A closure that changes the state in place.
  @discardableResult
  public mutating func undoable<Result, Failure: Error>(
    _ name: String, joining key: String? = nil, _ body: (inout Self) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if undoHistory.isRecording { return try body(&self) }
    var history: UndoHistory<Self>? = undoHistory
    let recording = beginUndoStep()
    defer { _ = endUndoStep(recording, name, joining: key, after: &history) }
    return try body(&self)
  }

  /// Makes the changes of an update one step, and returns the update's effect.
  ///
  /// If the step cannot be recorded, the effect also reports the ``UndoProblem`` to the flow's error handler.
  ///
  /// - Parameters:
  ///   - name: The name of the step for a menu.
  ///   - key: The key by which steps are joined; by default the step stands alone.
  ///   - body: A closure that changes the state in place, and returns the requested effect.
  public mutating func undoable<Message>(
    _ name: String, joining key: String? = nil, _ body: (inout Self) -> Effect<Message>
  ) -> Effect<Message> {
    if undoHistory.isRecording { return body(&self) }
    var history: UndoHistory<Self>? = undoHistory
    let recording = beginUndoStep()
    let effect = body(&self)
    guard let problem = endUndoStep(recording, name, joining: key, after: &history) else { return effect }
    return .merge(effect, .report(problem))
  }

  /// Takes back the last step.
  ///
  /// It does nothing if there is none, and inside a step. Rows and values that something else has changed
  /// since the step are put back to what they were before it; rows that were removed since stay removed, and
  /// rows that were added since stay.
  ///
  /// Cost: that of the step.
  ///
  /// - Returns: The step, and the parts that were not put back as a whole.
  @discardableResult
  public mutating func undo() -> UndoResult {
    guard !undoHistory.isRecording, let step = undoHistory.past.popLast() else { return UndoResult() }
    let (inverse, result) = takeBack(step)
    undoHistory.move(inverse, to: \.future)
    return result
  }

  /// Makes the step again that was undone last.
  ///
  /// It does nothing if there is none, and inside a step.
  ///
  /// - Returns: The step, and the parts that were not changed as a whole.
  @discardableResult
  public mutating func redo() -> UndoResult {
    guard !undoHistory.isRecording, let step = undoHistory.future.popLast() else { return UndoResult() }
    let (inverse, result) = takeBack(step)
    undoHistory.move(inverse, to: \.past)
    return result
  }

  // MARK: Steps

  private mutating func beginUndoStep() -> UndoRecording<Self> {
    // Once for a history: the names are constants.
    if undoHistory.changeCount == 0 { UndoPart.checkNames(of: Self.undoParts) }
    let recording = UndoRecording(&self, Self.undoParts)
    undoHistory.isRecording = true
    return recording
  }

  /// Ends a step; returns a problem if it could not be recorded.
  private mutating func endUndoStep(
    _ recording: UndoRecording<Self>, _ name: String, joining key: String?,
    after history: inout UndoHistory<Self>?
  ) -> UndoProblem? {
    // A closure has assigned another history, as a part of a whole state.
    if !undoHistory.isRecording, let history { undoHistory = history }
    // Released first, so that adding a step copies no list.
    history = nil
    undoHistory.isRecording = false
    let earlier = undoHistory.step(joining: key)
    let recorded = recording.end(&self, joining: earlier)
    if let part = recorded.lost {
      let problem = UndoProblem.replaced(part: part, step: name)
      undoHistory.lose(problem)
      return problem
    }
    if recorded.isChanged {
      undoHistory.add(
        UndoStep(name: name, changes: recorded.changes), joining: key, replacing: earlier != nil,
        limit: Self.undoLimit, costLimit: Self.undoCostLimit)
    }
    return nil
  }

  /// Takes back the changes of a step, last first; returns the step that would take back this.
  private mutating func takeBack(_ step: UndoStep) -> (UndoStep, UndoResult) {
    let parts = Self.undoParts
    let recording = UndoRecording(
      &self, parts.filter { part in step.changes.contains { $0.part == part.name } })
    var kept: [String] = []
    for change in step.changes.reversed() {
      let part = parts.first { $0.name == change.part }
      if part?.recorder.takeBack(change.contents, in: &self) != true { kept.append(change.part) }
    }
    let changes = recording.end(&self, joining: nil).changes
    return (UndoStep(name: step.name, changes: changes), UndoResult(name: step.name, kept: kept))
  }
}

/// The step that an undo or a redo has taken, and what it left as it was.
public struct UndoResult: Hashable, Sendable {
  /// The name of the step; nil if there was none.
  public let name: String?
  /// The names of the parts that were not put back as a whole, because rows or the part itself have been
  /// removed or added again since the step.
  public let kept: [String]

  init(name: String? = nil, kept: [String] = []) {
    self.name = name
    self.kept = kept
  }
}
