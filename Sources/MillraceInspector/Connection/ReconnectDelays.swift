/// The times between attempts to connect, each twice the one before.
struct ReconnectDelays {
  let first: Duration
  let longest: Duration
  private var next: Duration

  init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
    next = first
  }

  /// Returns the time to wait after a failure.
  mutating func failed() -> Duration {
    defer { next = min(longest, next * 2) }
    return next
  }

  /// Notes that a handshake was completed.
  mutating func succeeded() { next = first }
}
