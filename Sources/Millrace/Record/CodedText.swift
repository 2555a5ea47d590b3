// Types of the vocabulary that are archived as their text, in which they stand in links and exports as well.

extension Decoder {
  /// Reads a value from its text.
  ///
  /// - Parameter name: The words for the type in the error about another text.
  func valueOfText<Value: LosslessStringConvertible>(_ name: String) throws -> Value {
    let text = try singleValueContainer().decode(String.self)
    if let value = Value(text) { return value }
    throw DecodingError.dataCorrupted(
      .init(codingPath: codingPath, debugDescription: "`\(text)` is not \(name)"))
  }
}

extension LosslessStringConvertible {
  /// Writes the text of a value.
  func encodeText(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
