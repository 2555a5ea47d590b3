import MillraceJournal

extension JournalError {
  /// The sentence for a user of the command, with commands to run instead of functions to call.
  var complaint: String {
    switch self {
    case .missing(let path):
      "There is no journal at `\(path)`; give the path of one that a program has made."
    case .notAJournal(let path, let reason):
      "The file `\(path)` is no journal: \(reason). Give the file in which a program keeps one."
    case .inUse(let path, let process):
      """
      The journal `\(path)` is written by \(process.map { "the process \($0)" } ?? "another program"), and only one may \
      write at a time; end that one first.
      """
    case .hardLinked(let path, let links):
      """
      The journal `\(path)` cannot be written, because the file has \(links) names (hard links), and a writer by another \
      name would destroy it; remove the other names, or use a copy. It can be looked at as it is.
      """
    case .lost(let path, let acknowledged, let found):
      """
      Turns of the journal `\(path)` are lost: its program was told that those up to \(acknowledged) are kept, and the \
      last that can be read is \(found). Put its write-ahead log (`-wal`) back where it was, beside the journal, or work \
      on a copy that `millrace journal export` and `import` make.
      """
    case .inGap(let turn, let after, let until):
      """
      What happened in turn \(turn) was lost: there is nothing between turn \(after) and turn \(until). Ask for a turn \
      outside of that.
      """
    case .noSnapshot(let store, let after, let reason):
      """
      No snapshot of the store `\(store)` can be used (\(reason)), and the turns up to turn \(after) have been removed, \
      so that its state cannot be found; use an older copy of the journal.
      """
    default: description
    }
  }
}
