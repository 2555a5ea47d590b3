// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// Names of SwiftUI with as much of their shape as the check of names uses. There is no behaviour here.

public import Foundation
import Observation

@propertyWrapper
public struct State<Value> {
  public init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
  public var wrappedValue: Value
  public var projectedValue: Binding<Value> { Binding(get: { wrappedValue }, set: { _ in }) }
}

@propertyWrapper
public struct Binding<Value> {
  public init(get: @escaping () -> Value, set: @escaping (Value) -> Void) { wrappedValue = get() }
  public var wrappedValue: Value
}

public struct EnvironmentValues {
  public var locale = Locale(identifier: "en")
  public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value { Key.defaultValue }
}

public protocol EnvironmentKey {
  associatedtype Value
  static var defaultValue: Value { get }
}

@propertyWrapper
public struct Environment<Value> {
  public init(_ path: KeyPath<EnvironmentValues, Value>) { wrappedValue = EnvironmentValues()[keyPath: path] }
  public var wrappedValue: Value
}

@MainActor public protocol View {
  associatedtype Body: View
  var body: Body { get }
}
extension Never: View {
  public var body: Never { fatalError() }
}
public struct Text: View {
  public init(_ text: String) {}
  public var body: Never { fatalError() }
}
public struct Table<Row>: View {
  public init(_ rows: [Row]) {}
  public var body: Never { fatalError() }
}
public protocol Transition {}
public protocol Commands {}
public protocol App {}
public protocol Scene {}
public struct Transaction { public init() {} }
public struct Section {}
public struct Group {}
public struct Link {}
public struct Path {}
public struct Angle {}
