public import Katana

/// What a person who is logged in sees.
public struct FeedModel: Model, Equatable, Sendable {
  /// What the items are shown on; nil while nobody may see them.
  public var pass: Pass?
  /// How many seconds the pass is still good for.
  public var secondsLeft = 0
  /// The items, or what there is instead.
  public var page = FeedPage.blank

  /// A feed that nobody may see yet.
  public init() {}
}

/// What lets a person see the feed.
public struct Pass: Equatable, Sendable {
  /// What whoever has the items wants to see.
  public let token: String
  /// How many seconds it is good for, from the moment it came.
  public let seconds: Int

  /// A pass.
  public init(token: String, seconds: Int) {
    self.token = token
    self.seconds = seconds
  }
}

extension Pass: CustomStringConvertible {
  /// For how long it is good, without the token, which records and errors should not show.
  public var description: String { "pass(\(seconds) s)" }
}

/// The items of a feed, or what there is instead.
public enum FeedPage: Equatable, Sendable {
  /// Nothing has been asked for.
  case blank
  /// They are on their way.
  case loading
  /// The pass was refused, and a longer one has been wished for.
  case waiting
  /// They are on their way again, for the longer pass.
  case loadingAgain
  /// The items, the newest first.
  case items([FeedItem])
  /// There are none, with a sentence that says why.
  case missing(String)
}

/// One thing to read.
public struct FeedItem: Equatable, Sendable {
  /// Who wrote it.
  public let author: String
  /// What it says.
  public let text: String

  /// Something to read.
  public init(author: String, text: String) {
    self.author = author
    self.text = text
  }
}

/// Why there are no items.
public enum FeedProblem: Error, Equatable {
  /// The pass is not good any more.
  case passRefused
  /// Anything else, with a sentence that says what.
  case failed(String)
}
