/// The time that a request has: it passes while the request is under way, and stands still while it waits for a
/// connection.
struct Deadline<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  /// A decision about a moment.
  enum Verdict: Equatable {
    /// The time is over.
    case over
    /// So much of it is left, if the request does not wait again.
    case left(Duration)
    /// The request waits, so no end is known.
    case standsStill
  }

  private var left: Duration
  /// The moment since which it passes; nil while it stands still.
  private var since: Instant?

  /// So much time, which passes from now on.
  init(_ time: Duration, from now: Instant) {
    left = time
    since = now
  }

  /// The request waits from now on, or no longer; true when that is a change.
  mutating func wait(_ isWaiting: Bool, at now: Instant) -> Bool {
    guard isWaiting == (since != nil) else { return false }
    if let since { left -= since.duration(to: now) }
    since = isWaiting ? nil : now
    return true
  }

  /// The decision at this moment.
  func verdict(at now: Instant) -> Verdict {
    guard let since else { return .standsStill }
    let left = left - since.duration(to: now)
    return left > .zero ? .left(left) : .over
  }
}
