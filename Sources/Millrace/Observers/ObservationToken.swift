public import Synchronization

/// Keeps an observer, a gate or a tap alive: when the last reference to the token goes, or `cancel()` is
/// called, it is called no more.
///
/// A token may end anywhere, on any thread. What is being called at that moment on another thread finishes its
/// call. The closure is released at the flow's home soon after.
public final class ObservationToken: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }

  /// Ends it now.
  ///
  /// Calling it again does nothing.
  public func cancel() {
    end()
  }
}

/// Whether something that has a token still wants to be called.
@usableFromInline
class Life: @unchecked Sendable, RosterMember {
  // Sound: the flag is atomic; `ownerIsGone` reads a weak reference and is called at home; subclasses and
  // `roster` are touched at home only.
  @usableFromInline let flag = Atomic(true)
  private let ownerIsGone: (() -> Bool)?
  /// What it is called from, if it has a token; nil once it has been taken off.
  final weak var roster: (any Sweepable)?

  @usableFromInline
  init(ownerIsGone: (() -> Bool)? = nil) {
    self.ownerIsGone = ownerIsGone
  }

  /// Whether it is to be called.
  ///
  /// One load.
  @inlinable
  @inline(__always)
  final var isActive: Bool { flag.load(ordering: .relaxed) }

  /// Whether it may be taken off its roster.
  @usableFromInline final var isOver: Bool { !isActive || ownerIsGone?() == true }

  /// It is to be called no more.
  ///
  /// From any thread.
  final func end() { flag.store(false, ordering: .relaxed) }

  @usableFromInline final func leave() { roster = nil }
}

/// One observer of values of one kind.
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

extension Roster {
  /// Calls every active observer with `value`.
  @inlinable
  @inline(__always)
  func tell<Value>(_ value: borrowing Value) where Member == Observer<Value>, Value: Copyable {
    let value = copy value
    walk { if $0.isActive { $0.body(value) } }
  }

  /// Adds an observer that lasts as long as the token.
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
            // Taken off when the walk that has come here is over.
            self?.needsSweep = true
          }
        }))
  }
}

extension Roster where Member: Life {
  /// Adds a member that lasts as long as the token.
  func add(_ member: Member, _ gateway: Gateway) -> ObservationToken {
    append(member)
    member.roster = self
    let ending = Ending(member, gateway)
    return ObservationToken { ending.end() }
  }
}

/// What a token needs to end a member of a roster from anywhere, without holding it.
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
    // The strong reference above has gone by now, and the one that was counted goes at home: what the closure
    // holds must never be released here.
    if let ended { gateway.post(.over(ended)) }
  }
}
