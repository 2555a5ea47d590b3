import Millrace
import MillraceCoding
import MillraceInspectorWire

/// A request of the tool, whose body is not read yet.
struct InspectorRequest: Sendable {
  enum Operation: String, Sendable {
    case sample, facts, compute, show, present, send, keep
  }

  let number: UInt64
  /// The operation; nil for one that this version does not know.
  let operation: Operation?
  /// The name of the operation, as the tool wrote it.
  let name: String
  /// True if whole states are asked for.
  let isFull: Bool
  let body: [UInt8]

  /// Reads the head of a frame.
  ///
  /// - Returns: Nil for a frame that is no request, which is ignored.
  /// - Throws: `RequestError` for a head that is no JSON object; the connection then ends.
  init?(_ frame: Frame) throws(RequestError) {
    let head: JournalValue
    do throws(JournalCodingError) {
      head = try JournalValue(json: frame.head)
    } catch {
      throw RequestError("The head of a frame is not JSON. \(error)")
    }
    guard case .object(let members) = head else {
      throw RequestError("The head of a frame is not a JSON object. Send one object in each head.")
    }
    guard members.first?.key == "request", let number = members[0].value.number else { return nil }
    self.number = number
    name = head["do"]?.text ?? ""
    operation = Operation(rawValue: name)
    isFull = head["full"] == .bool(true)
    body = frame.body
  }
}

/// The reason why a request is not carried out, as a sentence.
struct RequestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// The body of a request.
///
/// Bodies come from a tool that has proved itself, and may still have any contents: each member is checked.
struct RequestBody {
  private let value: JournalValue

  init(_ bytes: [UInt8]) throws(RequestError) {
    do throws(JournalCodingError) {
      value = try JournalValue(json: bytes)
    } catch {
      throw RequestError("The body of the request cannot be read. \(error)")
    }
  }

  /// The states of the member `states`, by their stores.
  func states() throws(RequestError) -> [(store: String, value: SentValue)] {
    var states: [(store: String, value: SentValue)] = []
    for item in try list("states") { states.append(try Self.sent(item, "state")) }
    return states
  }

  /// The turns of the member `turns`; without a value where the tool got no message with a kind.
  func turns() throws(RequestError) -> [(turn: UInt64, store: String, value: SentValue?)] {
    var turns: [(turn: UInt64, store: String, value: SentValue?)] = []
    for item in try list("turns") {
      guard let turn = item["turn"]?.number else {
        throw RequestError("A turn of the request has no number. Write it as the member `turn`.")
      }
      if let store = item["store"]?.text, item["kind"] ?? .null == .null {
        turns.append((turn, store, nil))
      } else {
        let (store, value) = try Self.sent(item, "message")
        turns.append((turn, store, value))
      }
    }
    return turns
  }

  /// The message of a request to send.
  func message() throws(RequestError) -> (store: String, value: SentValue) {
    try Self.sent(value, "message")
  }

  /// The numbers of the member `want`.
  func want() throws(RequestError) -> [UInt64] {
    var wanted: [UInt64] = []
    for item in try list("want") {
      guard let number = item.number else {
        throw RequestError("A wanted turn of the request is not a number.")
      }
      wanted.append(number)
    }
    return wanted
  }

  /// The names of the member `stores`; nil if there is none.
  func stores() throws(RequestError) -> [String]? {
    guard let items = value["stores"] else { return nil }
    guard let names = items.array.map({ $0.compactMap(\.text) }), names.count == items.array?.count else {
      throw RequestError("The member `stores` of the request is not a list of names.")
    }
    return names
  }

  func turn() throws(RequestError) -> UInt64 {
    guard let turn = value["turn"]?.number else {
      throw RequestError("The request names no turn. Write its number as the member `turn`.")
    }
    return turn
  }

  /// The reason in the member `why`, at most 500 characters; nil without one.
  func why() -> String? {
    value["why"]?.text.flatMap { $0.isEmpty ? nil : String($0.prefix(500)) }
  }

  private func list(_ name: String) throws(RequestError) -> [JournalValue] {
    guard let member = value[name] else { return [] }
    guard let items = member.array else {
      throw RequestError("The member `\(name)` of the request is not a list.")
    }
    return items
  }

  private static func sent(
    _ item: JournalValue, _ name: String
  ) throws(RequestError) -> (store: String, value: SentValue) {
    guard let store = item["store"]?.text, let kind = item["kind"]?.text.flatMap({ SchemaKind($0) }),
      let value = item[name]
    else {
      throw RequestError(
        "A \(name) of the request is not complete. Write the members `store`, `kind` as `name@version`, and `\(name)`."
      )
    }
    return (store, SentValue(kind: kind, value: value))
  }
}
