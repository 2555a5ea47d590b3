import Millrace

/// A point in time as `2026-03-01T16:04:05.123Z`.
enum LogTime {
  static func text(_ time: Timestamp) -> String {
    let civil = CivilTime(time)
    return "\(digits(civil.year, 4))-\(digits(civil.month, 2))-\(digits(civil.day, 2))T"
      + "\(digits(civil.hour, 2)):\(digits(civil.minute, 2)):\(digits(civil.second, 2))"
      + ".\(digits(civil.attoseconds / 1_000_000_000_000_000, 3))Z"
  }

  private static func digits(_ number: Int64, _ count: Int) -> String { CivilTime.digits(number, count) }
}
