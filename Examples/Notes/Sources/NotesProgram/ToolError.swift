import Foundation
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
      "There is no \(id.kind.singular) \(id.number) here; “notes list \(id.kind.rawValue)” lists all."
    case .noConflict(let id): "No other user has changed \(id), so there is no conflict to resolve."
    case .refused(let id, let reason): "The server rejected \(id): \(reason)"
    case .emptyTitle: "A title must not be empty; write one."
    case .titleOfLines: "A title must be one line; put longer text into the body."
    case .tooLong(let what, let count, let most):
      "The \(what) has \(count) characters, but the server accepts at most \(most); make it shorter."
    case .unreadableInput:
      "Standard input cannot be read; pipe a text into it, or give the text in the command."
    case .notKept(let id):
      """
      The server may have stored \(id), but this client could not save it, because another “notes” uses the local \
      database. Look at it there before you repeat the command.
      """
    case .notDone: "The command failed; “notes status” shows the cause."
    case .noUTF8: "Standard input is not text in UTF-8, so nothing was changed."
    }
  }
}

extension Item {
  /// Throws when the server would refuse the fields.
  static func check(title: String, body: String) throws(ToolError) {
    if title.allSatisfy(\.isWhitespace) { throw .emptyTitle }
    if title.contains(where: \.isNewline) { throw .titleOfLines }
    if title.unicodeScalars.count > longestTitle {
      throw .tooLong("title", title.unicodeScalars.count, most: longestTitle)
    }
    if body.unicodeScalars.count > longestBody {
      throw .tooLong("body", body.unicodeScalars.count, most: longestBody)
    }
  }
}

/// Reads standard input to its end; the last line break is removed.
func standardInput() throws(ToolError) -> String {
  // More bytes than any body may have.
  let most = 400_001
  var data = Data()
  do {
    while data.count < most, let piece = try FileHandle.standardInput.read(upToCount: most - data.count),
      !piece.isEmpty
    {
      data += piece
    }
  } catch {
    throw .unreadableInput
  }
  if data.count >= most { throw .tooLong("body", data.count, most: Item.longestBody) }
  guard var text = String(validating: data, as: UTF8.self) else { throw .noUTF8 }
  if text.last?.isNewline == true { text.removeLast() }
  return text
}
