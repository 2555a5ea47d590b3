import Foundation
import HTTPDaemon
import MillraceInspectorWire
import MillraceJournal
import WireFixture

@testable import InspectorServer

/// A tool on free ports, for the length of a test.
final class TestTool: Sendable {
  static let token = "00112233445566778899aabbccddeeff"

  let port: Int
  let key = HexBlock.random()
  let server: Resident<InspectorServer>
  private let listener: ApplicationListener
  let lines = LineLog()

  init(keep: UInt64 = 1 << 30, socket: String? = nil) async throws {
    let lines = lines
    server = try await Resident(on: ServerLoop()) { _ in
      try InspectorServer(token: Self.token) { lines.add($0) }
    }
    port = try await server.use { server, loop in
      try server.serve(ListeningSocket(host: "127.0.0.1", port: 0), on: loop)
    }
    listener = try ApplicationListener(
      for: Applications(server), path: socket, keep: keep, key: key, log: { lines.add($0) })
    listener.start()
  }

  /// Runs a tool, and a test on a thread of its own.
  static func with<Result: Sendable>(
    keep: UInt64 = 1 << 30, socket: String? = nil, opening files: [String] = [],
    _ test: @escaping @Sendable (TestTool) throws -> Result
  ) async throws -> Result {
    let tool = try await TestTool(keep: keep, socket: socket)
    do {
      for path in files { try await FileOpening(tool.server).open(path) }
      let result = try await onThread { try test(tool) }
      await tool.stop()
      return result
    } catch {
      await tool.stop()
      throw error
    }
  }

  func stop() async {
    await listener.stop()
    await server.use { server, loop in server.stop(on: loop) }
  }

  /// The address for an application.
  var address: InspectorAddress { listener.addresses[0] }

  var applicationPort: Int {
    for address in listener.addresses {
      if case .tcp(_, let port) = address.endpoint { return Int(port) }
    }
    return 0
  }

  var authorization: String { "Authorization: Bearer \(Self.token)" }

  /// Asks for JSON.
  func get(_ path: String, status: Int = 200) throws -> JournalValue {
    try answer(Wire(port).ask("GET", path, [authorization]), status)
  }

  /// Sends JSON.
  func post(_ path: String, _ body: String, status: Int = 200) throws -> JournalValue {
    try answer(
      Wire(port).ask("POST", path, [authorization, "Content-Type: application/json"], body: body), status)
  }

  /// Asks for something that needs the application's answer, which the closure gives meanwhile.
  func get(
    _ path: String, status: Int = 200, meanwhile: () throws -> Void
  ) throws -> JournalValue {
    let wire = try Wire(port)
    wire.request("GET", path, [authorization])
    try meanwhile()
    return try answer(wire.answer(), status)
  }

  /// Sends something that needs the application's answer, which the closure gives meanwhile.
  func post(
    _ path: String, _ body: String, status: Int = 200, meanwhile: () throws -> Void
  ) throws -> JournalValue {
    let wire = try Wire(port)
    wire.request("POST", path, [authorization], body: body)
    try meanwhile()
    return try answer(wire.answer(), status)
  }

  /// Asks for a file, while the application answers what it is asked.
  func file(_ path: String, meanwhile: () throws -> Void = {}) throws -> String {
    let wire = try Wire(port)
    wire.request("GET", path, [authorization])
    try meanwhile()
    guard let answer = wire.answer() else { throw POSIXError(.ECONNRESET) }
    guard answer.status == 200 else { throw UnexpectedAnswer(status: answer.status, text: answer.text) }
    return String(decoding: answer.body, as: UTF8.self)
  }

  private func answer(_ answer: Wire.Answer?, _ status: Int) throws -> JournalValue {
    guard let answer else { throw POSIXError(.ECONNRESET) }
    guard answer.status == status else { throw UnexpectedAnswer(status: answer.status, text: answer.text) }
    return try JournalValue(json: answer.body)
  }

  struct UnexpectedAnswer: Error {
    let status: Int
    let text: String
  }

  /// Follows the changes until a history is as wanted, and returns it.
  @discardableResult
  func history(where isWanted: (JournalValue) -> Bool) throws -> JournalValue {
    try ChangeReader(self).history(where: isWanted)
  }

  /// Waits until the last turn of a history has come, and returns the history's number.
  @discardableResult
  func waitForTurn(_ turn: Int) throws -> Int {
    try history { $0["last"] == .integer(Int64(turn)) }["id"]?.int ?? 0
  }
}

/// The stream of changes, read line by line.
final class ChangeReader {
  private let wire: Wire
  private var rest: [UInt8] = []

  init(_ tool: TestTool) throws {
    wire = try Wire(tool.port)
    wire.request("GET", "/api/changes", [tool.authorization])
    guard wire.head().hasPrefix("HTTP/1.1 200") else { throw POSIXError(.EPROTO) }
  }

  func next() throws -> JournalValue {
    while true {
      if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = Array(rest[..<end])
        rest.removeFirst(end + 1)
        return try JournalValue(json: line)
      }
      guard let chunk = wire.chunk(), !chunk.isEmpty else { throw POSIXError(.ECONNRESET) }
      rest += chunk
    }
  }

  func history(where isWanted: (JournalValue) -> Bool) throws -> JournalValue {
    while true {
      if let history = try next()["history"], isWanted(history) { return history }
    }
  }
}

/// The lines for people that a tool has written.
final class LineLog: @unchecked Sendable {
  // Sound: the lines are used under the lock.
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) { lock.withLock { lines.append(line) } }
  var all: [String] { lock.withLock { lines } }
}

extension JournalValue {
  /// A whole number.
  var int: Int? {
    if case .integer(let number) = self { Int(number) } else { nil }
  }

  var string: String? {
    if case .text(let text) = self { text } else { nil }
  }

  var list: [JournalValue] {
    if case .array(let list) = self { list } else { [] }
  }

  /// The member at a path.
  func at(_ path: String...) -> JournalValue? {
    path.reduce(self) { $0?[$1] }
  }
}
