public import Katana
public import MillraceDifference

/// The feed of a user who is logged in.
public struct FeedModel: Model, Equatable, Sendable {
  /// The pass for the items; nil while the feed is closed.
  public var pass: Pass?
  /// The remaining validity of the pass, in seconds.
  public var secondsLeft = 0
  /// The items, or their replacement.
  public var page = FeedPage.blank

  public init() {}
}

/// The permission to read the feed.
public struct Pass: Equatable, Sendable {
  /// The proof for the source of the items.
  @Redacted public var token: String
  /// The validity in seconds, from the moment it arrived.
  public let seconds: Int

  public init(token: String, seconds: Int) {
    self.token = token
    self.seconds = seconds
  }
}

/// The items of a feed, or their replacement.
public enum FeedPage: Equatable, Sendable {
  /// Nothing was requested yet.
  case blank
  /// The items are being loaded.
  case loading
  /// The pass was refused, and a longer one was requested.
  case waiting
  /// The items are being loaded again, with the longer pass.
  case loadingAgain
  /// The items, newest first.
  case items([FeedItem])
  /// No items, with a sentence that says why.
  case missing(String)
}

public struct FeedItem: Equatable, Sendable {
  public let author: String
  public let text: String

  public init(author: String, text: String) {
    self.author = author
    self.text = text
  }
}

/// The reason why there are no items.
public enum FeedProblem: Error, Equatable {
  /// The pass is not valid any more.
  case passRefused
  /// Any other failure, described by a sentence.
  case failed(String)
}
