import InspectorCore

/// Names and short texts of messages.
enum MessageText {
  /// The maximum number of characters of a text.
  static let limit = 200

  /// Returns the name of a message: that of its case, if it has the form of an enum's, or else its kind.
  static func name(_ message: JSONSlice?, kind: String?) -> String {
    if let message {
      if message.form == .object {
        var children = message.children
        if let first = children.next(), children.next() == nil, let name = first.name { return name }
      } else if message.form == .text, let text = message.text, text.count <= 40 {
        return text
      }
    }
    return kind.map { String($0.prefix { $0 != "@" }) } ?? "no message"
  }

  /// Returns a message in one line.
  static func line(_ message: JSONSlice?) -> String {
    guard let message else { return "" }
    var text = ""
    add(message, depth: 0, to: &text)
    return text.count > limit ? text.prefix(limit - 1) + "…" : text
  }

  private static func add(_ value: JSONSlice, depth: Int, to text: inout String) {
    guard text.utf8.count <= limit * 4, depth < 40 else { return }
    switch value.form {
    case .null: text += "nil"
    case .object:
      let members = Array(value.children.prefix(limit))
      if members.count == 1, members[0].value.form == .object, let name = members[0].name {
        text += name
        let parts = Array(members[0].value.children.prefix(limit))
        if !parts.isEmpty { add(parts, "(", ")", depth, to: &text) }
      } else {
        add(members, "{", "}", depth, to: &text)
      }
    case .array: add(Array(value.children.prefix(limit)), "[", "]", depth, to: &text)
    case .text, .number, .bool: text += String(decoding: value.json.prefix(limit * 4), as: UTF8.self)
    }
  }

  private static func add(
    _ members: [JSONChild], _ opening: String, _ closing: String, _ depth: Int, to text: inout String
  ) {
    text += opening
    for (place, member) in members.enumerated() where text.utf8.count <= limit * 4 {
      if place > 0 { text += ", " }
      if let name = member.name, name != "_\(place)" { text += "\(name): " }
      add(member.value, depth: depth + 1, to: &text)
    }
    text += closing
  }
}
