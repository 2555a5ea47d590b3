public import MillraceJournal

/// A recording as text.
extension Replay {
  /// Describes a turn in one line.
  public func line(about turn: JournalTurn) -> String {
    let text = "\(turn.sequence)  \(turn.store)  \(turn.message?.json() ?? "")"
    // A message may contain all notes, so its length is not computed.
    return text.dropFirst(200).isEmpty ? text : text.prefix(199) + "…"
  }

  /// Describes the result of a comparison.
  ///
  /// - Parameter differences: The result of ``differences()``.
  public func verdict(_ differences: [String]?) -> String {
    switch differences {
    case nil:
      "\(counted(turns.count, "turn")); the recording is incomplete, so its end cannot be compared."
    case []?:
      "\(counted(turns.count, "turn")); the messages lead to the recorded final states."
    case let names?:
      """
      \(counted(turns.count, "turn")); the messages lead to other states than the recorded final ones: \
      \(names.joined(separator: ", ")). Another version of the program made the recording.
      """
    }
  }
}
