public import Synchronization

/// A token that ends a reaction before the end of the object that registered it.
///
/// Releasing a token does not end the reaction.
public struct DisposalToken: Hashable, Sendable {
  let life: ListenerLife

  /// The token of a reaction that has never been registered.
  @usableFromInline static var ended: DisposalToken {
    let life = ListenerLife()
    life.end()
    return DisposalToken(life: life)
  }

  /// True until the reaction is disposed of.
  public var isActive: Bool { life.isActive }

  /// Returns true if both tokens belong to the same reaction.
  public static func == (left: DisposalToken, right: DisposalToken) -> Bool { left.life === right.life }

  /// Hashes the identity of the reaction.
  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(life)) }
}

extension DisposalToken: CustomStringConvertible {
  /// The token with its state, such as `DisposalToken(active)`.
  public var description: String { "DisposalToken(\(isActive ? "active" : "disposed of"))" }
}

/// The lifetime of a listener, readable on all threads.
@usableFromInline
final class ListenerLife: Sendable {
  @usableFromInline let flag = Atomic(true)

  @inlinable var isActive: Bool { flag.load(ordering: .acquiring) }

  func end() { flag.store(false, ordering: .releasing) }
}
