import Foundation

/// One line of a history, read as far as possible without the application's types.
struct HistoryEntry: Sendable {
  enum Item: Sendable {
    case store(HistoryStore)
    case turn(HistoryTurn)
    case interval(HistoryInterval)
    case end(HistoryEnd)
  }

  /// The line number, from 1.
  let number: Int
  let item: Item
  let hasState: Bool
  /// The line itself, for the parts that only the application's types can read.
  let data: Data

  /// Creates an entry from a line that is not the first.
  init(_ data: Data, number: Int, _ decoder: JSONDecoder) throws {
    self.number = number
    self.data = data
    let form = try decoder.decode(Form.self, from: data)
    item = form.item
    hasState = form.hasState
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
