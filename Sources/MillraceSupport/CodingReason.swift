/// The reason why a value could not be encoded or decoded, in a few words and with the place.
package enum CodingReason {
  package static func text(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "the key `\(key.stringValue)` is missing" + place(context.codingPath)
    case DecodingError.typeMismatch(let type, let context):
      "\(name(of: type)) is missing" + place(context.codingPath)
    case DecodingError.valueNotFound(let type, let context):
      "the value is null instead of a \(type)" + place(context.codingPath)
    case DecodingError.dataCorrupted(let context):
      sentence(context.debugDescription) + place(context.codingPath)
    case EncodingError.invalidValue(_, let context):
      sentence(context.debugDescription) + place(context.codingPath)
    default: sentence("\(error)")
    }
  }

  private static func name(of type: Any.Type) -> String {
    switch type {
    case is [String: Any].Type: "an object"
    case is [Any].Type: "a list"
    default: "a \(type)"
    }
  }

  private static func sentence(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }

  private static func place(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "" }
    return " at `" + path.map { $0.intValue.map(String.init) ?? $0.stringValue }.joined(separator: ".") + "`"
  }
}
