/// How long to wait before the server is greeted again: longer each time, and never just as long as all others do.
///
/// When a server comes back, all its clients have been waiting for it. With a part of the delay drawn by chance they do
/// not ask all at once.
enum Backoff {
  /// So many failures are counted; those after them change nothing any more.
  static let most = 6

  /// The count after one more failure.
  ///
  /// A count may come from a file, so it may be any number.
  static func count(after failures: Int) -> Int {
    min(max(failures, 0), most - 1) + 1
  }

  /// The longest that is waited after so many failures in a row: a second, doubled with each, up to 30.
  static func longest(after failures: Int) -> Duration {
    let doublings = min(max(failures, 1), most) - 1
    return .seconds(min(1 << doublings, 30))
  }

  /// A delay: the longest one, or down to a half of it.
  static func delay(after failures: Int, using random: inout some RandomNumberGenerator) -> Duration {
    longest(after: failures) * Double.random(in: 0.5...1, using: &random)
  }
}
