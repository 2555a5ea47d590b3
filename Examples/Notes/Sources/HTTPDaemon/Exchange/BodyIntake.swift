/// What becomes of the parts of a request's body: kept until there are too many, and then counted only.
struct BodyIntake: Hashable {
  /// What is to be done with a part.
  enum Verdict: Hashable {
    case keep
    /// The body is too long; its end has to be waited for, because only then can be answered.
    case discard
    /// It does not end.
    case cut
  }

  private(set) var count = 0
  private let limits: Limits

  init(_ limits: Limits) {
    self.limits = limits
  }

  var isTooLong: Bool { count > limits.body }

  /// What to do with this many bytes more.
  mutating func take(_ bytes: Int) -> Verdict {
    count += bytes
    if !isTooLong { return .keep }
    return count > limits.discarded ? .cut : .discard
  }
}
