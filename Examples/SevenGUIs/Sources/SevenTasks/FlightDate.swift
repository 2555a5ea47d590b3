public import Millrace

/// A day of the calendar, written as "24.12.2026".
public struct FlightDate: Hashable, Comparable, Sendable, CustomStringConvertible {
  public let year: Int
  public let month: Int
  public let day: Int

  /// Reads a day; nil for a text that is none, such as "31.11.2026".
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, 1...2 ~= parts[0].count, 1...2 ~= parts[1].count, parts[2].count == 4,
      parts.allSatisfy({ $0.allSatisfy(\.isASCIIDigit) }),
      let day = Int(parts[0]), let month = Int(parts[1]), let year = Int(parts[2])
    else { return nil }
    self.init(year: year, month: month, day: day)
  }

  public init?(year: Int, month: Int, day: Int) {
    guard 1...9_999 ~= year, 1...12 ~= month, 1...Self.days(inMonth: month, of: year) ~= day else {
      return nil
    }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day of a time, in UTC.
  public init(_ time: Timestamp) {
    var days = time.sinceEpoch.components.seconds / 86_400
    var (year, month) = (1970, 1)
    while days >= Self.days(inMonth: month, of: year) {
      days -= Int64(Self.days(inMonth: month, of: year))
      month += 1
      if month > 12 { (year, month) = (year + 1, 1) }
    }
    (self.year, self.month, day) = (year, month, max(1, Int(days) + 1))
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400)) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }

  public var description: String {
    "\(Self.padded(day, 2)).\(Self.padded(month, 2)).\(Self.padded(year, 4))"
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = "\(number)"
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  public static func < (left: FlightDate, right: FlightDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }
}
