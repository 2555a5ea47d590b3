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
/// Observers are told when the value has changed, where it is `Equatable`, and else after each turn that changed one of
/// the parts.
///
/// A selector lives where its store does, and keeps it alive; keep the selector for as long as it is observed.
public final class Derived<Value> {
  /// The value anew, or nil when no part has changed since the last call.
  private let refresh: () -> Value?
  private let watches: Roster<Watch>
  private let gateway: Gateway
  private var cached: Value?
  /// Whether the observers have not been told of the cached value yet.
  private var isNews = false
  private var observers: Roster<Observer<Value>>?

  init(watches: Roster<Watch>, gateway: Gateway, refresh: @escaping () -> Value?) {
    self.watches = watches
    self.gateway = gateway
    self.refresh = refresh
  }

  /// The value for the state there is now.
  ///
  /// Each use compares the parts; only a change computes.
  public var value: Value {
    while true {
      renew()
      if let cached { return cached }
    }
  }

  /// Tells of the value after each turn that changed it, until the token ends.
  ///
  /// A value that is not `Equatable` counts as changed when one of the parts has.
  public func observe(initial: Bool = false, _ body: @escaping (Value) -> Void) -> ObservationToken {
    let now = value
    if initial { body(now) }
    return roster().add(gateway, body)
  }

  /// Tells of the value after each turn that changed it, for as long as `owner` lives.
  ///
  /// A value that is not `Equatable` counts as changed when one of the parts has.
  public func observe<Owner: AnyObject>(
    owner: Owner, initial: Bool = false, _ body: @escaping (Owner, Value) -> Void
  ) {
    let now = value
    if initial { body(owner, now) }
    roster().add(owner: owner, body)
  }

  private func roster() -> Roster<Observer<Value>> {
    if let observers { return observers }
    let roster = Roster<Observer<Value>>()
    let watch = Watch(isAbandoned: { [weak self] in self == nil }) { [weak self, unowned watches] _ in
      if let self {
        look()
      } else {
        watches.needsSweep = true
      }
    }
    watches.append(watch)
    roster.whenEmpty = { [weak self, weak watch] in
      watch?.isActive = false
      self?.observers = nil
      self?.watches.sweep()
    }
    isNews = false
    observers = roster
    return roster
  }

  private func renew() {
    guard let fresh = refresh() else { return }
    let isSame = cached.map { areEqual($0, fresh) } ?? false
    cached = fresh
    if !isSame { isNews = true }
  }

  private func look() {
    renew()
    // Who read the value earlier in this turn has renewed it, and told nobody.
    guard isNews, let cached else { return }
    isNews = false
    observers?.tell(cached)
  }
}

extension Store {
  /// A value that is derived from parts of the state, and computed again only when one of them has changed.
  ///
  /// The parts are compared by equality and kept for that, as observers' are; a ``RowTable`` is compared by its
  /// change stamp and not kept.
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

/// Whether two values are known to be equal; false for those without an `==`.
private func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  (left as? any Equatable).map { isEqual($0, to: right) } ?? false
}

private func isEqual<Known: Equatable>(_ left: Known, to right: some Any) -> Bool { right as? Known == left }

/// What is remembered of a value to tell whether it has changed.
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
