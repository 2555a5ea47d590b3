import MillraceCore

/// A value derived from parts of the state, computed again only when one of them has changed.
///
/// ```swift
/// let visible = store.select(\.notes, \.filter) { notes, filter in
///   notes.rows.filter { filter.accepts($0) }
/// }
/// show(visible.value)
/// let token = visible.observe { show($0) }
/// ```
///
/// Observers are called when the value has changed, if it is `Equatable`, and otherwise after each turn that
/// changed one of the parts.
///
/// A selector lives in its store's isolation and retains the store; retain the selector for as long as it is
/// observed.
public final class Derived<Value> {
  /// A function that computes the value again; nil if no part has changed since the last call.
  @usableFromInline let refresh: () -> Value?
  @usableFromInline let watches: WeakRegistry<Watch>
  @usableFromInline let gateway: Gateway
  @usableFromInline var cached: Value?
  /// True until the observers have received the cached value.
  @usableFromInline var isNews = false
  @usableFromInline var observers: WeakRegistry<Observer<Value>>?

  @_alwaysEmitIntoClient
  init(watches: WeakRegistry<Watch>, gateway: Gateway, refresh: @escaping () -> Value?) {
    self.watches = watches
    self.gateway = gateway
    self.refresh = refresh
  }

  /// The value for the present state.
  ///
  /// Each read compares the parts; the value is computed again only after a change of them.
  @_alwaysEmitIntoClient
  public var value: Value {
    renew()
    guard let cached else { preconditionFailure(Self.selfUse) }
    return cached
  }

  @_alwaysEmitIntoClient
  static var selfUse: String {
    "A selector read its own value while that was computed for the first time. Compute it from the parts alone."
  }

  /// Calls `body` with the value after each turn that changed it, until the token ends.
  ///
  /// A value that is not `Equatable` counts as changed when one of the parts has.
  @_alwaysEmitIntoClient
  public func observe(initial: Bool = false, _ body: @escaping (Value) -> Void) -> ObservationToken {
    let now = value
    if initial { body(now) }
    return registry().add(gateway, body)
  }

  /// Calls `body` with the value after each turn that changed it, for as long as `owner` lives.
  ///
  /// A value that is not `Equatable` counts as changed when one of the parts has.
  @_alwaysEmitIntoClient
  public func observe<Owner: AnyObject>(
    owner: Owner, initial: Bool = false, _ body: @escaping (Owner, Value) -> Void
  ) {
    let now = value
    if initial { body(owner, now) }
    registry().add(owner: owner, body)
  }

  @_alwaysEmitIntoClient
  func registry() -> WeakRegistry<Observer<Value>> {
    if let observers { return observers }
    let registry = WeakRegistry<Observer<Value>>()
    let watch = Watch(isAbandoned: { [weak self] in self == nil }) { [weak self, unowned watches] _ in
      if let self {
        look()
      } else {
        watches.needsSweep = true
      }
    }
    watches.append(watch)
    registry.whenEmpty = { [weak self, weak watch] in
      watch?.isActive = false
      self?.observers = nil
      self?.watches.sweep()
    }
    isNews = false
    observers = registry
    return registry
  }

  @_alwaysEmitIntoClient
  func renew() {
    guard let fresh = refresh() else { return }
    let isSame = cached.map { areSame($0, fresh) } ?? false
    cached = fresh
    if !isSame { isNews = true }
  }

  @_alwaysEmitIntoClient
  func look() {
    renew()
    // An earlier read in this turn may have renewed the value without calling the observers.
    guard isNews, let cached else { return }
    isNews = false
    observers?.notify(cached)
  }
}

/// Returns true if two values are the same; false for values without an `==`.
@_alwaysEmitIntoClient
func areSame<Value>(_ left: Value, _ right: Value) -> Bool {
  (left as? any Equatable).map { isSame($0, as: right) } ?? false
}

@_alwaysEmitIntoClient
func isSame<Known: Equatable>(_ left: Known, as right: some Any) -> Bool {
  (right as? Known).map { isUnchanged($0, from: left) } ?? false
}
