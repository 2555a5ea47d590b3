/// How a diagram is laid out.
public struct DiagramOptions: Hashable, Sendable, Codable {
  /// The way that most arrows go.
  public enum Direction: String, Hashable, Sendable, Codable, CaseIterable {
    /// Downwards.
    case down
    /// To the right.
    case right
  }

  /// The way that most arrows go.
  public var direction: Direction
  /// Whether a transition that is the same in every state is drawn once, from a mark for any state.
  ///
  /// Where a state has a transition of its own for the input, that one counts.
  public var foldsAny: Bool

  /// Options; by default the arrows go down, and each transition is drawn.
  public init(direction: Direction = .down, foldsAny: Bool = false) {
    self.direction = direction
    self.foldsAny = foldsAny
  }
}
