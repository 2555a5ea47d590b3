import MillraceCore

extension Store {
  /// Creates a value derived from parts of the state, and computed again only when one of them has changed.
  ///
  /// The parts are compared by equality and retained for that, as for observers; a ``RowTable`` is compared
  /// by its change stamp and not retained.
  @_alwaysEmitIntoClient
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

/// The memory of a value that shows whether it has changed: its stamp, or a copy.
@usableFromInline
enum Seen<Value: Equatable> {
  case stamp(ChangeStamp)
  case value(Value)

  @_alwaysEmitIntoClient
  init(_ value: Value) {
    self = (value as? any ChangeStamped).map { .stamp($0.changeStamp) } ?? .value(value)
  }

  @_alwaysEmitIntoClient
  func differs(from value: Value) -> Bool {
    switch self {
    case .stamp(let stamp): (value as? any ChangeStamped)?.changeStamp != stamp
    case .value(let seen): !isUnchanged(value, from: seen)
    }
  }
}
