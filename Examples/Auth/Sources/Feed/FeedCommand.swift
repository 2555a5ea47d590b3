public import Katana

/// Get the items; answered with ``FeedMessage/loaded(_:)``.
public struct LoadItems: Command, Equatable {
  /// What they are shown on.
  public let pass: Pass
  /// The latest wish counts.
  public var effectQueue: EffectQueue? { .latest("items") }
  /// What it is cancelled by.
  public var effectID: EffectID? { Self.id }

  static let id: EffectID = "items"

  /// A wish to read.
  public init(pass: Pass) {
    self.pass = pass
  }
}

/// What the feed wants of others; whoever puts the application together knows who they are.
public enum FeedWish: Command, Equatable {
  /// A pass that is good for longer.
  case longerPass
  /// The pass is not good any more, and everybody should know.
  case passOver
  /// A sentence for the person.
  case notice(String)
}
