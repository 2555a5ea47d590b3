/// A reference to a value that is stored in another place, such as a part of a store's state, for reading and
/// writing.
///
/// Writing sends a message; nothing else changes the state. It needs no user interface. Where SwiftUI is
/// available, `swiftUI` converts it to SwiftUI's binding.
///
/// ```swift
/// let name = store.binding(\.name) { .nameChanged($0) }
/// name.wrappedValue = "Ada"
/// ```
///
/// Inside a turn, and while the flow is locked, a written value is read again only after its message has had
/// its turn. A binding lives in its store's isolation and retains the store.
@propertyWrapper
@dynamicMemberLookup
public struct StateBinding<Value> {
  @usableFromInline let get: () -> Value
  @usableFromInline let set: (Value) -> Void

  /// Creates a binding from two closures.
  @inlinable
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Creates a binding to a constant; written values are discarded.
  public static func constant(_ value: Value) -> StateBinding {
    StateBinding(get: { value }, set: { _ in })
  }

  /// The value, read and written where it is stored.
  @inlinable public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself: `$name`.
  public var projectedValue: StateBinding { self }

  /// A binding to a part of the value.
  ///
  /// Writing reads the whole value, changes the part and writes the whole back.
  public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> StateBinding<Part> {
    StateBinding<Part>(
      get: { get()[keyPath: path] },
      set: { part in
        var whole = get()
        whole[keyPath: path] = part
        set(whole)
      })
  }

  /// Returns a binding to a value that is computed from this one.
  ///
  /// - Parameters:
  ///   - get: A closure that computes the value.
  ///   - set: A closure that returns the whole with another value.
  public func transform<Part>(
    get: @escaping (Value) -> Part, set: @escaping (Value, Part) -> Value
  ) -> StateBinding<Part> {
    StateBinding<Part>(get: { get(wrappedValue) }, set: { wrappedValue = set(wrappedValue, $0) })
  }

  /// Returns a binding to this value in another form, such as a number as text.
  ///
  /// - Parameters:
  ///   - get: The conversion of this value.
  ///   - set: The conversion back.
  public func invmap<Other>(
    get: @escaping (Value) -> Other, set: @escaping (Other) -> Value
  ) -> StateBinding<Other> {
    StateBinding<Other>(get: { get(wrappedValue) }, set: { wrappedValue = set($0) })
  }
}
