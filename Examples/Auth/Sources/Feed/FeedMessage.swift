public import Katana

/// What happens to a feed.
public enum FeedMessage: Message, Equatable {
  /// Somebody may see it.
  case opened(Pass)
  /// The same person may see it for longer.
  case prolonged(Pass)
  /// There is no longer pass, for now.
  case notProlonged
  /// Nobody may see it any more.
  case closed
  /// The person wants to read.
  case read
  /// What came of loading.
  case loaded(Result<[FeedItem], FeedProblem>)
  /// A second has passed.
  case secondPassed
}
