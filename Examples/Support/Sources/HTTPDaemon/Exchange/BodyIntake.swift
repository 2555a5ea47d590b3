/// A value that decides about the parts of a request's body: they are kept up to the limit, and then only
/// counted.
struct BodyIntake: Hashable {
  /// The decision about a part.
  enum Verdict: Hashable {
    case keep
    /// The body is too long; an answer is possible only after its end.
    case discard
    /// The body exceeds the discard limit: close the connection.
    case cut
  }

  private(set) var count = 0
  private let limits: Limits

  init(_ limits: Limits) {
    self.limits = limits
  }

  var isTooLong: Bool { count > limits.body }

  /// Decides about this many further bytes.
  mutating func take(_ bytes: Int) -> Verdict {
    count += bytes
    if !isTooLong { return .keep }
    return count > limits.discarded ? .cut : .discard
  }
}
