import Foundation
import Millrace

/// One line of a history, read as far as possible without the application's types.
struct HistoryEntry: Sendable {
  enum Item: Sendable {
    case store(HistoryStore)
    /// A store that continues, in a journal, from a state or with the one that it has.
    case restored(store: String)
    case turn(HistoryTurn)
    case interval(HistoryInterval)
    /// An effect that no recorded turn has requested begins, as a durable effect that a start begins again.
    case begun(HistoryInterval)
    case end(HistoryEnd)
  }

  /// The line number, from 1.
  let number: Int
  let item: Item
  let hasState: Bool
  /// The line itself, for the parts that only the application's types can read.
  let data: Data
  /// The kind of the message or of the state; nil in a history of a recorder.
  let kind: SchemaKind?

  init(_ item: Item, number: Int, hasState: Bool = false, _ data: Data, _ kind: SchemaKind? = nil) {
    self.item = item
    self.number = number
    self.hasState = hasState
    self.data = data
    self.kind = kind
  }

  /// Creates an entry from a line that is not the first.
  init(_ data: Data, number: Int, _ decoder: JSONDecoder) throws {
    let form = try decoder.decode(Form.self, from: data)
    self.init(form.item, number: number, hasState: form.hasState, data)
  }

  private struct Form: Decodable {
    enum Key: String, CodingKey {
      case enters, turn, after, end, state, message
    }

    let item: Item
    let hasState: Bool

    init(from decoder: any Decoder) throws {
      let keys = try decoder.container(keyedBy: Key.self)
      hasState = keys.contains(.state)
      if keys.contains(.turn) {
        if !keys.contains(.message) { throw Self.problem("the key `message` is missing", decoder) }
        item = .turn(try HistoryTurn(from: decoder))
      } else if keys.contains(.after) {
        item = .interval(try HistoryInterval(from: decoder))
      } else if keys.contains(.enters) {
        if !hasState { throw Self.problem("the key `state` is missing", decoder) }
        item = .store(try HistoryStore(from: decoder))
      } else if keys.contains(.end) {
        item = .end(try HistoryEnd(from: decoder))
      } else {
        throw Self.problem("it is not an entry of a history", decoder)
      }
    }

    private static func problem(_ text: String, _ decoder: any Decoder) -> any Error {
      DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: text))
    }
  }
}

extension HistoryEntry {
  /// The store that begins with this line; nil if none does.
  var enteringStore: String? {
    switch item {
    case .store(let line): line.enters
    case .restored(let store): store
    case .turn, .interval, .begun, .end: nil
    }
  }
}

/// The part of a line that only the application's types can read.
enum HistoryPart: String, CodingKey {
  case message, state
}

extension HistoryEntry {
  /// Reads the message or the state in the line.
  func value<Value>(
    _ part: HistoryPart, of store: String, _ read: @escaping (any Decoder) throws -> Value
  ) throws(HistoryError) -> Value {
    try decoding(part, of: store, Value.self) {
      try HistoryCoding.decoder().decode(
        HistoryValue<Value>.self, from: data,
        configuration: HistoryValue.Configuration(part: part, isPlain: kind != nil, read: read)
      ).value
    }
  }

  /// Makes a value of the message or the state in the line.
  func decoding<Value, Result>(
    _ part: HistoryPart, of store: String, _ type: Value.Type, _ body: () throws -> Result
  ) throws(HistoryError) -> Result {
    try HistoryError.catching(body) {
      .notDecodable(line: number, store: store, part: part.rawValue, type: "\(type)", reason: $0)
    }
  }

  /// Reads a message or a state of a type that decodes itself.
  func value<Value: Decodable>(_ part: HistoryPart, of store: String) throws(HistoryError) -> Value {
    try value(part, of: store) { try $0.singleValueContainer().decode(Value.self) }
  }
}

private struct HistoryValue<Value>: DecodableWithConfiguration {
  struct Configuration {
    let part: HistoryPart
    let isPlain: Bool
    let read: (any Decoder) throws -> Value
  }

  let value: Value

  init(from decoder: any Decoder, configuration: Configuration) throws {
    let decoder = try decoder.container(keyedBy: HistoryPart.self).superDecoder(forKey: configuration.part)
    value = try configuration.read(configuration.isPlain ? PlainDecoder(base: decoder) : decoder)
  }
}
