import Foundation
import MillraceInspectorWire

/// A tool that reads whatever an application sends, on a thread of its own, and asks for samples.
final class InspectorSink: @unchecked Sendable {
  // Sound: `connection` is set before `connected()` returns, and the rest never changes.
  let address: InspectorAddress
  private let listener: Int32
  private var connection: Int32 = -1
  private let events: AsyncStream<Event>
  private let continuation: AsyncStream<Event>.Continuation

  private enum Event: Sendable {
    case connected
    case answer
  }

  init() {
    (events, continuation) = AsyncStream.makeStream(of: Event.self)
    listener = socket(AF_INET, Self.stream, 0)
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_addr = in_addr(s_addr: UInt32(0x7F00_0001).bigEndian)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    let isBound = withUnsafeMutablePointer(to: &place) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(listener, $0, size) == 0 && listen(listener, 1) == 0 && getsockname(listener, $0, &size) == 0
      }
    }
    precondition(isBound, "The system has no free port for the benchmark.")
    address = InspectorAddress(
      endpoint: .tcp(host: "127.0.0.1", port: UInt16(bigEndian: place.sin_port)), key: .random())
    Thread.detachNewThread { self.serve() }
  }

  private static var stream: Int32 {
    #if canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
    #else
    SOCK_STREAM
    #endif
  }

  /// Returns when the application has proved itself.
  @MainActor
  func connected() async {
    for await event in events {
      if case .connected = event { return }
    }
  }

  /// Asks for the states of all stores, and returns when they have come.
  @MainActor
  func sample() async {
    write(Frame(head: #"{"request":1,"do":"sample"}"#))
    for await event in events {
      if case .answer = event { return }
    }
  }

  private func write(_ frame: Frame) {
    var bytes: [UInt8] = []
    try? frame.write(to: &bytes)
    _ = bytes.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
  }

  private func serve() {
    connection = accept(listener, nil, nil)
    var (reader, handshake) = (FrameReader(), ToolHandshake(key: address.key))
    write(handshake.greeting)
    var isOpen = false
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let count = recv(connection, &bytes, bytes.count, 0)
      if count <= 0 { return }
      reader.append(bytes[..<count])
      while let frame = try? reader.next() {
        if isOpen {
          if frame.head.starts(with: Array(#"{"answer""#.utf8)) { continuation.yield(.answer) }
        } else if case .complete(let welcome?) = handshake.receive(frame) {
          isOpen = true
          reader.endHandshake()
          write(welcome)
          continuation.yield(.connected)
        }
      }
    }
  }
}
