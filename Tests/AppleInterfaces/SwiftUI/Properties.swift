// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public protocol DynamicProperty {
  mutating func update()
}

extension DynamicProperty {
  public mutating func update() { absent() }
}

@propertyWrapper
public struct State<Value>: DynamicProperty {
  public var wrappedValue: Value {
    get { absent() }
    nonmutating set { absent() }
  }
  public var projectedValue: Binding<Value> { absent() }

  public init(wrappedValue: Value) { absent() }
  public init(initialValue: Value) { absent() }
}

extension State: Sendable where Value: Sendable {}

@propertyWrapper @dynamicMemberLookup
public struct Binding<Value> {
  public var wrappedValue: Value {
    get { absent() }
    nonmutating set { absent() }
  }
  public var projectedValue: Binding<Value> { absent() }

  @preconcurrency
  public init(
    get: @escaping @isolated(any) @Sendable () -> Value,
    set: @escaping @isolated(any) @Sendable (Value) -> Void
  ) { absent() }
  public static func constant(_ value: Value) -> Binding<Value> { absent() }
  public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
    absent()
  }
}

// Sound: SwiftUI declares it so, and nothing here is run.
extension Binding: @unchecked Sendable where Value: Sendable {}
extension Binding: DynamicProperty {}

@propertyWrapper @frozen
public struct FocusState<Value: Hashable>: DynamicProperty {
  public var wrappedValue: Value {
    get { absent() }
    nonmutating set { absent() }
  }
  public var projectedValue: FocusState<Value>.Binding { absent() }

  public init() where Value == Bool { absent() }
  public init<Wrapped: Hashable>() where Value == Wrapped? { absent() }

  @propertyWrapper @frozen
  public struct Binding {
    // Without it, the compiler would make an initialiser of the wrapper that is not public.
    private let isFocused: Bool

    public var wrappedValue: Value {
      get { absent() }
      nonmutating set { absent() }
    }
    public var projectedValue: FocusState<Value>.Binding { absent() }

    public init() { absent() }
  }
}
