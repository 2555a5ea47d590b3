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
  private let refresh: () -> Value?
  private let watches: WeakRegistry<Watch>
  private let gateway: Gateway
  private var cached: Value?
  /// True until the observers have received the cached value.
  private var isNews = false
  private var observers: WeakRegistry<Observer<Value>>?

  init(watches: WeakRegistry<Watch>, gateway: Gateway, refresh: @escaping () -> Value?) {
    self.watches = watches
    self.gateway = gateway
    self.refresh = refresh
  }

  /// The value for the present state.
  ///
  /// Each read compares the parts; the value is computed again only after a change of them.
  public var value: Value {
    while true {
      renew()
      if let cached { return cached }
    }
  }

  /// Calls `body` with the value after each turn that changed it, until the token ends.
  ///
  /// A value that is not `Equatable` counts as changed when one of the parts has.
  public func observe(initial: Bool = false, _ body: @escaping (Value) -> Void) -> ObservationToken {
    let now = value
    if initial { body(now) }
    return registry().add(gateway, body)
  }

  /// Calls `body` with the value after each turn that changed it, for as long as `owner` lives.
  ///
  /// A value that is not `Equatable` counts as changed when one of the parts has.
  public func observe<Owner: AnyObject>(
    owner: Owner, initial: Bool = false, _ body: @escaping (Owner, Value) -> Void
  ) {
    let now = value
    if initial { body(owner, now) }
    registry().add(owner: owner, body)
  }

  private func registry() -> WeakRegistry<Observer<Value>> {
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

  private func renew() {
    guard let fresh = refresh() else { return }
    let isSame = cached.map { areEqual($0, fresh) } ?? false
    cached = fresh
    if !isSame { isNews = true }
  }

  private func look() {
    renew()
    // An earlier read in this turn may have renewed the value without calling the observers.
    guard isNews, let cached else { return }
    isNews = false
    observers?.notify(cached)
  }
}

extension Store {
  /// Creates a value derived from parts of the state, and computed again only when one of them has changed.
  ///
  /// The parts are compared by equality and retained for that, as for observers; a ``RowTable`` is compared
  /// by its change stamp and not retained.
  public func select<each Input: Equatable, Value>(
    _ inputs: repeat KeyPath<State, each Input>,
    compute: @escaping (repeat each Input) -> Value
  ) -> Derived<Value> {
    var seen: (repeat Seen<each Input>)?
    return Derived(watches: watches, gateway: gateway) { [self] in
      let now = (repeat read(each inputs))
      if let seen {
        var isStale = false
        for (before, value) in repeat (each seen, each now) {
          if before.differs(from: value) { isStale = true }
        }
        if !isStale { return nil }
      }
      seen = (repeat Seen(each now))
      return compute(repeat each now)
    }
  }
}

/// Returns true if two values are equal; false for values without an `==`.
private func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  (left as? any Equatable).map { isEqual($0, to: right) } ?? false
}

private func isEqual<Known: Equatable>(_ left: Known, to right: some Any) -> Bool { right as? Known == left }

/// The memory of a value that shows whether it has changed: its stamp, or a copy.
private enum Seen<Value: Equatable> {
  case stamp(ChangeStamp)
  case value(Value)

  init(_ value: Value) {
    self = (value as? any ChangeStamped).map { .stamp($0.changeStamp) } ?? .value(value)
  }

  func differs(from value: Value) -> Bool {
    switch self {
    case .stamp(let stamp): (value as? any ChangeStamped)?.changeStamp != stamp
    case .value(let seen): seen != value
    }
  }
}
