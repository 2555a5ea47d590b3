public import Synchronization

/// What a reaction is ended by, before the object that has registered it ends.
///
/// Letting go of a token ends nothing.
public struct DisposalToken: Hashable, Sendable {
  let life: ListenerLife

  /// Whether the reaction has not been disposed of.
  public var isActive: Bool { life.isActive }

  /// Whether both are of the same reaction.
  public static func == (left: DisposalToken, right: DisposalToken) -> Bool { left.life === right.life }

  /// Feeds the identity of the reaction.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(life)) }
}

/// Whether a listener still wants to be called; known on all threads.
@usableFromInline
final class ListenerLife: Sendable {
  @usableFromInline let flag = Atomic(true)

  @inlinable var isActive: Bool { flag.load(ordering: .acquiring) }

  func end() { flag.store(false, ordering: .releasing) }
}
