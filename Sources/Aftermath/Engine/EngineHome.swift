import Millrace
import Synchronization

/// Where an engine takes its turns, which may not be decided before it is first used.
///
/// It does not keep the home alive: an actor that owns an engine is its home, and would never end.
final class EngineHome: Sendable {
  private struct Decided: Sendable {
    let reference: HomeReference
    /// The engine's own, which nobody else keeps.
    var own: PlainHome?
    /// Keeps the address from being given to another actor when the home has ended.
    unowned var pinned: any Actor

    init(_ actor: any Actor) {
      reference = HomeReference(actor)
      pinned = actor
    }
  }

  /// The address of the home; 0 while it is not decided.
  ///
  /// Compared at every call, so it is an atomic beside the lock.
  private let address: Atomic<Int>
  private let decided: Locked<Decided?>

  init(_ home: (any Actor)?) {
    address = Atomic(home.map { Self.address(of: $0) } ?? 0)
    decided = Locked(home.map { Decided($0) })
  }

  /// The home, if it is decided and has not ended.
  var actor: (any Actor)? { decided.withLock { $0?.reference.actor } }

  /// Whether it was decided, and has ended.
  var hasEnded: Bool {
    // The actor is let go of when the lock is not held.
    if let actor = decided.withLock({ $0.map(\.reference.actor) }) { actor == nil } else { false }
  }

  /// Whether `isolation` is the home.
  ///
  /// If there is none yet, it becomes that, and where there is no isolation, an actor of the engine's own does; then
  /// `adopt` is called with it, once.
  func isHere(_ isolation: (any Actor)?, adopt: (any Actor) -> Void) -> Bool {
    var home = address.load(ordering: .acquiring)
    if home == 0 { home = decide(isolation, adopt) }
    return isolation.map { Self.address(of: $0) == home } ?? false
  }

  private func decide(_ isolation: (any Actor)?, _ adopt: (any Actor) -> Void) -> Int {
    let own = isolation == nil ? PlainHome() : nil
    guard let home = isolation ?? own else { return 0 }
    let isFirst = decided.withLock { decided in
      if decided != nil { return false }
      decided = Decided(home)
      decided?.own = own
      address.store(Self.address(of: home), ordering: .releasing)
      return true
    }
    if isFirst { adopt(home) }
    return address.load(ordering: .acquiring)
  }

  private static func address(of actor: any Actor) -> Int { Int(bitPattern: ObjectIdentifier(actor)) }
}

/// The home of an engine that is used where there is no isolation.
private actor PlainHome {}
