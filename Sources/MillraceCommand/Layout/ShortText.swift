import MillraceJournal

/// A short form of a value, as a Swift programmer would write it.
///
/// An object with a single member that is an object itself is how Swift encodes a case of an enum, and is
/// shown as one: `{"typed": {"_0": "abc"}}` is `typed("abc")`.
struct ShortText {
  private var text = ""
  private let limit: Int

  /// Returns the value as text in one line.
  ///
  /// - Parameters:
  ///   - value: The value, within the nesting limit.
  ///   - limit: The approximate maximum number of bytes; the rest of the value is not read.
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

  /// Returns whether a name is the one that Swift gives to an unlabelled value.
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
