public import Foundation
import Millrace

/// A type of argument and query values.
///
/// A type that is made from a raw value, or from text, only needs to declare the conformance:
///
/// ```swift
/// enum Tab: String, RouteValue { case posts, likes }
/// let tab = try location.queryValue("tab", as: Tab.self)
/// ```
public protocol RouteValue {
  /// Creates the value that a text of a route represents, or returns nil if it represents none.
  init?(routeText text: String)
}

extension RouteValue where Self: LosslessStringConvertible {
  /// Creates the value that prints as this text.
  public init?(routeText text: String) { self.init(text) }
}

extension RouteValue where Self: LosslessStringConvertible & BinaryFloatingPoint {
  /// Creates the finite number that is written in decimal digits, such as `1.5` or `1e3`.
  public init?(routeText text: String) { self.init(decimalText: text) }
}

extension RouteValue where Self: RawRepresentable, RawValue: RouteValue {
  /// Creates the value with the raw value that this text represents.
  public init?(routeText text: String) {
    guard let raw = RawValue(routeText: text) else { return nil }
    self.init(rawValue: raw)
  }
}

extension String: RouteValue {}
extension Character: RouteValue {}
extension Bool: RouteValue {}
extension Double: RouteValue {}
extension Float: RouteValue {}
extension Int: RouteValue {}
extension Int8: RouteValue {}
extension Int16: RouteValue {}
extension Int32: RouteValue {}
extension Int64: RouteValue {}
extension UInt: RouteValue {}
extension UInt8: RouteValue {}
extension UInt16: RouteValue {}
extension UInt32: RouteValue {}
extension UInt64: RouteValue {}

extension UUID: RouteValue {
  /// Creates the identifier from its usual form of 36 characters.
  public init?(routeText text: String) { self.init(uuidString: text) }
}
