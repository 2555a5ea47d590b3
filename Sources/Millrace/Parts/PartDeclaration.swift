import MillraceCore

/// A part of a state that a store can track: a ``Part``, the rows of a ``RowPart``, or a dialect's own form
/// of a part.
public protocol StatePart<State, Message> {
  /// The state that contains the part.
  associatedtype State
  /// The messages of that state.
  associatedtype Message: Sendable

  /// The declaration by which the store tracks the part.
  var declaration: PartDeclaration<State, Message> { get }
}

/// The declaration by which a store tracks a part of its state: a name, and a function that finds the part.
///
/// It is the primitive below ``Part`` and ``RowPart``, for a dialect that has its parts in another form.
/// ``Effect/within(part:identity:)`` assigns effects to it.
///
/// Cost: one call of its function after each turn in which something is in flight for the part; none while
/// nothing is.
public struct PartDeclaration<State, Message: Sendable>: StatePart {
  /// The name of the part, unique among the parts directly in the same state.
  public let name: EffectID
  /// True if the part, or one inside it, has subscriptions.
  let listens: Bool
  let makeFollower: (PartStay, PartRegister, PartListening<Message>) -> PartFollower<State, Message>

  init(
    name: EffectID, listens: Bool,
    makeFollower: @escaping (PartStay, PartRegister, PartListening<Message>) -> PartFollower<State, Message>
  ) {
    self.name = name
    self.listens = listens
    self.makeFollower = makeFollower
  }

  /// Creates a part that a function finds, and whose state has no type of its own.
  ///
  /// - Parameters:
  ///   - name: The name of the part.
  ///   - identity: A function that returns the identity of the present part; nil if there is none. Another
  ///     value is another part.
  ///   - parts: The parts inside it, found in the same state; they end with it.
  public init(
    _ name: EffectID, identity: @escaping (State) -> EffectID?,
    parts: [PartDeclaration<State, Message>] = []
  ) {
    self.init(name: name, listens: parts.contains(where: \.listens)) { outer, register, listening in
      OpticFollower<State, Message, State, Message>(
        name, in: outer, register, get: { identity($0) == nil ? nil : $0 },
        identity: { identity($0) ?? PartTag.presence }, PartContents(parts: parts), listening)
    }
  }

  /// The declaration itself.
  public var declaration: PartDeclaration<State, Message> { self }
}
