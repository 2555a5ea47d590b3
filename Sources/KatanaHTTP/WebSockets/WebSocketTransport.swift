public import Foundation
public import Millrace

/// Opens WebSockets.
public protocol WebSocketTransport: Sendable {
  /// A connection, when the server has agreed to it.
  ///
  /// It is called in a task that is cancelled when the subscription ends, and must then return soon.
  ///
  /// - Throws: ``WebSocketError`` when it could not be opened.
  func connect(
    to url: URL, protocols: [String], headers: [String: String]
  ) async throws -> any WebSocketConnection
}

/// An open WebSocket.
public protocol WebSocketConnection: Sendable {
  /// What comes next; ``WebSocketEvent/closed(code:reason:)`` is the last.
  ///
  /// - Throws: ``WebSocketError`` when the connection is lost; soon, whatever it likes, when its task is
  ///   cancelled.
  func receive() async throws -> WebSocketEvent

  /// Sends; returns when the system has it.
  ///
  /// - Throws: ``WebSocketError`` when the connection is lost.
  func send(_ content: WebSocketContent) async throws

  /// Tells the server that this is the end, and lets go; may be called more than once.
  func close()
}

/// Where the open WebSockets of an environment are found by their ids.
///
/// All environments share one, over `URLSession`, unless they are given others. Stores that use the same ids
/// at the same time, such as those of two windows, need one each:
///
/// ```swift
/// var environment = StoreEnvironment()
/// environment[WebSockets.self] = WebSockets()
/// ```
public final class WebSockets: StoreEnvironmentKey, Sendable {
  /// The one of every environment that is given no other.
  public static let defaultValue = WebSockets()

  /// What opens the connections.
  public let transport: any WebSocketTransport

  private struct State {
    var next = 0
    var open: [Int: (id: EffectID, connection: any WebSocketConnection)] = [:]
  }

  private let state = Locked(State())

  /// A place for WebSockets that a transport opens.
  public init(transport: any WebSocketTransport = URLSessionWebSocketTransport()) {
    self.transport = transport
  }

  func add(_ connection: any WebSocketConnection, id: EffectID?) -> Int {
    state.withLock { state in
      state.next += 1
      if let id { state.open[state.next] = (id, connection) }
      return state.next
    }
  }

  func remove(_ ticket: Int) {
    _ = state.withLock { $0.open.removeValue(forKey: ticket) }
  }

  func connection(_ id: EffectID) throws(WebSocketError) -> any WebSocketConnection {
    let found = state.withLock { $0.open.values.filter { $0.id == id }.map(\.connection) }
    guard let connection = found.first else { throw .notOpen(id) }
    if found.count > 1 { throw .ambiguous(id) }
    return connection
  }
}
