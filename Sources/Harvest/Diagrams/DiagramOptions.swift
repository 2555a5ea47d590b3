/// The layout options of a diagram.
public struct DiagramOptions: Hashable, Sendable, Codable {
  /// The direction of most arrows.
  public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    /// Downwards.
    case down
    /// To the right.
    case right
  }

  /// The direction of most arrows.
  public var direction: Direction
  /// A Boolean value that indicates whether a transition that is the same in every state is drawn once, from
  /// a mark for any state.
  ///
  /// A state's own transition for the input takes precedence.
  public var foldsAny: Bool

  /// Creates options; by default the arrows go down, and each transition is drawn.
  public init(direction: Direction = .down, foldsAny: Bool = false) {
    self.direction = direction
    self.foldsAny = foldsAny
  }
}
