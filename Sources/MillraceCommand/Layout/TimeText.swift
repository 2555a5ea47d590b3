import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A time zone.
struct Zone: Sendable {
  /// A closure that returns the seconds to add to UTC at a time, given in seconds since 1970.
  let offset: @Sendable (Int64) -> Int64

  static let utc = Zone { _ in 0 }

  /// The zone of the system and of `TZ`.
  static let local: Zone = {
    tzset()
    return Zone { seconds in
      var time = time_t(seconds)
      var parts = tm()
      return localtime_r(&time, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
  }()
}

/// A formatter of times.
struct TimeText: Sendable {
  let zone: Zone

  /// Formats a time as `2026-03-01 17:04:05.123`.
  func line(_ time: Timestamp) -> String {
    let parts = Parts(time, zone)
    return "\(parts.date) \(parts.clock).\(Parts.digits(parts.nanoseconds / 1_000_000, 3))"
  }

  /// Formats a time as `03-01 17:04:05`, for narrow terminals.
  func short(_ time: Timestamp) -> String {
    let parts = Parts(time, zone)
    return "\(parts.date.suffix(5)) \(parts.clock)"
  }

  /// Formats a time as `2026-03-01 17:04:05.123 +01:00`.
  func full(_ time: Timestamp) -> String {
    let offset = Parts(time, zone).offset
    let sign = offset < 0 ? "-" : "+"
    let minutes = abs(offset) / 60
    return "\(line(time)) \(sign)\(Parts.digits(minutes / 60, 2)):\(Parts.digits(minutes % 60, 2))"
  }

  /// Formats a time as `2026-03-01T16:04:05.123456789Z`, for programs: always UTC, with full precision.
  static func exact(_ time: Timestamp) -> String {
    let parts = Parts(time, .utc)
    return "\(parts.date)T\(parts.clock).\(Parts.digits(parts.nanoseconds, 9))Z"
  }
}

private struct Parts {
  let date: String
  let clock: String
  let nanoseconds: Int64
  let offset: Int64

  init(_ time: Timestamp, _ zone: Zone) {
    var (seconds, attoseconds) = time.sinceEpoch.components
    if attoseconds < 0 {
      seconds -= 1
      attoseconds += 1_000_000_000_000_000_000
    }
    offset = zone.offset(seconds)
    seconds += offset
    let second = ((seconds % 86_400) + 86_400) % 86_400
    date = Self.date(days: (seconds - second) / 86_400)
    clock =
      "\(Self.digits(second / 3_600, 2)):\(Self.digits(second / 60 % 60, 2)):\(Self.digits(second % 60, 2))"
    nanoseconds = attoseconds / 1_000_000_000
  }

  /// Formats the day that many days after 1 January 1970, in the Gregorian calendar.
  private static func date(days: Int64) -> String {
    // The computation begins years in March, so that a leap day is the last day. Eras of 400 years have
    // 146,097 days each; 719,468 days lie between 1 March of the year 0 and 1970.
    let shifted = days + 719_468
    let dayOfEra = ((shifted % 146_097) + 146_097) % 146_097
    let era = (shifted - dayOfEra) / 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let month = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * month + 2) / 5 + 1
    let year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0)
    return "\(digits(year, 4))-\(digits(month < 10 ? month + 3 : month - 9, 2))-\(digits(day, 2))"
  }

  static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
