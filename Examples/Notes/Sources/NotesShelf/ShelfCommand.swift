/// A request to change the shelf.
public protocol ShelfCommand {
  /// Decides about the command, without changing the shelf; throws the reason of a refusal.
  func decide(on shelf: Shelf) throws -> Decision
}

/// The changes that a command makes.
public struct Decision: Hashable, Sendable {
  public var changes: [Change]
  /// True when the changes were made before, by the same request.
  public var isRepeated = false
}
