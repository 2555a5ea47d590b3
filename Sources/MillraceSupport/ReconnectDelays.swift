/// The times between attempts to connect, each twice the one before.
package struct ReconnectDelays: Sendable {
  package let first: Duration
  package let longest: Duration
  private var next: Duration

  package init(first: Duration, longest: Duration) {
    self.first = first
    self.longest = longest
    next = first
  }

  /// Returns the time to wait after a failure.
  package mutating func failed() -> Duration {
    defer { next = min(longest, next * 2) }
    return next
  }

  /// Notes that a handshake was completed.
  package mutating func succeeded() { next = first }
}
