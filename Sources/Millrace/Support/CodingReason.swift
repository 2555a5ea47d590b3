/// The reason why a value could not be encoded or decoded, in a few words and with the place.
package enum CodingReason {
  package static func text(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      "there is no `\(key.stringValue)`" + place(context.codingPath)
    case DecodingError.typeMismatch(let type, let context):
      "there is no \(type)" + place(context.codingPath)
    case DecodingError.valueNotFound(let type, let context):
      "there is null where a \(type) should be" + place(context.codingPath)
    case DecodingError.dataCorrupted(let context):
      sentence(context.debugDescription) + place(context.codingPath)
    case EncodingError.invalidValue(_, let context):
      sentence(context.debugDescription) + place(context.codingPath)
    default: sentence("\(error)")
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
