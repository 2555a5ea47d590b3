/// The time limit of a request: it runs while the request is under way, and is paused while it waits for a
/// connection.
struct Deadline<Instant: InstantProtocol>: Sendable where Instant.Duration == Duration {
  enum Verdict: Equatable {
    /// The time is up.
    case over
    /// The remaining time, unless the request waits again.
    case left(Duration)
    /// The request waits, so there is no deadline.
    case standsStill
  }

  private var left: Duration
  /// The time at which the limit began to run; nil while it is paused.
  private var since: Instant?

  init(_ time: Duration, from now: Instant) {
    left = time
    since = now
  }

  /// Pauses or resumes the limit; returns whether that is a change.
  mutating func wait(_ isWaiting: Bool, at now: Instant) -> Bool {
    guard isWaiting == (since != nil) else { return false }
    if let since { left -= since.duration(to: now) }
    since = isWaiting ? nil : now
    return true
  }

  func verdict(at now: Instant) -> Verdict {
    guard let since else { return .standsStill }
    let left = left - since.duration(to: now)
    return left > .zero ? .left(left) : .over
  }
}
