import Millrace

/// The parts of a state while a step records them.
struct UndoRecording<State> {
  private var parts: [(name: String, end: UndoRecordingEnd<State>)] = []

  init(_ state: inout State, _ parts: [UndoPart<State>]) {
    self.parts.reserveCapacity(parts.count)
    for part in parts { self.parts.append((part.name, part.recorder.begin(&state))) }
  }

  /// The changes since the beginning.
  struct Recorded {
    /// The old contents of the parts, in the order of their declaration.
    var changes: [UndoChange] = []
    /// True if a part has changed.
    var isChanged = false
    /// The name of a part whose old contents are gone.
    var lost: String?
  }

  /// Ends the recording.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - earlier: The step that the changes belong to; nil for a new one.
  func end(_ state: inout State, joining earlier: UndoStep?) -> Recorded {
    var recorded = Recorded()
    for (name, end) in parts {
      let before = earlier?.changes.first { $0.part == name }
      switch end(&state, before?.contents) {
      case .unchanged: if let before { recorded.changes.append(before) }
      case .changed(let contents):
        if contents != nil || before != nil { recorded.isChanged = true }
        if let contents { recorded.changes.append(UndoChange(part: name, contents: contents)) }
      case .lost: recorded.lost = recorded.lost ?? name
      }
    }
    return recorded
  }
}
