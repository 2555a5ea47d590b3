import NotesDesk
import NotesModel
import Terminal

extension Form {
  /// The reason why the content cannot be saved; nil when it can.
  var flaw: String? {
    let kind = target.kind.singular
    let title = title.text
    if title.allSatisfy(\.isWhitespace) { return "A \(kind) needs a title; write one in the first field." }
    if title.contains(where: \.isNewline) { return "A title must be one line; remove the line breaks." }
    // The server counts Unicode scalars; a letter with its marks may be several.
    let (length, bodyLength) = (title.unicodeScalars.count, body.text.unicodeScalars.count)
    if length > Item.longestTitle {
      return "A title has at most 1,000 characters, but this one has \(grouped(length)); shorten it."
    }
    if bodyLength > Item.longestBody {
      return
        "A \(kind) has at most 100,000 characters, but this one has \(grouped(bodyLength)); divide it."
    }
    return nil
  }

  /// Returns the content to save when the item is `current` by now: unchanged fields have its content.
  func merged(with current: Draft) -> Draft {
    Draft(
      title: title.text == original.title ? current.title : title.text,
      body: body.text == original.body ? current.body : body.text)
  }

  /// Makes the item's current content the original of the form.
  mutating func rebase(onto current: Draft) {
    let merged = merged(with: current)
    if merged.title != title.text { title = TextInput(merged.title) }
    if merged.body != body.text { body = TextInput(merged.body, isMultiline: true) }
    original = current
  }

  /// Returns the reason why saving would undo a change since the form was opened; nil when it would not.
  func collision(with current: Draft) -> String? {
    let title = collides(self.title.text, original.title, current.title)
    let body = collides(self.body.text, original.body, current.body)
    guard title || body else { return nil }
    let what = title && body ? "title and body were" : title ? "title was" : "body was"
    return "The \(what) changed elsewhere while you wrote; save again to overwrite that."
  }

  private func collides(_ typed: String, _ original: String, _ current: String) -> Bool {
    typed != original && current != original && typed != current
  }
}

/// Formats a number with commas between its thousands.
func grouped(_ number: Int) -> String {
  var digits = ""
  for (place, digit) in String(number.magnitude).reversed().enumerated() {
    if place > 0, place % 3 == 0 { digits.append(",") }
    digits.append(digit)
  }
  return (number < 0 ? "-" : "") + String(digits.reversed())
}
