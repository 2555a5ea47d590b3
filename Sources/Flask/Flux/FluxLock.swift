import Millrace

/// A pause of the bus: while any lock is shut, no transaction begins.
///
/// ```swift
/// let lock = Flask.lock()
/// lock.onRelease = { _ in hideSpinner() }
/// …
/// lock.release()
/// ```
///
/// The holder of a lock keeps the bus paused. If the last reference to a lock is released before
/// ``release(context:)`` is called, the lock opens, and the error handler receives an error, unless the lock
/// was created with `autorelease: true`.
public final class FluxLock {
  let hold: LockHold

  init(_ hold: LockHold) {
    self.hold = hold
  }

  /// The lock's name in errors: the mixer's name, or "lock".
  public var name: String { hold.lock.name }

  /// True while it pauses the bus.
  public var isLocked: Bool { hold.isLocked }

  /// The closure called once, after the release, with the context of the release.
  ///
  /// If it is set on a released lock, it is called at once with nil. All references to the lock share it.
  public var onRelease: ((Any?) -> Void)? {
    get { hold.lock.onRelease }
    set { hold.lock.onRelease = newValue }
  }

  /// Releases the lock; after the last lock's release, waiting messages have their turns before this returns.
  ///
  /// Releasing it again does nothing.
  ///
  /// - Parameter context: The value passed to ``onRelease``.
  public func release(context: Any? = nil) {
    hold.release(context)
  }

  /// Releases the lock if it was made with `autorelease: true`; does nothing otherwise.
  public func autorelease() {
    if hold.lock.isAutoreleasing { hold.release(nil) }
  }
}

/// The shared state of the references to one lock.
///
/// It is released with the last of them.
final class LockHold {
  var lock: LockRecord {
    didSet { if isReleased { callOnRelease(nil) } }
  }
  private let flux: Flux
  private var isReleased = false

  init(name: String, isAutoreleasing: Bool, number: Int?, _ flux: Flux) {
    self.flux = flux
    lock = LockRecord(
      name: name, isAutoreleasing: isAutoreleasing, number: number,
      shut: flux.store.flow.lock("\(flux.name).\(name)"))
  }

  deinit {
    // The last reference may be released on any thread; the rest is ended at home.
    if !isReleased { flux.dropSoon(lock) }
  }

  var isLocked: Bool { !isReleased }

  func release(_ context: Any?) {
    if isReleased { return }
    isReleased = true
    if let number = lock.number { flux.exclusiveEnded(number) }
    lock.shut.release()
    callOnRelease(context)
  }

  /// Calls the waiter for the release, once.
  private func callOnRelease(_ context: Any?) {
    guard let onRelease = lock.onRelease else { return }
    lock.onRelease = nil
    onRelease(context)
  }
}

/// The parts of a lock, which also remain when it was dropped without a release.
struct LockRecord {
  let name: String
  let isAutoreleasing: Bool
  /// Its number among the locks with a mixer; nil for one without.
  let number: Int?
  let shut: FlowLock
  var onRelease: ((Any?) -> Void)?
}
