import Millrace
import Synchronization

/// The home of an engine's turns, which may be undecided until its first use.
///
/// It does not keep the home alive: an actor that owns an engine is its home, and would never end.
final class EngineHome: Sendable {
  private struct Decided: Sendable {
    let reference: HomeReference
    /// The engine's own home, which only this reference retains.
    var own: PlainHome?
    /// Prevents the reuse of the address for another actor when the home has ended.
    unowned var pinned: any Actor

    init(_ actor: any Actor) {
      reference = HomeReference(actor)
      pinned = actor
    }
  }

  /// The address of the home; 0 until it is decided.
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

  /// True if the home was decided and has ended.
  var hasEnded: Bool {
    // The actor is released outside the lock.
    if let actor = decided.withLock({ $0.map(\.reference.actor) }) { actor == nil } else { false }
  }

  var isDecided: Bool { address.load(ordering: .acquiring) != 0 }

  /// True if the home is decided and is the main actor.
  var isMain: Bool { address.load(ordering: .acquiring) == Self.main }

  /// Returns true if `isolation` is the home, or if it is nil and the home is the main actor, on which the
  /// caller runs.
  ///
  /// If there is no home yet, `isolation` becomes the home, or, if that is nil, the main actor if the caller
  /// runs on it, else an actor of the engine's own; then `adopt` is called with it, once.
  func isHere(_ isolation: (any Actor)?, adopt: (any Actor) -> Void) -> Bool {
    var home = address.load(ordering: .acquiring)
    if home == 0 { home = decide(isolation, adopt) }
    if let isolation { return Self.address(of: isolation) == home }
    return home == Self.main && isOnMainActor
  }

  private func decide(_ isolation: (any Actor)?, _ adopt: (any Actor) -> Void) -> Int {
    let isolation = isolation ?? (isOnMainActor ? MainActor.shared : nil)
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

  private static let main = address(of: MainActor.shared)

  private static func address(of actor: any Actor) -> Int { Int(bitPattern: ObjectIdentifier(actor)) }
}

/// The home of an engine that is used where there is no isolation.
private actor PlainHome {}
