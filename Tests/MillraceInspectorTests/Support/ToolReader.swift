import Millrace
import MillraceCoding
import MillraceInspectorWire
import Testing

@testable import MillraceInspector

/// The home of the flows in these tests.
@globalActor
actor InspectorActor {
  static let shared = InspectorActor()
}

/// Reads the events of a fake tool in order.
@InspectorActor
final class ToolReader {
  let tool: FakeTool
  private var iterator: AsyncStream<FakeTool.Event>.Iterator
  private(set) var frames: [FakeFrame] = []
  private var requests = 0
  /// Connections that have come while something else was awaited: the end of one and the beginning of the
  /// next are told by different threads.
  private var connections: [FakeConnection] = []

  init(_ tool: FakeTool) {
    self.tool = tool
    iterator = tool.events.makeAsyncIterator()
  }

  private func next() async throws -> FakeTool.Event {
    var moved = iterator
    defer { iterator = moved }
    guard let event = await moved.next(isolation: #isolation) else {
      throw FakeFailure(reason: "no more events")
    }
    return event
  }

  /// Waits for a connection.
  func connection() async throws -> FakeConnection {
    if !connections.isEmpty { return connections.removeFirst() }
    while true {
      switch try await next() {
      case .connected(let connection): return connection
      case .frame(let frame): frames.append(frame)
      case .cut: break
      }
    }
  }

  func untilCut() async throws {
    while true {
      switch try await next() {
      case .cut: return
      case .frame(let frame): frames.append(frame)
      case .connected(let connection): connections.append(connection)
      }
    }
  }

  /// Waits for a frame; those before it are kept in `frames`.
  @discardableResult
  func frame(_ isWanted: (FakeFrame) -> Bool) async throws -> FakeFrame {
    while true {
      switch try await next() {
      case .frame(let frame):
        frames.append(frame)
        if isWanted(frame) { return frame }
      case .cut: throw FakeFailure(reason: "the connection was cut")
      case .connected(let connection): connections.append(connection)
      }
    }
  }

  /// Waits for a frame; nil if the connection is cut before.
  func frameOrConnection(_ isWanted: (FakeFrame) -> Bool) async throws -> FakeFrame? {
    while true {
      switch try await next() {
      case .frame(let frame):
        frames.append(frame)
        if isWanted(frame) { return frame }
      case .cut: return nil
      case .connected(let connection): connections.append(connection)
      }
    }
  }

  @discardableResult
  func frame(_ kind: String) async throws -> FakeFrame { try await frame { $0.kind == kind } }

  /// Waits for the turn with a number, unless it has come already.
  @discardableResult
  func turn(_ number: UInt64) async throws -> FakeFrame {
    if let seen = frames.first(where: { $0["turn"]?.number == number }) { return seen }
    return try await frame { $0["turn"]?.number == number }
  }

  /// Sends a request, and waits for its answer.
  func ask(_ connection: FakeConnection, _ operation: String, _ body: String = "") async throws -> FakeFrame {
    requests += 1
    let number = requests
    connection.request(number, operation, body)
    return try await frame { $0["answer"]?.number == UInt64(number) }
  }

  func turns() -> [UInt64] { frames.compactMap { $0["turn"]?.number } }
}

/// A store for these tests.
struct Shelf: Codable, Hashable, Sendable {
  var notes: [String] = []
  var count = 0
  var token = "secret"
}

enum ShelfMessage: Codable, Hashable, Sendable {
  case added(String)
  case counted(by: Int)
  case cleared
  case signedIn(token: String)
}

@InspectorActor
func makeShelf(
  flow: Flow, name: String = "shelf",
  effect: @escaping (ShelfMessage) -> Effect<ShelfMessage> = { _ in .none }
) -> Store<Shelf, ShelfMessage> {
  Store(Shelf(), of: ShelfMessage.self, name: name, flow: flow) { shelf, message in
    switch message {
    case .added(let note): shelf.notes.append(note)
    case .counted(let number): shelf.count = shelf.count &* 31 &+ number
    case .cleared: shelf.notes = []
    case .signedIn(let token): shelf.token = token
    }
    return effect(message)
  }
}

extension Inspector {
  @discardableResult
  func showShelf(_ store: Store<Shelf, ShelfMessage>) -> Inspector {
    show(store, state: RecordSchema("shelf", version: 1), messages: RecordSchema("note", version: 2))
  }
}

/// Collects the errors of a flow, and lets a test wait for the next one.
final class ErrorBox: Sendable {
  let errors: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() { (errors, continuation) = AsyncStream.makeStream(of: String.self) }

  func add(_ error: FlowError) { continuation.yield("\(error)") }

  func next() async -> String {
    var iterator = errors.makeAsyncIterator()
    return await iterator.next() ?? ""
  }
}
