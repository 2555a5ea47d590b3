/// The text of a coder's error, as a part of a sentence.
enum DecodingReason {
  static func text(_ error: any Error) -> String {
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      """
      \(place(context.codingPath)) has no `\(key.stringValue)`; a state with a new property needs a new \
      `archiveVersion` and a migration
      """
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.dataCorrupted(let context):
      "\(place(context.codingPath)) does not have the type that the state needs (\(trimmed(context.debugDescription)))"
    case EncodingError.invalidValue(_, let context):
      "\(place(context.codingPath)) cannot be encoded (\(trimmed(context.debugDescription)))"
    default:
      trimmed("\(error)")
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    if path.isEmpty { return "it" }
    return "`" + path.map { key in key.intValue.map { "\($0)" } ?? key.stringValue }.joined(separator: ".")
      + "`"
  }

  private static func trimmed(_ text: String) -> String {
    text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
