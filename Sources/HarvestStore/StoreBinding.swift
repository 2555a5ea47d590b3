/// A reference to a value that is stored in another place, for reading and writing.
///
/// It needs no user interface. Where SwiftUI is available, `swiftUI` converts it to SwiftUI's binding.
///
/// ```swift
/// let volume = store.proxy.$state.volume
/// volume.wrappedValue = 7
/// ```
@propertyWrapper
@dynamicMemberLookup
public struct StoreBinding<Value> {
  private let get: () -> Value
  private let set: (Value) -> Void

  /// Creates a binding from two closures.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// Creates a binding to a constant; written values are discarded.
  public static func constant(_ value: Value) -> StoreBinding {
    StoreBinding(get: { value }, set: { _ in })
  }

  /// The value, read and written where it is stored.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// The binding itself: `$name`.
  public var projectedValue: StoreBinding { self }

  /// A binding to a part of the value.
  public subscript<Part>(dynamicMember path: WritableKeyPath<Value, Part>) -> StoreBinding<Part> {
    StoreBinding<Part>(
      get: { get()[keyPath: path] },
      set: { part in
        var whole = get()
        whole[keyPath: path] = part
        set(whole)
      })
  }
  /// A binding to the part at a key path: the same as ``subscript(dynamicMember:)``, for a path in a
  /// variable.
  public subscript<Part>(_ path: WritableKeyPath<Value, Part>) -> StoreBinding<Part> {
    self[dynamicMember: path]
  }

  /// Returns a binding to a value that is computed from this one.
  ///
  /// - Parameters:
  ///   - get: A closure that computes the value.
  ///   - set: A closure that returns the whole with another value.
  public func transform<Part>(
    get: @escaping (Value) -> Part, set: @escaping (Value, Part) -> Value
  ) -> StoreBinding<Part> {
    StoreBinding<Part>(
      get: { get(self.wrappedValue) }, set: { self.wrappedValue = set(self.wrappedValue, $0) })
  }

  /// Returns a binding to this value in another form, such as a number as text.
  ///
  /// - Parameters:
  ///   - get: The conversion of this value.
  ///   - set: The conversion back.
  public func invmap<Other>(
    get: @escaping (Value) -> Other, set: @escaping (Other) -> Value
  ) -> StoreBinding<Other> {
    transform(get: get) { _, other in set(other) }
  }
}
