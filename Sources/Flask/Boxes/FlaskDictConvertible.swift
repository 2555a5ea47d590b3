/// A value that can be an entry of a ``FlaskDictRef``.
///
/// Numbers, texts, Booleans, lists and dictionaries of these, optionals, dictionaries of this kind and
/// references to objects conform, so that variables can be mixed with literals:
///
/// ```swift
/// app.prop.map = FlaskDictRef(["name": name, "count": list.count])
/// app.prop.map["name"] = name
/// ```
///
/// A type of your own conforms by returning one of the kinds of ``FlaskDictRef/Value``.
public protocol FlaskDictConvertible {
  /// The value as an entry.
  var flaskDictValue: FlaskDictRef.Value { get }
}

extension FlaskDictRef {
  /// Creates a dictionary from variables, or from variables and literals.
  public convenience init(_ entries: [String: any FlaskDictConvertible]) {
    self.init(entries.mapValues { $0.flaskDictValue })
  }
}

extension FlaskDictRef.Value {
  /// Creates the entry for a value of a type of Swift.
  public init(_ value: some FlaskDictConvertible) { self = value.flaskDictValue }
}

extension FlaskDictConvertible where Self: BinaryInteger {
  /// The integer, or the nearest floating-point number if it is larger than an `Int`.
  public var flaskDictValue: FlaskDictRef.Value {
    Int(exactly: self).map { .int($0) } ?? .double(Double(self))
  }
}

extension FlaskDictConvertible where Self: BinaryFloatingPoint {
  /// The number.
  public var flaskDictValue: FlaskDictRef.Value { .double(Double(self)) }
}

extension Int: FlaskDictConvertible {}
extension Int8: FlaskDictConvertible {}
extension Int16: FlaskDictConvertible {}
extension Int32: FlaskDictConvertible {}
extension Int64: FlaskDictConvertible {}
extension UInt: FlaskDictConvertible {}
extension UInt8: FlaskDictConvertible {}
extension UInt16: FlaskDictConvertible {}
extension UInt32: FlaskDictConvertible {}
extension UInt64: FlaskDictConvertible {}
extension Double: FlaskDictConvertible {}
extension Float: FlaskDictConvertible {}

extension Bool: FlaskDictConvertible {
  /// The Boolean value.
  public var flaskDictValue: FlaskDictRef.Value { .bool(self) }
}

extension String: FlaskDictConvertible {
  /// The text.
  public var flaskDictValue: FlaskDictRef.Value { .string(self) }
}

extension Optional: FlaskDictConvertible where Wrapped: FlaskDictConvertible {
  /// The wrapped value, or null.
  public var flaskDictValue: FlaskDictRef.Value { self?.flaskDictValue ?? .null }
}

extension Array: FlaskDictConvertible where Element: FlaskDictConvertible {
  /// The list.
  public var flaskDictValue: FlaskDictRef.Value { .array(map { $0.flaskDictValue }) }
}

extension Dictionary: FlaskDictConvertible where Key == String, Value: FlaskDictConvertible {
  /// The nested dictionary.
  public var flaskDictValue: FlaskDictRef.Value {
    .dictionary(FlaskDictRef(mapValues { $0.flaskDictValue }))
  }
}

extension FlaskDictRef: FlaskDictConvertible {
  /// The dictionary, nested in another.
  public var flaskDictValue: Value { .dictionary(self) }
}

extension FlaskDictRef.Value: FlaskDictConvertible {
  /// The entry itself.
  public var flaskDictValue: Self { self }
}

extension FlaskRef: FlaskDictConvertible {
  /// The object, or null.
  public var flaskDictValue: FlaskDictRef.Value { object.map { .object($0) } ?? .null }
}
