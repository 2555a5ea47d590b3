public import Millrace

/// The steps of a state that can be undone and redone.
///
/// It is a stored property of the state, and keeps what the steps have replaced: rows and values, never whole
/// states.
public struct UndoHistory<State: UndoableState>: Equatable, Sendable {
  /// The steps that can be undone; the newest is the last.
  var past: [UndoStep] = []
  /// The steps that can be redone; the one that was undone last is the last.
  var future: [UndoStep] = []
  /// The key of the newest step, while further changes join it.
  var joining: String?
  /// The number of steps, joined changes, undos and redos so far.
  var changeCount = 0
  /// True inside a step.
  var isRecording = false

  /// The problem for which steps were lost last; nil for none.
  public internal(set) var problem: UndoProblem?

  /// Creates a history without steps.
  public init() {}

  /// A Boolean value that indicates whether there is a step to undo.
  public var canUndo: Bool { !past.isEmpty }

  /// A Boolean value that indicates whether there is a step to redo.
  public var canRedo: Bool { !future.isEmpty }

  /// The name of the step that the next undo takes back; nil for none.
  ///
  /// ```swift
  /// let title = state.undoHistory.undoName.map { "Undo \($0)" } ?? "Undo"
  /// ```
  public var undoName: String? { past.last?.name }

  /// The name of the step that the next redo makes again; nil for none.
  public var redoName: String? { future.last?.name }

  /// The names of the steps that can be undone, the newest first.
  public var undoNames: [String] { past.reversed().map(\.name) }

  /// The names of the steps that can be redone, the one that was undone last first.
  public var redoNames: [String] { future.reversed().map(\.name) }

  /// The cost of the steps that can be undone.
  public var cost: Int { past.reduce(0) { $0.addingCost($1.cost) } }

  /// True while a change with the same key would join the newest step.
  public var isJoining: Bool { joining != nil }

  /// Ends the joining of changes: the next one is a step of its own.
  public mutating func settle() { joining = nil }

  /// Removes all steps.
  public mutating func clear() {
    past = []
    future = []
    joining = nil
    problem = nil
  }

  /// Returns a subscription that settles the history after a pause, while changes are being joined.
  ///
  /// Give it to the store, so that typing after a pause is a step of its own:
  ///
  /// ```swift
  /// subscriptions: { $0.undoHistory.settling(after: .seconds(1), as: DrawingMessage.undo) }
  /// ```
  ///
  /// The pause is a message like any other, so that a replay joins the same changes.
  ///
  /// - Parameters:
  ///   - pause: The time without a joined change, on the environment's clock.
  ///   - embed: A function that wraps ``UndoMessage/settle`` in a message of the store.
  public func settling<Message>(
    after pause: Duration, as embed: @escaping @Sendable (UndoMessage) -> Message
  ) -> [StoreSubscription<Message>] {
    if joining == nil { return [] }
    let id = EffectID("undo: settle after change \(changeCount)")
    return [
      StoreSubscription(id) { send in
        try await send.environment.clock.sleep(for: pause.bounded)
        await send(embed(.settle))
      }
    ]
  }

  // MARK: Steps

  /// Returns the newest step if changes with this key join it.
  func step(joining key: String?) -> UndoStep? {
    key != nil && key == joining ? past.last : nil
  }

  /// Adds a step, or replaces the newest by it, and drops the oldest beyond the limits.
  mutating func add(
    _ step: UndoStep, joining key: String?, replacing isJoined: Bool, limit: Int, costLimit: Int
  ) {
    if isJoined { past.removeLast() }
    if !step.changes.isEmpty { past.append(step) }
    future = []
    joining = step.changes.isEmpty ? nil : key
    changeCount &+= 1
    trim(limit, costLimit)
  }

  private mutating func trim(_ limit: Int, _ costLimit: Int) {
    let limit = max(0, limit)
    if past.count > limit { past.removeFirst(past.count - limit) }
    if costLimit == .max { return }
    // From the newest backwards, because a sum that has no room cannot be reduced again.
    var (sum, kept) = (0, 0)
    for step in past.reversed() {
      sum = sum.addingCost(step.cost)
      if sum > costLimit && kept > 0 { break }
      kept += 1
    }
    past.removeFirst(past.count - kept)
  }

  /// Adds the inverse of a step that was taken back; one without changes is dropped.
  mutating func move(_ step: UndoStep, to side: WritableKeyPath<UndoHistory, [UndoStep]>) {
    if !step.changes.isEmpty { self[keyPath: side].append(step) }
    joining = nil
    changeCount &+= 1
  }

  /// Drops all steps, because one could not be recorded.
  mutating func lose(_ problem: UndoProblem) {
    clear()
    changeCount &+= 1
    self.problem = problem
  }
}

/// A reason for which steps of a history were lost.
public enum UndoProblem: Error, Hashable, Sendable, Codable, CustomStringConvertible {
  /// A step has changed a part's rows, and has then assigned another table.
  case replaced(part: String, step: String)
  /// An archived step could not be read.
  case unreadable(step: String, reason: String)

  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .replaced(let part, let step):
      """
      The step `\(step)` cannot be undone, and the history was cleared, because the step has changed rows of the part \
      `\(part)` and then assigned another table, which released the old rows; assign the other table first, or make two \
      steps.
      """
    case .unreadable(let step, let reason):
      """
      The archived step `\(step)` and those behind it were dropped, because it could not be read: \(reason). The state \
      is complete; keep the names and the types of `undoParts` to keep archived steps.
      """
    }
  }
}
