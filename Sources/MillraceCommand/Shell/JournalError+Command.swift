import MillraceJournal

extension JournalError {
  /// The sentence for a user of the command, with commands to run instead of functions to call.
  var commandDescription: String {
    switch self {
    case .missing(let path):
      "There is no journal at `\(path)`; give the path of an existing one."
    case .notAJournal(let path, let reason):
      "The file `\(path)` is not a journal: \(reason). Give the path of a journal."
    case .inUse(let path, let process):
      """
      The journal `\(path)` is open for writing in \(process.map { "the process \($0)" } ?? "another program"), and \
      only one process may write at a time; end that process first.
      """
    case .hardLinked(let path, let links):
      """
      The journal `\(path)` cannot be written, because the file has \(links) names (hard links), and writing under \
      two names would destroy it; remove the other names, or use a copy. Reading is possible without that.
      """
    case .lost(let path, let acknowledged, let found):
      """
      The journal `\(path)` has lost turns: those up to \(acknowledged) were acknowledged, but the last readable one \
      is \(found). Put its write-ahead log (`-wal`) back beside the journal, or work on a copy that `millrace journal \
      export` and `import` make.
      """
    case .inGap(let turn, let after, let until):
      """
      Turn \(turn) was lost: there are no turns between turn \(after) and turn \(until). Choose a turn outside of \
      this gap.
      """
    case .noSnapshot(let store, let after, let reason):
      """
      No snapshot of the store `\(store)` can be used (\(reason)), and the turns up to turn \(after) have been \
      removed, so its state cannot be computed; use an older copy of the journal.
      """
    default: description
    }
  }
}
