import Synchronization

/// A small HTTP server on this machine, for tests and examples.
///
/// The kernel chooses its port. Each connection is served by a thread of its own, and `respond` is called on
/// that thread, so it may block.
///
/// ```swift
/// let server = try HTTPFixture { request in
///   request.path == "/user" ? .init(body: #"{"name":"ada"}"#) : .init(status: 404)
/// }
/// defer { server.stop() }
/// ```
///
/// It speaks HTTP/1.1 with bodies of a stated length or in chunks, keeps connections open, and can become a
/// WebSocket (RFC 6455). It is made to be asked by a well-meaning client, not to face the internet.
public final class HTTPFixture: Sendable {
  /// The port it listens at.
  public let port: UInt16
  /// The address without a path, such as `http://127.0.0.1:49152`.
  public var url: String { "http://127.0.0.1:\(port)" }
  /// The address for WebSockets without a path, such as `ws://127.0.0.1:49152`.
  public var webSocketURL: String { "ws://127.0.0.1:\(port)" }

  private let connections: Connections

  /// Starts a server.
  ///
  /// - Parameter respond: Makes the answer to a request; called on many threads at once.
  /// - Throws: ``SocketError`` when the system has no port to give.
  public init(_ respond: @escaping @Sendable (Request) -> Response) throws {
    let (listener, port) = try Socket.listen()
    let connections = Connections(listener)
    self.port = port
    self.connections = connections
    do {
      try Self.listen(listener, connections, respond)
    } catch {
      connections.endListening()
      throw error
    }
  }

  private static func listen(
    _ listener: Socket, _ connections: Connections, _ respond: @escaping @Sendable (Request) -> Response
  ) throws {
    try startThread {
      while let socket = listener.accept() {
        guard connections.begin(socket) else { break }
        do {
          try startThread {
            Connection(socket, respond).serve()
            connections.end(socket)
          }
        } catch {
          connections.end(socket)
        }
      }
      connections.endListening()
    }
  }

  deinit {
    stop()
  }

  /// Ends every connection, and takes no more.
  ///
  /// A `respond` that blocks at that moment is not interrupted; what it answers goes nowhere.
  public func stop() {
    connections.stop()
  }

  /// The number of connections made until now.
  public var connectionCount: Int { connections.begun }

  /// Returns when at least so many connections have ended.
  ///
  /// A connection has ended when the thread that serves it knows: a client that goes away is seen while the
  /// server reads or writes, and while it waits in ``Response/never`` or ``BodyWriter/waitForEnd()``.
  public func waitForEnds(count: Int) async { await connections.waitForEnds(count: count) }
}

/// The sockets of a server.
///
/// Each is closed under the lock, so that none is shut down whose descriptor has another owner by now.
private final class Connections: Sendable {
  private struct State {
    var listener: Socket?
    var open: [Socket] = []
    var begun = 0
    var ended = 0
    var isStopped = false
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  init(_ listener: Socket) {
    state.withLock { $0.listener = listener }
  }

  var begun: Int { state.withLock { $0.begun } }

  /// Returns true if the connection may be served; if not, it is closed.
  func begin(_ socket: Socket) -> Bool {
    let isWelcome = state.withLock { state in
      if state.isStopped { return false }
      state.begun += 1
      state.open.append(socket)
      return true
    }
    if !isWelcome { socket.close() }
    return isWelcome
  }

  func end(_ socket: Socket) {
    let woken = state.withLock { state in
      state.open.removeAll { $0 == socket }
      socket.close()
      state.ended += 1
      let ready = state.waiters.filter { $0.count <= state.ended }
      state.waiters.removeAll { $0.count <= state.ended }
      return ready.map(\.continuation)
    }
    for waiter in woken { waiter.resume() }
  }

  func endListening() {
    state.withLock { state in
      state.listener?.close()
      state.listener = nil
    }
  }

  func stop() {
    state.withLock { state in
      state.isStopped = true
      state.listener?.shutDown()
      for socket in state.open { socket.shutDown() }
    }
  }

  func waitForEnds(count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.ended >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
