public import Synchronization

/// A handle that keeps an observer, a gate or a tap active until its last reference is released, or until
/// `cancel()` is called.
///
/// A token may end on any thread. A call that is running at that moment on another thread finishes. The
/// closure is released at the flow's home soon after.
public final class ObservationToken: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }

  /// Ends the observer, gate or tap at once.
  ///
  /// Calling it again does nothing.
  public func cancel() {
    end()
  }
}

/// The activity of an observer, a gate or a tap: active until its token or its owner ends.
@usableFromInline
class Life: @unchecked Sendable, RegistryMember {
  // Sound: the flag is atomic; `ownerIsGone` reads a weak reference and is called at home; subclasses and
  // `registry` are touched at home only.
  @usableFromInline let flag = Atomic(true)
  private let ownerIsGone: (() -> Bool)?
  /// The registry that calls it, if it has a token; nil after its removal.
  final weak var registry: (any Sweepable)?

  @usableFromInline
  init(ownerIsGone: (() -> Bool)? = nil) {
    self.ownerIsGone = ownerIsGone
  }

  /// True until its body is no longer called.
  ///
  /// One load.
  @inlinable
  @inline(__always)
  final var isActive: Bool { flag.load(ordering: .relaxed) }

  /// True once it may be removed from its registry.
  @usableFromInline final var isOver: Bool { !isActive || ownerIsGone?() == true }

  /// Ends all calls.
  ///
  /// Callable from any thread.
  final func end() { flag.store(false, ordering: .relaxed) }

  @usableFromInline final func leave() { registry = nil }
}

/// One observer of values of one type.
@usableFromInline
final class Observer<Value>: Life, @unchecked Sendable {
  // Sound: `body` is called and released at the flow's home only; a token reaches nothing but the flag.
  @usableFromInline let body: (Value) -> Void

  @usableFromInline
  init(ownerIsGone: (() -> Bool)? = nil, body: @escaping (Value) -> Void) {
    self.body = body
    super.init(ownerIsGone: ownerIsGone)
  }
}

extension WeakRegistry {
  /// Calls every active observer with `value`.
  @inlinable
  @inline(__always)
  func notify<Value>(_ value: borrowing Value) where Member == Observer<Value>, Value: Copyable {
    let value = copy value
    walk { if $0.isActive { $0.body(value) } }
  }

  /// Adds an observer that lasts as long as its token.
  @usableFromInline
  func add<Value>(_ gateway: Gateway, _ body: @escaping (Value) -> Void) -> ObservationToken
  where Member == Observer<Value> {
    add(Observer(body: body), gateway)
  }

  /// Adds an observer that lasts as long as its owner.
  @usableFromInline
  func add<Value, Owner: AnyObject>(
    owner: Owner, _ body: @escaping (Owner, Value) -> Void
  ) where Member == Observer<Value> {
    append(
      Observer(
        ownerIsGone: { [weak owner] in owner == nil },
        body: { [weak owner, weak self] value in
          if let owner {
            body(owner, value)
          } else {
            // Removed at the end of the walk that has come here.
            self?.needsSweep = true
          }
        }))
  }
}

extension WeakRegistry where Member: Life {
  /// Adds a member that lasts as long as its token.
  func add(_ member: Member, _ gateway: Gateway) -> ObservationToken {
    append(member)
    member.registry = self
    let ending = Ending(member, gateway)
    return ObservationToken { ending.end() }
  }
}

/// The data with which a token ends a member of a registry from any thread, without retaining it.
private final class Ending: @unchecked Sendable {
  // Sound: a weak reference may be read on any thread, and `isOver` is atomic.
  private weak var member: Life?
  private let gateway: Gateway
  private let isOver = Atomic(false)

  init(_ member: Life, _ gateway: Gateway) {
    self.member = member
    self.gateway = gateway
  }

  func end() {
    if isOver.exchange(true, ordering: .relaxed) { return }
    var ended: Unmanaged<Life>?
    if let member {
      member.end()
      ended = .passRetained(member)
    }
    // The strong reference above is released by now, and the counted one is released at home: the values that
    // the closure captures must never be released here.
    if let ended { gateway.post(.over(ended)) }
  }
}
