#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A call of the system's sockets that failed.
public struct SocketError: Error, Equatable, CustomStringConvertible {
  /// The call, such as `bind`.
  public let call: String
  /// The system's number for the error (`errno`).
  public let code: Int32

  /// The call that failed, and the reason.
  public var description: String { "`\(call)` failed: \(String(cString: strerror(code)))." }
}

/// A socket of the system.
struct Socket: Sendable, Equatable {
  let descriptor: Int32

  /// A listening socket at a port of this machine that the kernel chooses.
  static func listen() throws -> (Socket, port: UInt16) {
    #if canImport(Darwin)
    let stream = SOCK_STREAM
    #elseif canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
    let stream = SOCK_STREAM | SOCK_CLOEXEC
    #endif
    let socket = Socket(descriptor: try check("socket", socketCall(AF_INET, stream, 0)))
    do {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      var length = socklen_t(MemoryLayout<sockaddr_in>.size)
      try withUnsafeMutablePointer(to: &address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          _ = try check("bind", bind(socket.descriptor, pointer, length))
          _ = try check("listen", listenCall(socket.descriptor, 128))
          _ = try check("getsockname", getsockname(socket.descriptor, pointer, &length))
        }
      }
      return (socket, UInt16(bigEndian: address.sin_port))
    } catch {
      socket.close()
      throw error
    }
  }

  /// A connection to a port of this machine.
  static func connect(port: UInt16) throws -> Socket {
    #if canImport(Glibc)
    let stream = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
    #else
    let stream = SOCK_STREAM
    #endif
    let socket = Socket(descriptor: try check("socket", socketCall(AF_INET, stream, 0)))
    do {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
      address.sin_port = port.bigEndian
      try withUnsafePointer(to: address) { pointer in
        try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
          _ = try check(
            "connect", connectCall(socket.descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)))
        }
      }
      socket.prepare()
      return socket
    } catch {
      socket.close()
      throw error
    }
  }

  /// The next connection; nil when the listener has been shut down.
  func accept() -> Socket? {
    while true {
      let accepted = acceptCall(descriptor, nil, nil)
      if accepted >= 0 {
        let socket = Socket(descriptor: accepted)
        socket.prepare()
        return socket
      }
      // A client that left before it was let in is none; the listener goes on.
      if errno != EINTR && errno != ECONNABORTED { return nil }
    }
  }

  private func prepare() {
    var one: Int32 = 1
    let size = socklen_t(MemoryLayout<Int32>.size)
    // Pieces leave at once, because a test waits for each.
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, size)
    #if canImport(Darwin)
    setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &one, size)
    #endif
  }

  /// Sends all the bytes.
  func send(_ bytes: [UInt8]) throws {
    #if canImport(Darwin)
    let flags: Int32 = 0
    #else
    // A client that has gone is an error here, and not the end of the process.
    let flags = Int32(MSG_NOSIGNAL)
    #endif
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes { sendCall(descriptor, $0.baseAddress, $0.count, flags) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw SocketError(call: "send", code: errno) }
      sent += count
    }
  }

  /// The bytes that have come, at least one; none when the other side has gone.
  func receive(atMost count: Int = 1 << 16) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: count)
    while true {
      let count = buffer.withUnsafeMutableBytes { recv(descriptor, $0.baseAddress, $0.count, 0) }
      if count < 0 && errno == EINTR { continue }
      return count > 0 ? Array(buffer[..<count]) : []
    }
  }

  /// Returns when the other side has gone; what it still says is thrown away.
  func waitForEnd() {
    while !receive().isEmpty {}
  }

  /// Ends both directions; threads that wait on the socket go on.
  func shutDown() {
    shutdown(descriptor, Int32(shutdownBoth))
  }

  /// Gives the descriptor back.
  func close() {
    _ = closeCall(descriptor)
  }

  private static func check(_ call: String, _ result: Int32) throws -> Int32 {
    guard result >= 0 else { throw SocketError(call: call, code: errno) }
    return result
  }
}

// Under other names, because members of `Socket` have theirs.
#if canImport(Darwin)
private let socketCall = Darwin.socket
private let listenCall = Darwin.listen
private let connectCall = Darwin.connect
private let acceptCall = Darwin.accept
private let sendCall = Darwin.send
private let closeCall = Darwin.close
private let shutdownBoth = SHUT_RDWR
#elseif canImport(Glibc)
private let socketCall = Glibc.socket
private let listenCall = Glibc.listen
private let connectCall = Glibc.connect
private let acceptCall = Glibc.accept
private let sendCall = Glibc.send
private let closeCall = Glibc.close
private let shutdownBoth = SHUT_RDWR
#elseif canImport(Musl)
private let socketCall = Musl.socket
private let listenCall = Musl.listen
private let connectCall = Musl.connect
private let acceptCall = Musl.accept
private let sendCall = Musl.send
private let closeCall = Musl.close
private let shutdownBoth = SHUT_RDWR
#endif
