import Millrace
import NotesModel

/// The answers to the last requests that had a key, so that a repeated one is answered the same and does nothing.
///
/// It is bounded by their number and by their size: who repeats something does so soon.
struct AnswerMemory: Equatable, Sendable {
  /// How many answers are kept.
  static let countLimit = 10_000
  /// How many bytes their texts may have.
  static let sizeLimit = 32 << 20

  /// The answers by key, oldest first.
  private(set) var answers = RowTable<String, Change>()
  private var size = 0

  /// The answer of then; nil if it is not known any more, or never was.
  subscript(key: String) -> Change? { answers[key] }

  /// Keeps an answer, if it has a key.
  mutating func keep(_ change: Change) {
    guard let key = change.entry.key else { return }
    if let old = answers.append(change, id: key) { size -= Self.size(of: old) }
    size += Self.size(of: change)
    while answers.count > Self.countLimit || size > Self.sizeLimit, let (key, old) = answers.first {
      size -= Self.size(of: old)
      answers.remove(id: key)
    }
  }

  /// About as many bytes as an answer takes.
  private static func size(of change: Change) -> Int {
    switch change.entry.item {
    case .note(let note): note.title.utf8.count + note.body.utf8.count
    case .todo(let todo): todo.title.utf8.count
    // What a user has beyond these is short.
    case .user(let user): user.name.utf8.count + user.username.utf8.count + user.email.utf8.count + 500
    case nil: 0
    }
  }
}
