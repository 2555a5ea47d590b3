import Millrace

/// A point in time as `2026-03-01T16:04:05.123Z`.
enum LogTime {
  static func text(_ time: Timestamp) -> String {
    let (whole, attoseconds) = time.sinceEpoch.components
    // Before 1970 the parts are negative.
    let seconds = attoseconds < 0 ? whole - 1 : whole
    let fraction = attoseconds < 0 ? attoseconds + 1_000_000_000_000_000_000 : attoseconds
    let day = Int64((Double(seconds) / 86_400).rounded(.down))
    let rest = seconds - day * 86_400
    let date = civil(day)
    return "\(digits(date.year, 4))-\(digits(date.month, 2))-\(digits(date.day, 2))T"
      + "\(digits(rest / 3_600, 2)):\(digits(rest / 60 % 60, 2)):\(digits(rest % 60, 2))"
      + ".\(digits(fraction / 1_000_000_000_000_000, 3))Z"
  }

  /// Returns the date of a day since 1 January 1970 in the Gregorian calendar.
  ///
  /// Years are counted from 1 March, so that the leap day is the last of a year, in eras of 400 years, which have
  /// 146,097 days each.
  private static func civil(_ day: Int64) -> (year: Int64, month: Int64, day: Int64) {
    let shifted = day + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let isNextYear = month >= 10
    return (
      yearOfEra + era * 400 + (isNextYear ? 1 : 0), isNextYear ? month - 9 : month + 3,
      dayOfYear - (153 * month + 2) / 5 + 1
    )
  }

  private static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
