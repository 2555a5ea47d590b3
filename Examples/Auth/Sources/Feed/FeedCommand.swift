public import Katana

/// A command that loads the items; answered with ``FeedMessage/loaded(_:)``.
public struct LoadItems: Command, Equatable {
  public let pass: Pass
  /// A new request replaces the running one.
  public var effectQueue: EffectQueue? { .latest("items") }
  public var effectID: EffectID? { Self.id }

  static let id: EffectID = "items"

  public init(pass: Pass) {
    self.pass = pass
  }
}

/// A request of the feed to other modules; the application decides which module handles it.
public enum FeedWish: Command, Equatable {
  /// A pass with a longer validity.
  case longerPass
  /// The pass is not valid any more, and the other modules should know.
  case passOver
  /// A sentence for the user.
  case notice(String)
}
