/// Values as JSON text with a fixed order of keys and a fixed number of decimal places.
enum JSON {
  static func object(_ fields: [(String, String)]) -> String {
    "{" + fields.map { "\(text($0)): \($1)" }.joined(separator: ", ") + "}"
  }

  /// `value` with at most `places` decimal places, or null.
  static func number(_ value: Double?, _ places: Int) -> String {
    value.map { trimmed($0, places) } ?? "null"
  }

  static func text(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
