import Foundation

/// A client that says exactly what it is told to, byte by byte, on a blocking socket.
///
/// Tests use it on threads of their own; see ``onThread(_:)``.
public final class Wire: @unchecked Sendable {
  // Sound: the descriptor never changes, and each test uses one from one thread.
  private let descriptor: Int32
  private var buffer: [UInt8] = []

  /// An answer.
  public struct Answer: Equatable, Sendable {
    /// The status code.
    public var status = 0
    /// The headers, by their names in lower case.
    public var headers: [String: String] = [:]
    /// The bytes after the head.
    public var body: [UInt8] = []
    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }
  }

  /// Connects to a port of this machine.
  public init(_ port: Int) throws {
    #if canImport(Darwin)
    descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #else
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let connected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard connected == 0 else { throw POSIXError(.ECONNREFUSED) }
    // A test that waits in vain ends, and does not hang.
    var time = timeval(tv_sec: 60, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  deinit { close(descriptor) }

  /// Returns true if something has come, or the connection has ended, within so many milliseconds.
  public func hasNews(within milliseconds: Int32) -> Bool {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&wanted, 1, milliseconds) > 0
  }

  /// Has the system take few bytes for a side that does not read.
  public func readSlowly() {
    var size: Int32 = 64 << 10
    setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Ends the connection at once, with what was not read thrown away.
  public func slam() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// Sends bytes; false when the other side takes no more.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, Self.quietly) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Sends text.
  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  #if canImport(Darwin)
  private static let quietly: Int32 = 0
  #else
  private static let quietly = Int32(MSG_NOSIGNAL)
  #endif

  /// Sends a request.
  @discardableResult
  public func request(
    _ method: String, _ target: String, _ headers: [String] = [], body: String? = nil
  ) -> Bool {
    var text = "\(method) \(target) HTTP/1.1\r\nHost: localhost\r\n"
    for header in headers { text += header + "\r\n" }
    if let body { text += "Content-Length: \(body.utf8.count)\r\n" }
    return send(text + "\r\n" + (body ?? ""))
  }

  /// Sends a request and reads its answer.
  public func ask(
    _ method: String, _ target: String, _ headers: [String] = [], body: String? = nil
  ) -> Answer? {
    request(method, target, headers, body: body)
    return answer(hasBody: method != "HEAD")
  }

  /// The next answer; nil when the connection ends before it does.
  public func answer(hasBody: Bool = true) -> Answer? {
    guard let head = read(until: "\r\n\r\n") else { return nil }
    var answer = Answer()
    for (place, line) in head.split(separator: "\r\n").enumerated() {
      if place == 0 {
        answer.status = Int(line.dropFirst(9).prefix(3)) ?? 0
      } else if let colon = line.firstIndex(of: ":") {
        let value = line[line.index(after: colon)...].drop { $0 == " " }
        answer.headers[line[..<colon].lowercased()] = String(value)
      }
    }
    if answer.status == 100 { return self.answer(hasBody: hasBody) }
    guard hasBody, answer.status != 204, answer.status != 304 else { return answer }
    if let length = answer.headers["content-length"].flatMap({ Int($0) }) {
      guard let body = read(count: length) else { return nil }
      answer.body = body
    } else if answer.headers["transfer-encoding"] == "chunked" {
      while let chunk = chunk() {
        if chunk.isEmpty { return answer }
        answer.body += chunk
      }
      return nil
    }
    return answer
  }

  /// The status of an answer before the answer.
  public func interim() -> Int { read(until: "\r\n\r\n").flatMap { Int($0.dropFirst(9).prefix(3)) } ?? 0 }

  /// The line and headers of an answer whose body is read by chunks.
  public func head() -> String { read(until: "\r\n\r\n") ?? "" }

  /// The next chunk of a body; empty at its end, nil when the connection ends before.
  public func chunk() -> [UInt8]? {
    guard let line = read(until: "\r\n"), let count = Int(line.dropLast(), radix: 16) else { return nil }
    guard let bytes = read(count: count), read(count: 2) != nil else { return nil }
    return bytes
  }

  /// The next bytes, whatever they mean; nil at the end of the connection.
  public func receive() -> [UInt8]? {
    guard !buffer.isEmpty || fill() else { return nil }
    defer { buffer = [] }
    return buffer
  }

  /// Returns true if the other side ends the connection, whatever else it sends.
  public func isEnded() -> Bool {
    while fill() {}
    return !hasTimedOut
  }

  private var hasTimedOut = false

  private func read(until mark: String) -> String? {
    let mark = Array(mark.utf8)
    var looked = 0
    while true {
      if let place = buffer.indices.dropFirst(looked).first(where: { buffer[$0...].starts(with: mark) }) {
        let text = String(decoding: buffer[..<(place + mark.count)], as: UTF8.self)
        buffer.removeFirst(place + mark.count)
        return text
      }
      looked = max(0, buffer.count - mark.count)
      if !fill() { return nil }
    }
  }

  private func read(count: Int) -> [UInt8]? {
    while buffer.count < count { if !fill() { return nil } }
    defer { buffer.removeFirst(count) }
    return Array(buffer[..<count])
  }

  private func fill() -> Bool {
    var room = [UInt8](repeating: 0, count: 1 << 16)
    let count = recv(descriptor, &room, room.count, 0)
    if count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK) { hasTimedOut = true }
    if count <= 0 { return false }
    buffer += room[..<count]
    return true
  }
}

/// Does something that blocks, on a thread of its own.
public func onThread<Result: Sendable>(_ body: @escaping @Sendable () throws -> Result) async throws -> Result
{
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Swift.Result { try body() }) }
  }
}
