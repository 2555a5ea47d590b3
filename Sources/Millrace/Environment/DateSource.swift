#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A point on the calendar's time line, to the nanosecond, without a time zone.
///
/// The kernel has its own type because it does not import Foundation. `MillraceDependencies` converts it:
/// `Date(timestamp)`, `Timestamp(date)`. In archives and links it is its ``description``.
public struct Timestamp: Hashable, Sendable, Comparable {
  /// The time since 1 January 1970, 00:00 UTC, without leap seconds.
  public let sinceEpoch: Duration

  /// Creates a point `sinceEpoch` after 1 January 1970, 00:00 UTC.
  public init(sinceEpoch: Duration) {
    self.sinceEpoch = sinceEpoch
  }

  /// Seconds since 1 January 1970, 00:00 UTC, rounded to the precision of a `Double`.
  public var seconds: Double {
    let (seconds, attoseconds) = sinceEpoch.components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  /// Returns true if `left` is the earlier time.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.sinceEpoch < right.sinceEpoch
  }
}

/// A source of the present date and time.
public struct DateSource: Sendable {
  private let read: @Sendable () -> Timestamp

  /// Creates a source that calls `read` for each date.
  public init(_ read: @escaping @Sendable () -> Timestamp) {
    self.read = read
  }

  /// The system's clock (`CLOCK_REALTIME`).
  public static let system = DateSource {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(sinceEpoch: .seconds(Int64(time.tv_sec)) + .nanoseconds(Int64(time.tv_nsec)))
  }

  /// Creates a source that always returns the same time.
  public static func fixed(_ timestamp: Timestamp) -> DateSource {
    DateSource { timestamp }
  }

  /// Returns the present time.
  public func now() -> Timestamp { read() }
}
