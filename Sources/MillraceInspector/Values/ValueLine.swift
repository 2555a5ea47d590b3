import MillraceCoding

/// A value as one line for people, of at most 200 characters: `added(Milk)`, `Note(id: 1, title: Milk)`.
struct ValueLine {
  static let limit = 200

  private var text = ""
  /// The number of characters that still fit.
  private var left = Self.limit

  /// Returns the line of a message.
  ///
  /// - Parameters:
  ///   - value: Its contents.
  ///   - name: The name of its case or type.
  static func text(of value: JournalValue, name: String) -> String {
    var line = ValueLine()
    if case .object(let members) = value {
      if members.count == 1, case .object(let contents) = members[0].value {
        line.put(members[0].key)
        if !contents.isEmpty { line.list(contents, in: ("(", ")")) }
      } else {
        line.put(name)
        if !members.isEmpty { line.list(members, in: ("(", ")")) }
      }
    } else {
      line.write(value)
    }
    return line.left > 0 ? line.text : line.text.prefix(limit - 1) + "…"
  }

  private mutating func put(_ part: String) {
    if left <= 0 { return }
    for character in part.prefix(left) { text.append(character.isNewline ? " " : character) }
    left = Self.limit - text.count
  }

  private mutating func list(_ members: [JournalValue.Member], in brackets: (String, String)) {
    put(brackets.0)
    for (place, member) in members.enumerated() where left > 0 {
      if place > 0 { put(", ") }
      if !isUnnamed(member.key) { put("\(member.key): ") }
      write(member.value)
    }
    put(brackets.1)
  }

  /// True for the names that `Codable` gives to what has none: `_0`, `_1`.
  private func isUnnamed(_ key: String) -> Bool {
    key.utf8.first == UInt8(ascii: "_") && Int(key.dropFirst()) != nil
  }

  private mutating func write(_ value: JournalValue) {
    switch value {
    case .null: put("nil")
    case .text(let text): put(text)
    case .array(let items):
      put("[")
      for (place, item) in items.enumerated() where left > 0 {
        if place > 0 { put(", ") }
        write(item)
      }
      put("]")
    case .object(let members) where members.count == 1:
      guard case .object(let contents) = members[0].value else { return list(members, in: ("{", "}")) }
      put(members[0].key)
      if !contents.isEmpty { list(contents, in: ("(", ")")) }
    case .object(let members): list(members, in: ("{", "}"))
    case .bytes(let bytes): put("\(bytes.count) bytes")
    case .bool, .integer, .unsigned, .float: put(value.json())
    }
  }
}
