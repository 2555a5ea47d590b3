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
      cause = "Its write-ahead log was removed or damaged, or the file was replaced by an older copy."
    case .inGap(_, let after, let until):
      what = "the turns \(after + 1) to \(until - 1)"
      cause = "They were lost earlier, and nothing written since replaces them."
    case .damaged(let path, let findings):
      what = "an unknown part of `\(path)`"
      cause = "It is damaged (\(findings.joined(separator: "; "))), or was replaced by another copy."
    default: return nil
    }
  }

  var description: String {
    """
    Acknowledged changes are missing: \(what). \(cause) Restore the file, with the files beside it; or start once \
    with `\(Self.option)`, which continues without those changes. Clients that have seen them show them as conflicts.
    """
  }

  /// The sentence about the lost changes that were given up.
  var givenUp: String { "Given up because of `\(Self.option)`: \(what). \(cause)" }
}
