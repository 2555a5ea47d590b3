/// A type that arguments and query values can be read as.
///
/// A type that is made from a raw value, or from text, only needs to say so:
///
/// ```swift
/// enum Tab: String, RouteValue { case posts, likes }
/// let tab = try location.queryValue("tab", as: Tab.self)
/// ```
public protocol RouteValue {
  /// The value that a text of a route stands for, or nil where it stands for none.
  init?(routeText text: String)
}

extension RouteValue where Self: LosslessStringConvertible {
  /// The value that prints as this text.
  public init?(routeText text: String) { self.init(text) }
}

extension RouteValue where Self: RawRepresentable, RawValue: RouteValue {
  /// The value whose raw value this text stands for.
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
