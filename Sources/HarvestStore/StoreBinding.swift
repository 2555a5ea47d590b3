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
}
