/// A value that is kept somewhere else, to be read and to be written.
///
/// It needs no user interface. Where SwiftUI is, `swiftUI` makes one of SwiftUI's out of it.
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

  /// A binding made of two closures.
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// A binding to what never changes; what is written is lost.
  public static func constant(_ value: Value) -> StoreBinding {
    StoreBinding(get: { value }, set: { _ in })
  }

  /// The value, read where it is kept and written there.
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
