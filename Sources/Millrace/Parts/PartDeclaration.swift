import MillraceCore

/// A part of a state that a store can follow: a ``Part``, the rows of a ``RowPart``, or what a dialect makes of its own.
public protocol StatePart<State, Message> {
  /// The state that it is a part of.
  associatedtype State
  /// The messages of that state.
  associatedtype Message: Sendable

  /// What the store follows it by.
  var declaration: PartDeclaration<State, Message> { get }
}

/// What a store follows a part of its state by: a name, and a function that finds the part.
///
/// It is the primitive below ``Part`` and ``RowPart``, for a dialect that knows its parts in another form.
/// ``Effect/within(part:identity:)`` says which effects belong to it.
///
/// Cost: after each turn in which something is in flight for the part, one call of its function. While nothing was begun
/// for it, it is not looked at.
public struct PartDeclaration<State, Message: Sendable>: StatePart {
  /// What the part is called; no other part directly in the same state may have the name.
  public let name: EffectID
  /// True when something in it is listened to as soon as it is there.
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

  /// A part that a function finds, whose state has no type of its own.
  ///
  /// - Parameters:
  ///   - name: What the part is called.
  ///   - identity: Which one of its kind is there; nil while none is. Another value is another part.
  ///   - parts: The parts in it, found in the same state; they end with it.
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

  /// Itself.
  public var declaration: PartDeclaration<State, Message> { self }
}
