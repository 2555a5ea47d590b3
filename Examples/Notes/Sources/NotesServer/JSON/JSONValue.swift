/// Any JSON value, before its shape is checked.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// An integer that fits.
  case integer(Int)
  case number(Double)
  case text(String)
  case list([JSONValue])
  case object([String: JSONValue])

  /// The name of the type, in sentences.
  var title: String {
    switch self {
    case .null: "null"
    case .bool: "true or false"
    case .integer: "a whole number"
    case .number: "a number with a fraction, or one that is too large"
    case .text: "a text"
    case .list: "a list"
    case .object: "an object"
    }
  }

  /// Applies a merge patch (RFC 7396): null removes a member, objects are merged, anything else replaces the
  /// value.
  func merged(with patch: JSONValue) -> JSONValue {
    guard case .object(let changes) = patch else { return patch }
    var members: [String: JSONValue] = [:]
    if case .object(let own) = self { members = own }
    for (name, change) in changes {
      members[name] = change == .null ? nil : (members[name] ?? .null).merged(with: change)
    }
    return .object(members)
  }
}

extension JSONValue: Decodable {
  init(from decoder: any Decoder) throws {
    if let members = try? decoder.container(keyedBy: Name.self) {
      var object: [String: JSONValue] = [:]
      for name in members.allKeys {
        object[name.stringValue] = try members.decode(JSONValue.self, forKey: name)
      }
      self = .object(object)
    } else if var values = try? decoder.unkeyedContainer() {
      var list: [JSONValue] = []
      while !values.isAtEnd { list.append(try values.decode(JSONValue.self)) }
      self = .list(list)
    } else {
      self = try Self.single(decoder.singleValueContainer())
    }
  }

  private static func single(_ value: any SingleValueDecodingContainer) throws -> JSONValue {
    if value.decodeNil() { return .null }
    if let text = try? value.decode(String.self) { return .text(text) }
    if let bool = try? value.decode(Bool.self) { return .bool(bool) }
    if let integer = try? value.decode(Int.self) { return .integer(integer) }
    return .number(try value.decode(Double.self))
  }

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}
