import Foundation
import HTTPDaemon
import Millrace
import MillraceSync
import NotesModel
import WireFixture

@testable import NotesServer
@testable import NotesShelf

/// A server on a free port, for the length of a test.
struct TestServer {
  let port: Int
  private let server: Resident<NotesServer>

  /// Starts one, has a client talk to it, and ends it.
  static func with<Result: Sendable>(
    _ database: String? = nil, token: String? = nil, _ items: Item...,
    client: @escaping @Sendable (Int) throws -> Result
  ) async throws -> Result {
    let server = try await TestServer(database, token: token, items)
    let port = server.port
    do {
      let result = try await onThread { try client(port) }
      try await server.stop()
      return result
    } catch {
      try await server.stop()
      throw error
    }
  }

  /// Starts one; without the path of a database it keeps nothing.
  init(
    _ database: String? = nil, token: String? = nil, _ items: [Item] = [],
    environment: Millrace.StoreEnvironment = Millrace.StoreEnvironment()
  ) async throws {
    let log: any SharedLog =
      if let database { try await FileLog.open(database, log: ShelfLog.name) } else {
        MemoryLog(ShelfLog.name)
      }
    self = try await TestServer(
      sharing: log, isAlone: true, token: token, items, environment: environment)
  }

  /// Starts one on a log that it shares with others, or has alone.
  init(
    sharing log: any SharedLog, isAlone: Bool = false, options: ReplicaOptions = NotesServer.replicaOptions,
    token: String? = nil, _ items: [Item] = [],
    environment: Millrace.StoreEnvironment = Millrace.StoreEnvironment(),
    report: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    let file = SampleFile(items)
    server = try await Resident(on: ServerLoop()) { loop in
      let server = try await NotesServer(
        sharing: log, isAlone: isAlone, options: options, token: token, environment: environment,
        report: report, on: loop)
      if !items.isEmpty { _ = try await server.importItems(ImportItems(file), on: loop) }
      return server
    }
    port = try await Self.serve(server)
  }

  private static func serve(_ server: Resident<NotesServer>) async throws -> Int {
    try await server.use { server, loop in
      try server.serve(ListeningSocket(host: "127.0.0.1", port: 0), on: loop)
    }
  }

  func importItems(_ items: [Item]) async throws -> Int {
    let file = SampleFile(items)
    return try await server.use { try await $0.importItems(ImportItems(file), on: $1) }
  }

  func stop() async throws { await server.use { await $0.stop(on: $1) } }

  /// The shelf of now.
  var shelf: Shelf { get async { await server.use { server, _ in server.storage.withShelf { $0 } } } }

  /// The number of clients that follow the feed.
  var followers: Int { get async { await server.use { server, _ in server.followers.count } } }
}

extension SampleFile {
  init(_ items: [Item]) {
    self.init()
    for item in items {
      switch item {
      case .note(let note): posts.append(note)
      case .todo(let todo): todos.append(todo)
      case .user(let user): users.append(user)
      }
    }
  }
}

/// A folder for the length of a test.
final class TestFolder {
  let path = FileManager.default.temporaryDirectory.appendingPathComponent("notes-\(UUID())").path

  init() throws {
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }
}

extension Wire {
  /// Sends JSON and reads the answer.
  func json(_ method: String, _ target: String, _ body: String, _ headers: [String] = []) -> Answer? {
    ask(method, target, ["Content-Type: application/json"] + headers, body: body)
  }
}
