import Foundation

/// How the lines of a history are written and read.
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

  /// A value as JSON, in one line.
  static func text(_ value: some Encodable, _ encoder: JSONEncoder = encoder()) throws -> String {
    String(decoding: try encoder.encode(value), as: UTF8.self)
  }

  /// A line of what the kernel says, with what the application's types say of themselves beside it.
  ///
  /// Those are JSON already: a state is compared as text before it is known whether it belongs in the line.
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

/// The application's part of a line.
struct HistoryMessage<Message: Decodable>: Decodable {
  let message: Message
}

/// The state in a line.
struct HistoryState<State: Decodable>: Decodable {
  let state: State
}
