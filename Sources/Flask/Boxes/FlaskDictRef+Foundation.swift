public import Foundation
import Millrace

/// Dictionaries of Foundation, and those of any values, as `JSONSerialization` returns them.
extension FlaskDictRef {
  /// Creates a dictionary from values whose types are known only at run time.
  ///
  /// - Parameter dictionary: Texts, numbers, Booleans, `NSNull`, ``FlaskDictConvertible`` values, and arrays
  ///   and dictionaries of these.
  /// - Throws: ``FlaskDictError`` if there is another value, or it is nested more than 500 levels deep.
  @_disfavoredOverload
  public convenience init(_ dictionary: [String: Any]) throws(FlaskDictError) {
    self.init(try FoundationValues.entries(of: dictionary.lazy.map { ($0, $1) }, under: []))
  }

  /// Creates a dictionary from one of Foundation's.
  ///
  /// - Parameter dictionary: Texts, numbers, Booleans, `NSNull`, and arrays and dictionaries of these.
  /// - Throws: ``FlaskDictError`` if there is another value, a key is no text, or it is nested more than 500
  ///   levels deep.
  @_disfavoredOverload
  public convenience init(_ dictionary: NSDictionary) throws(FlaskDictError) {
    self.init(try FoundationValues.entries(of: dictionary.lazy.map { ($0.key, $0.value) }, under: []))
  }
}

extension CGFloat: FlaskDictConvertible {}

/// The conversion of values whose types are known only at run time.
private enum FoundationValues {
  static func entries(
    of pairs: some Sequence<(Any, Any)>, under path: [String]
  ) throws(FlaskDictError) -> [String: FlaskDictRef.Value] {
    var entries: [String: FlaskDictRef.Value] = [:]
    for (key, value) in pairs {
      guard let key = text(key) else { throw .keyIsNoText(key: "\(key)", below: name(path)) }
      entries[key] = try entry(for: value, at: path + [key])
    }
    return entries
  }

  private static func entry(for value: Any, at path: [String]) throws(FlaskDictError) -> FlaskDictRef.Value {
    if path.count > JSONNesting.deepest || StackRoom.isShort { throw .tooDeep(limit: JSONNesting.deepest) }
    if type(of: value) is AnyClass { return try entry(forObject: value as AnyObject, at: path) }
    // No cast to a class below: Foundation would convert the value for it, with all that is nested in it.
    switch value {
    case let value as any FlaskDictConvertible:
      return value.flaskDictValue
    case let value as any MaybeAbsent:
      guard let present = value.present else { return .null }
      return try entry(for: present, at: path)
    case let dictionary as [String: Any]:
      return .dictionary(FlaskDictRef(try entries(of: dictionary.lazy.map { ($0, $1) }, under: path)))
    case let list as [Any]:
      return try entry(forList: list, at: path)
    default:
      throw .unsupported(key: name(path), type: "\(type(of: value))")
    }
  }

  private static func entry(
    forObject object: AnyObject, at path: [String]
  ) throws(FlaskDictError) -> FlaskDictRef.Value {
    switch object {
    case is NSNull:
      return .null
    case let number as NSNumber:
      return entry(for: number)
    case let text as NSString:
      return .string("\(text)")
    case let dictionary as NSDictionary:
      return .dictionary(
        FlaskDictRef(try entries(of: dictionary.lazy.map { ($0.key, $0.value) }, under: path)))
    case let list as NSArray:
      return try entry(forList: Array(list), at: path)
    case let value as any FlaskDictConvertible:
      return value.flaskDictValue
    default:
      throw .unsupported(key: name(path), type: "\(type(of: object))")
    }
  }

  private static func text(_ key: Any) -> String? {
    type(of: key) is AnyClass ? (key as? NSString).map { "\($0)" } : key as? String
  }

  private static func entry(
    forList list: [Any], at path: [String]
  ) throws(FlaskDictError) -> FlaskDictRef.Value {
    var values: [FlaskDictRef.Value] = []
    for (index, value) in list.enumerated() { values.append(try entry(for: value, at: path + ["\(index)"])) }
    return .array(values)
  }

  private static func entry(for number: NSNumber) -> FlaskDictRef.Value {
    switch UInt8(bitPattern: number.objCType.pointee) {
    // The type of a Boolean value is that of a C `char`, which has more values.
    case UInt8(ascii: "c") where [0, 1].contains(number.int8Value), UInt8(ascii: "B"):
      .bool(number.boolValue)
    case UInt8(ascii: "d"), UInt8(ascii: "f"): .double(number.doubleValue)
    case UInt8(ascii: "Q"): .init(number.uint64Value)
    default: .int(number.intValue)
    }
  }

  private static func name(_ path: [String]) -> String { path.joined(separator: ".") }
}

/// An optional of any type.
private protocol MaybeAbsent {
  var present: Any? { get }
}

extension Optional: MaybeAbsent {
  fileprivate var present: Any? { self }
}
