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
    nanoseconds = attoseconds / 1_000_000_000
    var moment = time_t(seconds + offset)
    var parts = tm()
    gmtime_r(&moment, &parts)
    func two(_ number: Int32) -> String { Self.digits(Int64(number), 2) }
    date = "\(Self.digits(Int64(parts.tm_year) + 1_900, 4))-\(two(parts.tm_mon + 1))-\(two(parts.tm_mday))"
    clock = "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec))"
  }

  static func digits(_ number: Int64, _ count: Int) -> String {
    let text = String(number.magnitude)
    return (number < 0 ? "-" : "") + String(repeating: "0", count: max(0, count - text.count)) + text
  }
}
