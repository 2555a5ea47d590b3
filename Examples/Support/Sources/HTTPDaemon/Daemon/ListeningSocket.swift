import Foundation

public struct ListeningSocket: ~Copyable {
  /// The port, also when the system has chosen it.
  public let port: Int
  /// True when only this machine can connect.
  public let isLoopback: Bool
  private let descriptor: Int32
  private let bound: sockaddr_storage

  /// Creates a listening socket.
  ///
  /// - Parameters:
  ///   - host: An address of this machine, or a name that has one.
  ///   - port: The port; 0 for any free one.
  /// - Throws: ``DaemonError``.
  public init(host: String, port: Int) throws(DaemonError) {
    var hints = addrinfo()
    hints.ai_flags = AI_PASSIVE | AI_NUMERICSERV
    hints.ai_family = AF_UNSPEC
    #if canImport(Darwin)
    hints.ai_socktype = SOCK_STREAM
    #else
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    #endif
    var found: UnsafeMutablePointer<addrinfo>?
    let status = getaddrinfo(host, "\(port)", &hints, &found)
    guard status == 0, let info = found?.pointee else {
      throw .address(host: host, reason: String(cString: gai_strerror(status)))
    }
    defer { freeaddrinfo(found) }
    let made = socket(info.ai_family, info.ai_socktype, info.ai_protocol)
    guard made >= 0 else { throw .system(doing: "make a socket", code: errno) }
    let free: Int
    do throws(DaemonError) {
      free = try Self.listen(made, info, host: host, port: port)
    } catch {
      _ = close(made)
      throw error
    }
    descriptor = made
    self.port = free
    bound = Self.copy(of: info)
    isLoopback = Self.isLoopback(info)
  }

  deinit {
    _ = close(descriptor)
  }

  /// Returns the descriptor, which the caller must close.
  public consuming func handOver() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  private static func listen(
    _ descriptor: Int32, _ info: addrinfo, host: String, port: Int
  ) throws(DaemonError) -> Int {
    var yes: Int32 = 1
    // A server that has just ended must not block the port for the next one.
    _ = setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    guard bind(descriptor, info.ai_addr, info.ai_addrlen) == 0, Foundation.listen(descriptor, 511) == 0 else {
      throw .listening(host: host, port: port, code: errno)
    }
    var address = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let isNamed = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(descriptor, $0, &length) == 0 }
    }
    guard isNamed else { throw .system(doing: "ask for its port", code: errno) }
    // The port has the same offset in the addresses of both families.
    return withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        Int(UInt16(bigEndian: $0.pointee.sin_port))
      }
    }
  }

  /// The listening address as text.
  public var address: String {
    var room = [CChar](repeating: 0, count: Int(NI_MAXHOST))
    let status = withUnsafePointer(to: bound) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getnameinfo(
          $0, socklen_t(MemoryLayout<sockaddr_storage>.size), &room, socklen_t(room.count), nil, 0,
          NI_NUMERICHOST)
      }
    }
    return status == 0
      ? String(decoding: room.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self) : ""
  }

  private static func copy(of info: addrinfo) -> sockaddr_storage {
    var copy = sockaddr_storage()
    withUnsafeMutableBytes(of: &copy) { room in
      room.copyBytes(from: UnsafeRawBufferPointer(start: info.ai_addr, count: Int(info.ai_addrlen)))
    }
    return copy
  }

  private static func isLoopback(_ info: addrinfo) -> Bool {
    guard let address = info.ai_addr else { return false }
    if info.ai_family == AF_INET {
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
        UInt32(bigEndian: $0.pointee.sin_addr.s_addr) >> 24 == 127
      }
    }
    return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
      withUnsafeBytes(of: address.pointee.sin6_addr) { $0.dropLast().allSatisfy { $0 == 0 } && $0.last == 1 }
    }
  }
}
