public import MillraceJournal

/// A recording in words.
extension Replay {
  /// A turn in a line.
  public func line(about turn: JournalTurn) -> String {
    let text = "\(turn.sequence)  \(turn.store)  \(turn.message?.json() ?? "")"
    // A message may have all notes in it, which are not counted for one line.
    return text.dropFirst(200).isEmpty ? text : text.prefix(199) + "…"
  }

  /// What a comparison has shown.
  ///
  /// - Parameter differences: What ``differences()`` gave.
  public func verdict(_ differences: [String]?) -> String {
    switch differences {
    case nil:
      "\(counted(turns.count, "turn")); the recording was cut short, so its end cannot be compared."
    case []?:
      "\(counted(turns.count, "turn")); the messages lead to the states that were recorded at the end."
    case let names?:
      """
      \(counted(turns.count, "turn")); the messages lead to other states than those recorded at the end: \
      \(names.joined(separator: ", ")). This program is not the one that made the recording.
      """
    }
  }
}
