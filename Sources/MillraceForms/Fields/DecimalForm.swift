/// The text of a number in decimal digits, and the way back.
struct DecimalForm: Sendable {
  let point: Character
  let grouping: Character?

  /// Creates the form; a grouping equal to the point is none, because it would make two numbers of one text.
  init(point: Character, grouping: Character?) {
    self.point = point
    self.grouping = grouping == point ? nil : grouping
  }

  @Sendable
  func text(_ value: Double) -> String {
    let text = value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value)
    return point == "." ? text : String(text.map { $0 == "." ? point : $0 })
  }

  @Sendable
  func number(_ text: String) -> Double? {
    var plain = ""
    var rest = text.withoutOuterSpaces[...]
    if let sign = rest.first.flatMap(Self.sign) {
      plain = sign
      rest.removeFirst()
    }
    guard let whole = digits(&rest, mayBeGrouped: true) else { return nil }
    plain += whole
    var fraction = ""
    if rest.first == point {
      rest.removeFirst()
      guard let found = digits(&rest, mayBeGrouped: false) else { return nil }
      fraction = found
      plain += "." + (found.isEmpty ? "0" : found)
    }
    if whole.isEmpty && fraction.isEmpty { return nil }
    if rest.first == "e" || rest.first == "E" {
      rest.removeFirst()
      plain += "e"
      if let sign = rest.first.flatMap(Self.sign) {
        plain += sign
        rest.removeFirst()
      }
      guard let exponent = digits(&rest, mayBeGrouped: false), !exponent.isEmpty else { return nil }
      plain += exponent
    }
    guard rest.isEmpty, let value = Double(plain), value.isFinite else { return nil }
    return value
  }

  /// Takes digits from the front, as ASCII; returns nil if their groups are wrong.
  private func digits(_ rest: inout Substring, mayBeGrouped: Bool) -> String? {
    var digits = ""
    // The number of digits behind the last separator; nil before the first.
    var group: Int?
    while let next = rest.first {
      if let digit = Self.digit(next) {
        digits += String(digit)
        group = group.map { $0 + 1 }
      } else if mayBeGrouped, isGrouping(next), !digits.isEmpty {
        // Behind a zero the separator is a mistyped point: `0.123` is not 123.
        guard group.map({ $0 == 3 }) ?? (digits.count <= 3 && digits.first != "0") else { return nil }
        group = 0
      } else {
        break
      }
      rest.removeFirst()
    }
    return group.map { $0 == 3 } ?? true ? digits : nil
  }

  private func isGrouping(_ character: Character) -> Bool {
    guard let grouping else { return false }
    return character == grouping || (grouping.isWhitespace && character.isWhitespace)
  }

  private static func sign(_ character: Character) -> String? {
    switch character {
    case "+": ""
    case "-", "\u{2212}": "-"
    default: nil
    }
  }

  /// Returns the value of a decimal digit of any script; nil for another character.
  private static func digit(_ character: Character) -> Int? {
    guard character.unicodeScalars.count == 1, let scalar = character.unicodeScalars.first,
      scalar.properties.numericType == .decimal, let value = scalar.properties.numericValue
    else { return nil }
    return Int(value)
  }
}
