public import Foundation
public import Millrace

/// A transport that opens WebSockets.
public protocol WebSocketTransport: Sendable {
  /// Opens a connection; returns when the server has accepted it.
  ///
  /// The calling task is cancelled when the subscription ends; the method must then return soon.
  ///
  /// - Throws: ``WebSocketError`` when it could not be opened.
  func connect(
    to url: URL, protocols: [String], headers: [String: String]
  ) async throws -> any WebSocketConnection
}

/// An open WebSocket.
public protocol WebSocketConnection: Sendable {
  /// Waits for the next event; ``WebSocketEvent/closed(code:reason:)`` is the last.
  ///
  /// - Throws: ``WebSocketError`` when the connection is lost; soon, and any error, when its task is
  ///   cancelled.
  func receive() async throws -> WebSocketEvent

  /// Sends content; returns when the system has taken it.
  ///
  /// - Throws: ``WebSocketError`` when the connection is lost.
  func send(_ content: WebSocketContent) async throws

  /// Tells the server that the connection ends, and closes it; may be called more than once.
  func close()
}

/// The registry of an environment's open WebSockets, by id.
///
/// All environments share one, over `URLSession`, unless they are given others. Stores that use the same ids
/// at the same time, such as those of two windows, need one each:
///
/// ```swift
/// var environment = StoreEnvironment()
/// environment[WebSockets.self] = WebSockets()
/// ```
public final class WebSockets: StoreEnvironmentKey, Sendable {
  /// The registry that environments share by default.
  public static let defaultValue = WebSockets()

  /// The transport that opens the connections.
  public let transport: any WebSocketTransport

  private struct State {
    var next = 0
    var open: [Int: (id: EffectID, connection: any WebSocketConnection)] = [:]
  }

  private let state = Locked(State())

  /// Creates a registry of WebSockets that a transport opens.
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

  func remove(_ number: Int) {
    _ = state.withLock { $0.open.removeValue(forKey: number) }
  }

  func connection(_ id: EffectID) throws(WebSocketError) -> any WebSocketConnection {
    let found = state.withLock { $0.open.values.filter { $0.id == id }.map(\.connection) }
    guard let connection = found.first else { throw .notOpen(id) }
    if found.count > 1 { throw .ambiguous(id) }
    return connection
  }
}
