import MillraceDifference
import MillraceToolkit

/// The text of a message in one line.
enum MessageText {
  /// Returns the text of a message, or of what a dialect's message carries with the name that its users know.
  static func of(_ message: Any, _ redaction: Redaction) -> String {
    guard let wrapping = message as? any WrappingMessage else { return readableLine(message, redaction) }
    let name = wrapping.shownName
    let contents = wrapping.shownContents
    if contents is Void { return name }
    let text = readableLine(contents, redaction)
    return text.hasPrefix(name) ? text : "\(name) \(text)"
  }
}
