public import MillraceOptics

extension StateBinding {
  /// Returns a binding to the part that a lens leads to.
  public func map<Part>(_ lens: Lens<Value, Part>) -> StateBinding<Part> {
    StateBinding<Part>(
      get: { lens.get(wrappedValue) }, set: { wrappedValue = lens.setting(wrappedValue, to: $0) })
  }

  /// Returns a binding to the part that an optic finds; nil while it finds nothing.
  ///
  /// Writing nil, or writing while the optic finds nothing, changes nothing and sends nothing.
  public func map<Part>(_ optic: AffineTraversal<Value, Part>) -> StateBinding<Part?> {
    StateBinding<Part?>(
      get: { optic.tryGet(wrappedValue) },
      set: { part in
        guard let part else { return }
        var whole = wrappedValue
        if optic.modify(&whole, { $0 = part }) { wrappedValue = whole }
      })
  }

  /// Returns a binding to the payload of a case; nil while the value is another case.
  ///
  /// Writing nil, or writing while the value is another case, changes nothing and sends nothing.
  public func map<Part>(_ optic: Prism<Value, Part>) -> StateBinding<Part?> {
    map(AffineTraversal(prism: optic))
  }
}

extension StateBinding {
  /// Returns a binding to the wrapped value, or nil if there is none now.
  ///
  /// The view of a row may still ask for it after the row was removed. While the value is absent, the binding
  /// reads the last value that it has read or written, and writing does nothing.
  public func unwrapped<Wrapped>() -> StateBinding<Wrapped>? where Value == Wrapped? {
    guard let now = wrappedValue else { return nil }
    var last = now
    return StateBinding<Wrapped>(
      get: {
        if let value = wrappedValue { last = value }
        return last
      },
      set: { value in
        guard wrappedValue != nil else { return }
        last = value
        wrappedValue = value
      })
  }

  /// Returns a binding that reads `absent` while there is no value.
  ///
  /// Writing `absent` while there is no value changes nothing.
  public func replacingNil<Wrapped: Equatable>(with absent: Wrapped) -> StateBinding<Wrapped>
  where Value == Wrapped? {
    StateBinding<Wrapped>(
      get: { wrappedValue ?? absent },
      set: { if wrappedValue != nil || $0 != absent { wrappedValue = $0 } })
  }
}
