import Millrace

/// The text of a number in decimal digits, and the way back.
struct DecimalForm: Sendable {
  let point: Character
  let grouping: Character?
  /// The number of digits in the last group of the whole, and in those before it.
  let (lastGroup, upperGroup): (Int, Int)

  init(point: Character, grouping: Character?, lastGroup: Int = 3, upperGroup: Int = 3) {
    self.point = point
    self.grouping = grouping
    self.lastGroup = lastGroup
    self.upperGroup = upperGroup
  }

  /// Returns the reason why characters cannot separate digits; nil if they can.
  static func flaw(point: Character, grouping: Character?) -> String? {
    if point == grouping {
      return "the point and the grouping are both `\(point)`, so that `1\(point)234` is two numbers"
    }
    if point.isWhitespace { return "the point is a space" }
    for character in [point, grouping].compactMap({ $0 }) {
      if digit(character) != nil || sign(character) != nil || character == "e" || character == "E" {
        return "`\(character)` is a part of numbers"
      }
    }
    return nil
  }

  /// Returns the text of a number; an empty one for an infinity and for a value that is not a number.
  @Sendable
  func text(_ value: Double) -> String {
    guard value.isFinite else { return "" }
    return self.text(
      plain: value == value.rounded() && abs(value) < 1e15 ? String(Int64(value)) : String(value))
  }

  /// Returns a text with a full stop as its point in the form.
  func text(plain: String) -> String {
    point == "." ? plain : String(plain.map { $0 == "." ? point : $0 })
  }

  @Sendable
  func number(_ text: String) -> Double? { plain(text).flatMap { Double(decimalText: $0) } }

  /// Returns the number in ASCII digits, with a full stop as its point; nil for a text that is none.
  func plain(_ text: String) -> String? {
    var plain = ""
    var rest = text.withoutDirectionMarks.withoutOuterSpaces[...]
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
    return rest.isEmpty ? plain : nil
  }

  /// Returns a whole number in ASCII digits with its sign; nil for another text.
  static func whole(_ text: String) -> String? {
    var rest = text.withoutDirectionMarks.withoutOuterSpaces[...]
    let sign = rest.first.flatMap(sign)
    if sign != nil { rest.removeFirst() }
    let digits = rest.map(digit)
    if digits.isEmpty || digits.contains(nil) { return nil }
    return (sign ?? "") + digits.compactMap { $0.map(String.init) }.joined()
  }

  /// Takes digits from the front, as ASCII; returns nil if their groups are wrong.
  private func digits(_ rest: inout Substring, mayBeGrouped: Bool) -> String? {
    var digits = ""
    var groups = [0]
    while let next = rest.first {
      if let digit = Self.digit(next) {
        digits += String(digit)
        groups[groups.count - 1] += 1
      } else if mayBeGrouped, isGrouping(next) {
        groups.append(0)
      } else {
        break
      }
      rest.removeFirst()
    }
    guard groups.count > 1 else { return digits }
    // Behind a zero the separator is a mistyped point: `0.123` is not 123.
    guard digits.first != "0", groups.last == lastGroup, (1...upperGroup).contains(groups[0]),
      groups.dropFirst().dropLast().allSatisfy({ $0 == upperGroup })
    else { return nil }
    return digits
  }

  private func isGrouping(_ character: Character) -> Bool {
    guard let grouping else { return false }
    return character == grouping || (grouping.isWhitespace && character.isWhitespace)
      || (Self.isApostrophe(grouping) && Self.isApostrophe(character))
  }

  private static func isApostrophe(_ character: Character) -> Bool {
    character == "'" || character == "\u{2019}"
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

extension String {
  /// The text without the marks of its direction, which locales write before a sign.
  fileprivate var withoutDirectionMarks: String {
    let marks: [Unicode.Scalar] = ["\u{61C}", "\u{200E}", "\u{200F}"]
    if !unicodeScalars.contains(where: marks.contains) { return self }
    var text = ""
    for scalar in unicodeScalars where !marks.contains(scalar) { text.unicodeScalars.append(scalar) }
    return text
  }
}
