extension ManualClock {
  /// A point in the time of a ``ManualClock``, as its distance from the clock's start.
  public struct Instant: InstantProtocol, CustomStringConvertible {
    /// The time since the clock's start; negative before it.
    public let offset: Duration

    /// The instant at which a clock starts by default.
    public static let start = Instant(offset: .zero)

    /// Creates the instant `offset` after the clock's start.
    public init(offset: Duration) {
      self.offset = offset
    }

    /// Returns the instant `duration` after this one.
    public func advanced(by duration: Duration) -> Instant {
      Instant(offset: offset + duration)
    }

    /// Returns the time from this instant to `other`; negative when `other` is earlier.
    public func duration(to other: Instant) -> Duration {
      other.offset - offset
    }

    /// Returns true when `left` is earlier than `right`.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.offset < right.offset
    }

    /// The offset as text, such as `1.5 seconds`.
    public var description: String { "\(offset)" }
  }
}
