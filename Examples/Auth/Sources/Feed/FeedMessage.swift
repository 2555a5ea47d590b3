public import Katana

public enum FeedMessage: Message, Equatable {
  /// The user may read the feed.
  case opened(Pass)
  /// The same user may read the feed for longer.
  case prolonged(Pass)
  /// No longer pass is available for now.
  case notProlonged
  /// The user may not read the feed any more.
  case closed
  /// The user wants to read.
  case read
  /// Loading has ended.
  case loaded(Result<[FeedItem], FeedProblem>)
  case secondPassed
}
