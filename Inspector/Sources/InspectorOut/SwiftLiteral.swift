import Millrace
public import MillraceJournal

/// Swift source of recorded values.
///
/// JSON does not name types. A message is written as Swift only where its form is that of a case of an enum
/// whose `Codable` the compiler has derived, and its values are of kinds that literals can have: a text that
/// may be a URL, a UUID or data, and a number that may be a date, are not.
public enum SwiftLiteral {
  /// Returns the source of a message, such as `.added("Milk", at: 3)`; nil if Swift cannot be known.
  ///
  /// - Parameters:
  ///   - message: The message.
  ///   - name: The name of its case, if it is known.
  public static func message(_ message: JournalValue, name: String? = nil) -> String? {
    guard let (label, parts) = enumCase(message) else { return nil }
    if let name, name != label { return nil }
    return self.call(label, parts)
  }

  /// Returns a string literal in one line, without anything that steers or reorders text.
  public static func string(_ text: String) -> String {
    "\"" + text.unicodeScalars.reduce(into: "") { $0 += escaped($1) } + "\""
  }

  /// Returns JSON in one line as a raw string literal.
  public static func raw(_ value: JournalValue) -> String {
    let text = harmlessJSON(value.json())
    let marks = String(repeating: "#", count: hashes(text, "\""))
    return "\(marks)\"\(text)\"\(marks)"
  }

  /// The number of signs that a raw literal needs around a text.
  static func hashes(_ text: String, _ quote: String) -> Int {
    var count = 1
    while text.contains(quote + String(repeating: "#", count: count))
      || text.contains("\\" + String(repeating: "#", count: count))
    {
      count += 1
    }
    return count
  }

  /// Returns JSON in which the characters that steer or reorder text are escapes.
  static func harmlessJSON(_ json: String) -> String {
    guard json.unicodeScalars.contains(where: isHarmful) else { return json }
    return json.unicodeScalars.reduce(into: "") { text, scalar in
      if isHarmful(scalar), scalar.value <= 0xFFFF, scalar != "\n" {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns a text for a comment in one line.
  static func comment(_ text: String) -> String {
    String(
      String.UnicodeScalarView(text.unicodeScalars.prefix(200).map { isHarmful($0) ? " " : $0 }))
  }

  /// Returns a name of Swift that resembles a text, beginning with a small letter.
  static func identifier(_ text: String) -> String {
    var name = ""
    var isStart = false
    for scalar in text.unicodeScalars.prefix(80) {
      guard scalar.isASCII, isWord(scalar) else {
        isStart = true
        continue
      }
      name += isStart ? String(scalar).uppercased() : String(scalar)
      isStart = false
    }
    name = name.prefix(1).lowercased() + name.dropFirst()
    return name.first.map { $0.isNumber } ?? true ? "store\(name)" : name
  }

  /// Returns whether a text can be a name in Swift without quotes of any kind.
  public static func isIdentifier(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !("0"..."9").contains(first), text.utf8.count <= 200 else {
      return false
    }
    return text != "_" && text.unicodeScalars.allSatisfy { $0.isASCII && isWord($0) }
  }

  // MARK: Values

  private static func enumCase(_ value: JournalValue) -> (label: String, parts: [JournalValue.Member])? {
    guard case .object(let members) = value, members.count == 1, isIdentifier(members[0].key),
      case .object(let parts) = members[0].value
    else { return nil }
    return (members[0].key, parts)
  }

  private static func call(_ label: String, _ parts: [JournalValue.Member]) -> String? {
    var arguments: [String] = []
    for (place, part) in parts.enumerated() {
      guard let value = literal(part.value) else { return nil }
      if part.key == "_\(place)" {
        arguments.append(value)
      } else if isIdentifier(part.key), !part.key.hasPrefix("_") {
        arguments.append("\(name(part.key)): \(value)")
      } else {
        return nil
      }
    }
    return ".\(name(label))" + (parts.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))")
  }

  private static func literal(_ value: JournalValue) -> String? {
    switch value {
    case .null: return "nil"
    case .bool(let value): return value ? "true" : "false"
    case .integer(let value): return String(value)
    case .unsigned(let value): return String(value)
    // A date is a number of seconds since 2001.
    case .float(let value): return value.isFinite && value.magnitude < 1e8 ? value.description : nil
    case .text(let text): return isPlain(text) ? string(text) : nil
    case .bytes: return nil
    case .array(let values):
      var texts: [String] = []
      for value in values {
        guard let text = literal(value) else { return nil }
        texts.append(text)
      }
      return "[\(texts.joined(separator: ", "))]"
    case .object:
      // A struct with one member looks the same as a case with a label, but not as one without.
      guard let (label, parts) = enumCase(value), parts.allSatisfy({ $0.key.hasPrefix("_") }) else {
        return nil
      }
      return call(label, parts)
    }
  }

  /// Returns whether a text is likely a `String`, and not a UUID, a URL or bytes in base64.
  private static func isPlain(_ text: String) -> Bool {
    let count = text.utf8.count
    if count == 36, text.utf8.enumerated().allSatisfy({ [8, 13, 18, 23].contains($0) == ($1 == 0x2D) }) {
      return false
    }
    if text.contains("://") || ["file:", "data:", "mailto:"].contains(where: text.hasPrefix) { return false }
    let isBase64 = text.unicodeScalars.allSatisfy {
      $0.isASCII && (isWord($0) || "+/=".contains(Character($0)))
    }
    return !(isBase64 && count >= 16 && count % 4 == 0)
  }

  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\"": "\\\""
    case "\\": "\\\\"
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    default: isHarmful(scalar) ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
    }
  }

  /// Returns whether a character controls a terminal, breaks a line, or changes the direction of writing.
  static func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned: true
    default: false
    }
  }

  private static func isWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_": true
    default: false
    }
  }

  private static func name(_ word: String) -> String { keywords.contains(word) ? "`\(word)`" : word }

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer", "deinit", "do",
    "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard", "if",
    "import",
    "in", "init", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private",
    "protocol",
    "public", "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]
}
