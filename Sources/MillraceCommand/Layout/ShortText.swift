import MillraceJournal

/// A value in a few words, as a Swift programmer would write it.
///
/// An object with one member that is an object itself is what Swift makes of the case of an enum, and is shown as
/// that: `{"typed": {"_0": "abc"}}` is `typed("abc")`.
struct ShortText {
  private var text = ""
  private let limit: Int

  /// The value as text in one line.
  ///
  /// - Parameters:
  ///   - value: The value; no deeper than values can be.
  ///   - limit: About how many bytes are wanted; what lies beyond is not looked at.
  static func of(_ value: JournalValue, limit: Int = .max) -> String {
    var short = ShortText(limit: limit)
    short.add(value)
    return short.text
  }

  private init(limit: Int) { self.limit = limit }

  private var isFull: Bool { text.utf8.count > limit }

  private mutating func add(_ value: JournalValue) {
    switch value {
    case .null: text += "nil"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    case .unsigned(let value): text += String(value)
    case .float(let value): text += value.description
    case .text(let value): quote(value)
    case .bytes(let value): text += "<\(Amounts.count(value.count, "byte"))>"
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() where !isFull {
        if index > 0 { text += ", " }
        add(value)
      }
      text += "]"
    case .object(let members):
      if members.count == 1, case .object(let parts) = members[0].value {
        text += members[0].key
        if !parts.isEmpty { add(parts, "(", ")") }
      } else {
        add(members, "{", "}")
      }
    }
  }

  private mutating func add(_ members: [JournalValue.Member], _ opening: String, _ closing: String) {
    text += opening
    for (index, member) in members.enumerated() where !isFull {
      if index > 0 { text += ", " }
      if !Self.isPosition(member.key, index) { text += "\(member.key): " }
      add(member.value)
    }
    text += closing
  }

  /// Whether a name is what Swift gives to a value without a label.
  private static func isPosition(_ key: String, _ index: Int) -> Bool {
    key.hasPrefix("_") && key.dropFirst() == String(index)
  }

  private mutating func quote(_ value: String) {
    text += "\""
    for character in value {
      if isFull { break }
      switch character {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      default: text.append(character)
      }
    }
    text += "\""
  }
}
