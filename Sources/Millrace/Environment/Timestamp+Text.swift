extension Timestamp: LosslessStringConvertible {
  /// The time in UTC by RFC 3339, such as `2026-03-01T16:04:05.123Z`, with as many digits of the second as it
  /// has.
  ///
  /// Years outside of 0 to 9999 have a sign, as in ISO 8601.
  public var description: String {
    let civil = CivilTime(self)
    let year = civil.year.magnitude
    let sign = civil.year < 0 ? "-" : year > 9_999 ? "+" : ""
    var text = "\(sign)\(CivilTime.digits(year, 4))-\(CivilTime.digits(civil.month, 2))"
    text += "-\(CivilTime.digits(civil.day, 2))T\(CivilTime.digits(civil.hour, 2))"
    text += ":\(CivilTime.digits(civil.minute, 2)):\(CivilTime.digits(civil.second, 2))"
    if civil.attoseconds > 0 {
      var digits = CivilTime.digits(civil.attoseconds, 18)
      while digits.last == "0" { digits.removeLast() }
      text += "." + digits
    }
    return text + "Z"
  }

  /// Reads a time by RFC 3339, in UTC or with an offset from it; nil for any other text.
  public init?(_ description: String) {
    var reading = CivilReading(description)
    guard let time = reading.time() else { return nil }
    self = time
  }
}

extension Timestamp: Codable {
  /// Reads the text of a time.
  public init(from decoder: any Decoder) throws {
    self = try decoder.valueOfText("a time such as `2026-03-01T16:04:05.123Z`")
  }

  /// Writes the ``description``.
  public func encode(to encoder: any Encoder) throws {
    try encodeText(to: encoder)
  }
}

/// A time in UTC by the Gregorian calendar.
package struct CivilTime {
  package let year: Int64
  package let month: Int64
  package let day: Int64
  package let hour: Int64
  package let minute: Int64
  package let second: Int64
  /// The part of the second.
  package let attoseconds: Int64

  package init(_ time: Timestamp) {
    let (whole, part) = time.sinceEpoch.components
    // Before 1970 the parts are negative. No step leaves the range of the seconds, which begins with the
    // earliest duration.
    attoseconds = part < 0 ? part + 1_000_000_000_000_000_000 : part
    let remainder = whole % 86_400 - (part < 0 ? 1 : 0)
    let day = whole / 86_400 - (remainder < 0 ? 1 : 0)
    let rest = remainder < 0 ? remainder + 86_400 : remainder
    (hour, minute, second) = (rest / 3_600, rest / 60 % 60, rest % 60)
    // Years are counted from 1 March, so that the leap day is the last of a year, in eras of 400 years, which
    // have 146,097 days each.
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let isNextYear = shiftedMonth >= 10
    year = yearOfEra + era * 400 + (isNextYear ? 1 : 0)
    month = isNextYear ? shiftedMonth - 9 : shiftedMonth + 3
    self.day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  }

  /// Returns the number of days from 1 January 1970 to a date.
  fileprivate static func days(year: Int64, month: Int64, day: Int64) -> Int64 {
    let year = month <= 2 ? year - 1 : year
    let era = (year >= 0 ? year : year - 399) / 400
    let yearOfEra = year - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
  }

  /// Returns the decimal digits of a number, with zeros before them.
  package static func digits(_ number: some BinaryInteger, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.utf8.count)) + text
  }
}

/// A reader of a time as text.
private struct CivilReading {
  private var rest: Substring.UTF8View

  init(_ text: String) { rest = text[...].utf8 }

  mutating func time() -> Timestamp? {
    let sign = rest.first
    let isSigned = sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+")
    if isSigned { rest.removeFirst() }
    // More digits than those of the last year of a duration.
    guard let (magnitude, count) = digits(4...12), isSigned || count == 4, take("-"),
      let month = number(in: 1...12), take("-"), let day = number(in: 1...31), take("T"),
      let hour = number(in: 0...23), take(":"), let minute = number(in: 0...59), take(":"),
      let second = number(in: 0...59)
    else { return nil }
    let year = sign == UInt8(ascii: "-") ? -magnitude : magnitude
    var attoseconds: Int64 = 0
    if take(".") {
      guard let (fraction, count) = digits(1...18) else { return nil }
      attoseconds = (count..<18).reduce(fraction) { number, _ in number * 10 }
    }
    guard let offset = offset(), rest.isEmpty else { return nil }
    let days = CivilTime.days(year: year, month: month, day: day)
    // The first day of all begins before the earliest second.
    let sum = Int128(days) * 86_400 + Int128(hour * 3_600 + minute * 60 + second - offset)
    guard let seconds = Int64(exactly: sum), day <= Self.lastDay(year, month) else { return nil }
    return Timestamp(sinceEpoch: Duration(secondsComponent: seconds, attosecondsComponent: attoseconds))
  }

  private static func lastDay(_ year: Int64, _ month: Int64) -> Int64 {
    let next = month == 12 ? (year + 1, 1) : (year, month + 1)
    return CivilTime.days(year: next.0, month: next.1, day: 1)
      - CivilTime.days(year: year, month: month, day: 1)
  }

  /// Takes `Z` or `+01:30`; returns the offset from UTC in seconds.
  private mutating func offset() -> Int64? {
    if take("Z") { return 0 }
    let isWest = take("-")
    guard isWest || take("+"), let hour = number(in: 0...23), take(":"), let minute = number(in: 0...59)
    else {
      return nil
    }
    return (isWest ? -1 : 1) * (hour * 3_600 + minute * 60)
  }

  private mutating func number(in range: ClosedRange<Int64>) -> Int64? {
    guard let (number, _) = digits(2...2), range.contains(number) else { return nil }
    return number
  }

  /// Takes as many digits as there are, up to the greatest count.
  private mutating func digits(_ counts: ClosedRange<Int>) -> (number: Int64, count: Int)? {
    var (number, count): (Int64, Int) = (0, 0)
    while count < counts.upperBound, let byte = rest.first, (48...57).contains(byte) {
      number = number * 10 + Int64(byte - 48)
      count += 1
      rest.removeFirst()
    }
    return counts.contains(count) ? (number, count) : nil
  }

  private mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }
}
