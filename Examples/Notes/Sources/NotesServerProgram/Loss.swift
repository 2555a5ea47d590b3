import MillraceJournal

/// Changes that were answered with success, and are not in the journal any more.
struct Loss: Error, Hashable, CustomStringConvertible {
  /// The option that gives them up.
  static let option = "--give-up-lost-changes"

  private let what: String
  private let cause: String

  /// Creates the loss for a journal's error; nil for any other error.
  init?(_ error: JournalError) {
    switch error {
    case .lost(let path, let acknowledged, let found):
      what = "the turns \(found + 1) to \(acknowledged) of `\(path)`"
      cause = "Its write-ahead log was removed or damaged, or an older copy was put in its place."
    case .inGap(_, let after, let until):
      what = "the turns \(after + 1) to \(until - 1)"
      cause = "They were lost earlier, and nothing that was written since makes up for them."
    case .damaged(let path, let findings):
      what = "whatever is missing in `\(path)`"
      cause = "It is damaged (\(findings.joined(separator: "; "))), or another copy was put in its place."
    default: return nil
    }
  }

  var description: String {
    """
    Changes that were answered with success are not there: \(what). \(cause) Put back the file that was there, with the \
    files beside it; or start once with `\(Self.option)`, which gives those changes up and goes on from what there is. \
    Clients that have seen them show them as conflicts.
    """
  }

  /// The sentence about the lost changes that were given up.
  var givenUp: String { "Given up, as `\(Self.option)` says: \(what). \(cause)" }
}
