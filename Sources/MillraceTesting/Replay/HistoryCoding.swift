import Foundation

/// The coding of a history's lines.
enum HistoryCoding {
  private static let infinity = "inf"
  private static let negativeInfinity = "-inf"
  private static let notANumber = "nan"

  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    encoder.nonConformingFloatEncodingStrategy = .convertToString(
      positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
    return encoder
  }

  static func decoder() -> JSONDecoder {
    let decoder = JSONDecoder()
    decoder.nonConformingFloatDecodingStrategy = .convertFromString(
      positiveInfinity: infinity, negativeInfinity: negativeInfinity, nan: notANumber)
    return decoder
  }

  /// Returns a value as one line of JSON.
  static func text(_ value: some Encodable, _ encoder: JSONEncoder = encoder()) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// Returns a line of the kernel's fields and the application's message and state.
  ///
  /// Those two are JSON already: a state is compared as text before it is known whether it belongs in the
  /// line.
  static func line(
    _ fields: some Encodable, message: String? = nil, state: String? = nil, _ encoder: JSONEncoder
  ) throws -> String {
    var line = try text(fields, encoder)
    if message == nil && state == nil { return line }
    line.removeLast()
    if let message { line += ",\"message\":\(message)" }
    if let state { line += ",\"state\":\(state)" }
    return line + "}"
  }
}
