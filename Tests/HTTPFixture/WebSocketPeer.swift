import Synchronization

/// A message from one side of a WebSocket to the other.
public enum WebSocketMessage: Sendable, Equatable {
  /// Text.
  case text(String)
  /// Bytes.
  case binary([UInt8])
  /// A question whether the other is still there.
  case ping([UInt8])
  /// The answer to it.
  case pong([UInt8])
  /// The end; the code is 1005 when none was given.
  case close(code: UInt16, reason: String)

  /// The frame that says it.
  public var frame: WebSocketFrame {
    switch self {
    case .text(let text): WebSocketFrame(.text, Array(text.utf8))
    case .binary(let bytes): WebSocketFrame(.binary, bytes)
    case .ping(let bytes): WebSocketFrame(.ping, bytes)
    case .pong(let bytes): WebSocketFrame(.pong, bytes)
    case .close(1005, _): WebSocketFrame(.close)
    case .close(let code, let reason): WebSocketFrame(.close, bigEndian(code) + Array(reason.utf8))
    }
  }
}

/// Makes messages of frames: a value that joins those in several parts.
public struct WebSocketAssembler: Sendable {
  private var kind: WebSocketFrame.Kind?
  private var payload: [UInt8] = []

  /// An assembler at the beginning of a connection.
  public init() {}

  /// Takes the next frame, and gives the message that is whole with it; a part in no order ends the talk with
  /// the code 1002.
  public mutating func take(_ frame: WebSocketFrame) -> WebSocketMessage? {
    switch frame.kind {
    case .ping: return .ping(frame.payload)
    case .pong: return .pong(frame.payload)
    case .close:
      guard frame.payload.count >= 2 else { return .close(code: 1005, reason: "") }
      let code = UInt16(frame.payload[0]) << 8 | UInt16(frame.payload[1])
      return .close(code: code, reason: String(decoding: frame.payload[2...], as: UTF8.self))
    case .text, .binary:
      guard kind == nil else { return .close(code: 1002, reason: "a message within another") }
      kind = frame.kind
      payload = frame.payload
    case .continuation:
      guard kind != nil else { return .close(code: 1002, reason: "more of no message") }
      payload += frame.payload
    }
    guard frame.isFinal else { return nil }
    defer { kind = nil }
    return kind == .text ? .text(String(decoding: payload, as: UTF8.self)) : .binary(payload)
  }
}

/// The server's side of a WebSocket.
public final class WebSocketPeer: Sendable {
  private struct State {
    var parser = WebSocketFrameParser(fromClient: true)
    var assembler = WebSocketAssembler()
    var waiting: [WebSocketMessage] = []
    var first: [UInt8]
  }

  private let socket: Socket
  private let state: Mutex<State>
  private let hasClosed = Mutex(false)

  init(_ socket: Socket, first: [UInt8]) {
    self.socket = socket
    state = Mutex(State(first: first))
  }

  /// The next message, for which it waits; nil when the client is gone without a word.
  ///
  /// A ping has been answered when it comes, a close too. Only one thread may receive.
  public func receive() throws -> WebSocketMessage? {
    var bytes = state.withLock { state in
      defer { state.first = [] }
      return state.first
    }
    while true {
      let message = try state.withLock { state -> WebSocketMessage? in
        for frame in try state.parser.take(bytes) {
          if let message = state.assembler.take(frame) { state.waiting.append(message) }
        }
        return state.waiting.isEmpty ? nil : state.waiting.removeFirst()
      }
      switch message {
      case .ping(let payload): try send(.pong(payload))
      case .close(let code, _): try close(code: code)
      default: break
      }
      if let message { return message }
      bytes = socket.receive()
      if bytes.isEmpty { return nil }
    }
  }

  /// Sends a message.
  public func send(_ message: WebSocketMessage) throws { try socket.send(message.frame.bytes()) }

  /// Sends a frame as it is, for instance one of several parts.
  public func send(_ frame: WebSocketFrame) throws { try socket.send(frame.bytes()) }

  /// Says that this is the end, once.
  public func close(code: UInt16 = 1000, reason: String = "") throws {
    let isFirst = hasClosed.withLock { hasClosed in
      defer { hasClosed = true }
      return !hasClosed
    }
    if isFirst { try send(.close(code: code, reason: reason)) }
  }

  /// Cuts the connection without a word.
  public func cut() {
    hasClosed.withLock { $0 = true }
    socket.shutDown()
  }

  /// Returns when the client has gone away, or the server stops.
  public func waitForEnd() { socket.waitForEnd() }
}
