public import Millrace
import NotesModel

/// The answers to the last requests with a key: a repeated request gets the same answer, without effect.
///
/// Its number of entries and its size are limited: a client repeats a request soon or never.
public struct AnswerMemory: Equatable, Sendable {
  public static let countLimit = 10_000
  /// The maximum size of their texts, in bytes.
  public static let sizeLimit = 32 << 20

  /// The answers by key, oldest first.
  public private(set) var answers = RowTable<String, Change>()
  private var size = 0

  /// The earlier answer; nil if there is none any more.
  public subscript(key: String) -> Change? { answers[key] }

  /// Stores an answer, if it has a key.
  public mutating func keep(_ change: Change) {
    guard let key = change.entry.key else { return }
    if let old = answers.append(change, id: key) { size -= Self.size(of: old) }
    size += Self.size(of: change)
    while answers.count > Self.countLimit || size > Self.sizeLimit, let (key, old) = answers.first {
      size -= Self.size(of: old)
      answers.remove(id: key)
    }
  }

  /// Returns the approximate size of an answer, in bytes.
  private static func size(of change: Change) -> Int {
    switch change.entry.item {
    case .note(let note): note.title.utf8.count + note.body.utf8.count
    case .todo(let todo): todo.title.utf8.count
    // The other fields of a user are short.
    case .user(let user): user.name.utf8.count + user.username.utf8.count + user.email.utf8.count + 500
    case nil: 0
    }
  }
}
