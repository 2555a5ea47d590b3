#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A point on the calendar's time line, to the nanosecond, with no time zone.
///
/// It is the kernel's own because the kernel does not import Foundation;
/// `Date(timeIntervalSince1970: timestamp.seconds)` makes a date of it.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// The time since 1 January 1970, 00:00 UTC, leap seconds not counted.
  public let sinceEpoch: Duration

  /// A point `sinceEpoch` after 1 January 1970, 00:00 UTC.
  public init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  /// Seconds since 1 January 1970, 00:00 UTC, rounded to what a `Double` can hold.
  public var seconds: Double {
    let (seconds, attoseconds) = sinceEpoch.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// Orders by time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.sinceEpoch < right.sinceEpoch
  }
}

/// Says what time it is on the calendar.
public struct DateSource: Sendable {
  private let read: @Sendable () -> Timestamp

  /// A source that calls `read` each time it is asked.
  public init(_ read: @escaping @Sendable () -> Timestamp) {
    self.read = read
  }

  /// The system's clock (`CLOCK_REALTIME`).
  public static let system = DateSource {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(sinceEpoch: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)))
  }

  /// Always the same time.
  public static func fixed(_ timestamp: Timestamp) -> DateSource {
    DateSource { timestamp }
  }

  /// What time it is now.
  public func now() -> Timestamp { read() }
}
