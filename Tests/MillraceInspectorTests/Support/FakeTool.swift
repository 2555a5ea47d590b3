import Dispatch
import Foundation
import Millrace
import MillraceCoding
import MillraceInspectorWire

@testable import MillraceInspector

extension InspectorLimits {
  /// Limits without one that a busy machine exceeds.
  static let patient = {
    var limits = InspectorLimits()
    limits.handshake = .seconds(3_600)
    limits.farewell = .seconds(3_600)
    return limits
  }()
}

/// A tool in the test's own process: it listens on a free port, shakes hands and notes all frames.
final class FakeTool: @unchecked Sendable {
  // Sound: what changes is locked or used by one thread.

  enum Manner: Sendable {
    /// Greets, checks the application, and reads what comes.
    case reading
    /// Says nothing.
    case silent
    /// Sends these bytes instead of a greeting.
    case saying([UInt8])
    /// Shakes hands, and reads nothing more until `read()` is called.
    case stalled
  }

  enum Event: Sendable {
    case connected(FakeConnection)
    case frame(FakeFrame)
    case cut
  }

  private let key: HexBlock
  let address: InspectorAddress
  let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation
  private let listener: Int32
  private let manner: Manner
  private let gate = DispatchSemaphore(value: 0)

  /// Starts a tool.
  ///
  /// - Parameters:
  ///   - manner: What it does with connections.
  ///   - isKeyWrong: True for a tool with another key than the one in its address.
  ///   - listens: False for a tool that is not there until ``listen()`` is called: its port is kept from
  ///     others, and every connection to it is refused.
  init(_ manner: Manner = .reading, isKeyWrong: Bool = false, listens: Bool = true) throws {
    let key = HexBlock.random()
    self.key = isKeyWrong ? .random() : key
    self.manner = manner
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    guard isBound else { throw FakeFailure(reason: "no port: \(errno)") }
    address = InspectorAddress(
      endpoint: .tcp(host: "127.0.0.1", port: UInt16(bigEndian: place.sin_port)), key: key)
    if listens { try listen() }
  }

  /// Begins to listen.
  func listen() throws {
    let listener = listener
    guard Foundation.listen(listener, 8) == 0 else { throw FakeFailure(reason: "not listening: \(errno)") }
    Thread.detachNewThread { [weak self] in
      while true {
        let connection = accept(listener, nil, nil)
        if connection < 0 { return }
        guard let tool = self else {
          Foundation.close(connection)
          return
        }
        tool.serve(connection)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    Foundation.close(listener)
    continuation.finish()
  }

  /// Lets a stalled tool read.
  func read() { gate.signal() }

  private func serve(_ descriptor: Int32) {
    let connection = FakeConnection(descriptor)
    Thread.detachNewThread { [weak self, manner, key, gate, continuation] in
      defer {
        connection.end()
        continuation.yield(.cut)
      }
      var reader = FrameReader()
      var handshake = ToolHandshake(key: key)
      var isOpen = false
      switch manner {
      case .silent: break
      case .saying(let bytes): connection.send(bytes)
      case .reading, .stalled: connection.send(handshake.greeting)
      }
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = recv(descriptor, &bytes, bytes.count, 0)
        if count <= 0 { return }
        reader.append(bytes[..<count])
        while let frame = try? reader.next() {
          if isOpen {
            if let seen = try? FakeFrame(frame) { continuation.yield(.frame(seen)) }
            continue
          }
          switch handshake.receive(frame) {
          case .complete(let answer):
            isOpen = true
            reader.endHandshake()
            if let answer { connection.send(answer) }
            continuation.yield(.connected(connection))
            if case .stalled = manner {
              gate.wait()
              gate.signal()
            }
          case .end(_, let answer):
            if let answer { connection.send(answer) }
            return
          case .send: return
          }
        }
        if self == nil { return }
      }
    }
  }
}

struct FakeFailure: Error {
  let reason: String
}

/// A frame as the tool has read it.
struct FakeFrame: Sendable {
  let head: JournalValue
  let body: JournalValue?

  init(_ frame: Frame) throws {
    head = try JournalValue(json: frame.head)
    body = frame.body.isEmpty ? nil : try JournalValue(json: frame.body)
  }

  /// The name of the first member, which says what the frame is.
  var kind: String { if case .object(let members) = head { members.first?.key ?? "" } else { "" } }

  subscript(name: String) -> JournalValue? { head[name] }
}

/// The tool's end of a connection.
final class FakeConnection: Sendable {
  private let descriptor: Int32
  private let isOpen = Locked(true)

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func send(_ frame: Frame) {
    var bytes: [UInt8] = []
    try? frame.write(to: &bytes)
    send(bytes)
  }

  func send(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count <= 0 { return }
      rest = rest.dropFirst(count)
    }
  }

  func request(_ number: Int, _ operation: String, _ body: String = "") {
    send(Frame(head: #"{"request":\#(number),"do":"\#(operation)","flow":1}"#, body: Array(body.utf8)))
  }

  func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  func end() {
    let mustClose = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if mustClose { Foundation.close(descriptor) }
  }
}
