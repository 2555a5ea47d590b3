import MillraceInspectorWire

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A socket that never waits, used by one thread.
struct LinkSocket: ~Copyable {
  /// The result of a call.
  enum Outcome {
    case bytes(Int)
    case mustWait
    /// The other side has ended the connection, or it has failed.
    case over(String)
  }

  let descriptor: Int32

  deinit {
    SystemCalls.closeDescriptor(descriptor)
  }

  private init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  func read(into bytes: UnsafeMutableRawBufferPointer) -> Outcome {
    let count = SystemCalls.receive(descriptor, bytes)
    if count > 0 { return .bytes(count) }
    if count == 0 { return .over("the other side has ended it") }
    return SystemCalls.mustWait ? .mustWait : .over(SystemCalls.reason)
  }

  func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
    let count = SystemCalls.transmit(descriptor, bytes)
    if count >= 0 { return .bytes(count) }
    return SystemCalls.mustWait ? .mustWait : .over(SystemCalls.reason)
  }

  // MARK: Connecting

  /// The reason why no connection was made, in a few words.
  struct Failure: Error {
    let reason: String
  }

  /// Connects to an address; looking up a name blocks the thread.
  ///
  /// - Parameters:
  ///   - endpoint: The address.
  ///   - time: The time for each numeric address.
  ///   - wake: The pipe that interrupts the wait.
  ///   - isOver: A function that returns true when the connection is no longer wanted.
  static func connect(
    to endpoint: InspectorAddress.Endpoint, within time: Duration, _ wake: WakePipe, isOver: () -> Bool
  ) throws(Failure) -> LinkSocket {
    switch endpoint {
    case .unix(let path): return try connect(toPath: path, time, wake, isOver)
    case .tcp(let host, let port): return try connect(toHost: host, port, time, wake, isOver)
    }
  }

  private static func connect(
    toPath path: String, _ time: Duration, _ wake: WakePipe, _ isOver: () -> Bool
  ) throws(Failure) -> LinkSocket {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard bytes.count < room else { throw Failure(reason: "the path is longer than \(room - 1) bytes") }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let size = MemoryLayout<sockaddr_un>.size
    return try withUnsafeBytes(of: &address) { address throws(Failure) in
      try open(AF_UNIX, address.baseAddress, socklen_t(size), time, wake, isOver)
    }
  }

  private static func connect(
    toHost host: String, _ port: UInt16, _ time: Duration, _ wake: WakePipe, _ isOver: () -> Bool
  ) throws(Failure) -> LinkSocket {
    var hints = addrinfo()
    hints.ai_socktype = streamType
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &found)
    guard code == 0, let first = found else { throw Failure(reason: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(first) }
    var failure = Failure(reason: "the name has no address")
    var next: UnsafeMutablePointer<addrinfo>? = first
    while let entry = next?.pointee {
      do throws(Failure) {
        return try open(
          entry.ai_family, UnsafeRawPointer(entry.ai_addr), entry.ai_addrlen, time, wake, isOver)
      } catch {
        failure = error
      }
      next = entry.ai_next
    }
    throw failure
  }

  private static var streamType: Int32 {
    #if canImport(Darwin)
    SOCK_STREAM
    #elseif canImport(Glibc)
    Int32(SOCK_STREAM.rawValue)
    #else
    SOCK_STREAM
    #endif
  }

  // Sound: the address has `size` bytes and is alive during the call.
  private static func open(
    _ family: Int32, _ address: UnsafeRawPointer?, _ size: socklen_t, _ time: Duration, _ wake: WakePipe,
    _ isOver: () -> Bool
  ) throws(Failure) -> LinkSocket {
    guard let address else { throw Failure(reason: "the name has no address") }
    let descriptor = socket(family, streamType, 0)
    guard descriptor >= 0 else { throw Failure(reason: SystemCalls.reason) }
    let opened = LinkSocket(descriptor)
    SystemCalls.prepare(descriptor)
    var yes: Int32 = 1
    let yesSize = socklen_t(MemoryLayout<Int32>.size)
    if family != AF_UNIX { _ = setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, yesSize) }
    #if canImport(Darwin)
    _ = setsockopt(descriptor, SOL_SOCKET, SO_NOSIGPIPE, &yes, yesSize)
    #endif
    // Sound: as above; the address begins with the form that all addresses share.
    let code = systemConnect(descriptor, address.assumingMemoryBound(to: sockaddr.self), size)
    if code == 0 { return opened }
    guard errno == EINPROGRESS else { throw Failure(reason: SystemCalls.reason) }
    let clock = ContinuousClock()
    let deadline = clock.now + time
    while !isOver(), clock.now < deadline {
      guard wake.wait(for: descriptor, writing: true, atMost: deadline - clock.now).canWrite else { continue }
      var error: Int32 = 0
      var errorSize = yesSize
      _ = getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &errorSize)
      if error == 0 { return opened }
      throw Failure(reason: String(cString: strerror(error)))
    }
    throw Failure(reason: "there was no answer within \(time)")
  }
}

private func systemConnect(
  _ descriptor: Int32, _ address: UnsafePointer<sockaddr>, _ size: socklen_t
) -> Int32 { connect(descriptor, address, size) }
