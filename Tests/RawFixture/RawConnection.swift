import Foundation

/// One connection of a ``RawServer``, used by its thread.
public struct RawConnection: Sendable {
  /// The socket.
  public let descriptor: Int32
  /// Its number among those of its server, from 1.
  public let number: Int

  /// The request of a client.
  public struct Request: Equatable {
    /// Method and target.
    public var line: String
    /// The header fields, their names in lower case.
    public var headers: [String: String]
    /// The body as text.
    public var body: String
  }

  /// The next request; nil when the client has gone.
  public func request() -> Request? {
    var head: [UInt8] = []
    while !head.suffix(4).elementsEqual(Array("\r\n\r\n".utf8)) {
      guard let byte = receive(1).first else { return nil }
      head.append(byte)
    }
    var lines = String(decoding: head, as: UTF8.self).components(separatedBy: "\r\n").filter { !$0.isEmpty }
    let line = lines.removeFirst().replacingOccurrences(of: " HTTP/1.1", with: "")
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      if parts.count == 2 { headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    var body: [UInt8] = []
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while body.count < length {
      let more = receive(length - body.count)
      if more.isEmpty { return nil }
      body += more
    }
    return Request(line: line, headers: headers, body: String(decoding: body, as: UTF8.self))
  }

  /// Sends the text, and says whether the client took it.
  @discardableResult
  public func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Sends the bytes, and says whether the client took them.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, flags)
      }
      if count < 0 && errno == EINTR { continue }
      if count <= 0 { return false }
      sent += count
    }
    return true
  }

  /// Sends a whole answer with a body of a stated length.
  @discardableResult
  public func answer(_ status: String, _ headers: [String] = [], _ body: String = "") -> Bool {
    let lines = ["HTTP/1.1 \(status)"] + headers + ["Content-Length: \(body.utf8.count)", "", body]
    return send(lines.joined(separator: "\r\n"))
  }

  /// Returns when the client has gone.
  public func waitForEnd() {
    while !receive(1 << 16).isEmpty {}
  }

  /// The end of the script ends the connection with a reset.
  public func reset() {
    var linger = Foundation.linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Foundation.linger>.size))
  }

  private func receive(_ count: Int) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0 && errno == EINTR { continue }
      return count > 0 ? Array(buffer[..<count]) : []
    }
  }
}
