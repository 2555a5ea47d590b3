import NotesModel

/// The reason why a command was not carried out.
enum ToolError: Error, Hashable, CustomStringConvertible {
  case noItem(ItemID)
  case noConflict(ItemID)
  case refused(ItemID, String)
  case emptyTitle
  case titleOfLines
  case tooLong(String, Int, most: Int)
  case noUTF8
  case unreadableInput
  case notKept(ItemID)
  case notDone

  var description: String {
    switch self {
    case .noItem(let id):
      "There is no \(id.kind.singular) \(id.number) here; “notes list \(id.kind.rawValue)” lists what there is."
    case .noConflict(let id): "Nobody else has changed \(id), so there is nothing to resolve."
    case .refused(let id, let reason): "The server does not take \(id): \(reason)"
    case .emptyTitle: "A title has to have something in it."
    case .titleOfLines: "A title is one line; what is longer belongs into the body."
    case .tooLong(let what, let count, let most):
      "The \(what) has \(count) characters, and the server takes \(most) at most; make it shorter."
    case .unreadableInput:
      "Standard input cannot be read; pipe a text into it, or give the text in the command."
    case .notKept(let id):
      """
      It is not known whether the server has taken \(id), and it is not kept here, because another “notes” has the local \
      database. Look at it there before you do it again.
      """
    case .notDone: "It could not be done; “notes status” says how it stands."
    case .noUTF8: "What came from standard input is no text in UTF-8, so it was not taken."
    }
  }
}

extension Item {
  /// Throws when the server would refuse the fields.
  static func check(title: String, body: String) throws(ToolError) {
    if title.allSatisfy(\.isWhitespace) { throw .emptyTitle }
    if title.contains(where: \.isNewline) { throw .titleOfLines }
    if title.unicodeScalars.count > 1_000 { throw .tooLong("title", title.unicodeScalars.count, most: 1_000) }
    if body.unicodeScalars.count > 100_000 {
      throw .tooLong("body", body.unicodeScalars.count, most: 100_000)
    }
  }

  /// Returns the item with another title or body, where one is given.
  func with(title: String?, body: String?) -> Item {
    switch self {
    case .note(var note):
      note.title = title ?? note.title
      note.body = body ?? note.body
      return .note(note)
    case .todo(var todo):
      todo.title = title ?? todo.title
      return .todo(todo)
    case .user: return self
    }
  }
}
