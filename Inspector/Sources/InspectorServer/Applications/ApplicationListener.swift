import Foundation
import HTTPDaemon
import InspectorCore
public import MillraceInspectorWire

/// The sockets at which applications arrive, with a thread that accepts them.
public final class ApplicationListener: @unchecked Sendable {
  // Sound: `open` is used under the lock only; the rest never changes.

  /// The maximum number of connections at once.
  public static let limit = 64

  /// The addresses for `MILLRACE_INSPECTOR`: the socket's, if there is one, then the port's.
  public let addresses: [InspectorAddress]
  private let key: HexBlock
  private let keep: UInt64
  private let descriptors: [Int32]
  private let path: String?
  private let stopping: WakePipe
  private let applications: Applications
  private let lock = NSLock()
  private var open: [Int: ApplicationConnection] = [:]
  private var made = 0
  private var isEnding = false
  private let log: @Sendable (String) -> Void

  /// Listens on a free port, and at a path if one is given.
  ///
  /// - Parameters:
  ///   - applications: The receiver of what applications say.
  ///   - host: The address to listen on.
  ///   - path: The path of a socket; an old socket there is replaced.
  ///   - keep: The maximum size of an application's file, in bytes.
  ///   - key: The key that applications have to know.
  ///   - log: A closure that receives lines for people.
  /// - Throws: `DaemonError`, ``InspectorStartError``.
  public init(
    for applications: Applications, host: String = "127.0.0.1", path: String? = nil, keep: UInt64 = 16 << 30,
    key: HexBlock = .random(),
    log: @escaping @Sendable (String) -> Void = { _ in }
  ) throws {
    self.key = key
    self.keep = keep
    self.log = log
    self.applications = applications
    self.path = path
    stopping = try WakePipe()
    let socket = try ListeningSocket(host: host, port: 0)
    var addresses = [InspectorAddress(endpoint: .tcp(host: host, port: UInt16(socket.port)), key: key)]
    var descriptors = [Int32]()
    if let path {
      descriptors.append(try UnixSocket.listen(at: path))
      addresses.insert(InspectorAddress(endpoint: .unix(path: path), key: key), at: 0)
    }
    descriptors.append(socket.handOver())
    self.addresses = addresses
    self.descriptors = descriptors
  }

  deinit { for descriptor in descriptors { close(descriptor) } }

  /// Starts to accept.
  public func start() {
    let thread = Thread { self.run() }
    thread.name = "applications"
    thread.start()
  }

  /// Stops accepting, and cuts all connections.
  public func stop() async {
    let connections = lock.withLock {
      isEnding = true
      return Array(open.values)
    }
    stopping.wake()
    for connection in connections { connection.cut() }
    if let path { _ = unlink(path) }
  }

  private func run() {
    while !lock.withLock({ isEnding }) {
      var waiting = (descriptors + [stopping.reading]).map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&waiting, nfds_t(waiting.count), -1)
      for descriptor in waiting.dropLast() where descriptor.revents != 0 { accept(at: descriptor.fd) }
    }
  }

  private func accept(at listening: Int32) {
    let socket = Foundation.accept(listening, nil, nil)
    guard socket >= 0 else { return }
    _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
    _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) | O_NONBLOCK)
    #if canImport(Darwin)
    var yes: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &yes, socklen_t(MemoryLayout<Int32>.size))
    #endif
    let (number, count) = lock.withLock {
      made += 1
      return (made, open.count)
    }
    guard count < Self.limit else {
      close(socket)
      return log("An application was turned away, because \(Self.limit) are connected, which is the limit.")
    }
    do {
      let connection = try ApplicationConnection(number, socket, key: key, keep: keep, receiver: receiver)
      let isEnding = lock.withLock {
        open[number] = connection
        return self.isEnding
      }
      connection.start()
      if isEnding { connection.cut() }
    } catch {
      log("An application was turned away. \(error)")
    }
  }

  private var receiver: ApplicationConnection.Receiver {
    let applications = applications
    return ApplicationConnection.Receiver(
      opened: { await applications.opened($0) },
      received: { await applications.take($1, from: $0) },
      ended: { [weak self] connection, reason in
        await applications.ended(connection, reason)
        guard let self else { return }
        lock.withLock { open[connection.id] = nil }
        if let reason { log("The connection of application \(connection.id) has ended. \(reason)") }
      })
  }
}

/// Sockets with a path.
enum UnixSocket {
  /// Listens at a path that only this user can reach, and replaces a socket that was left there.
  static func listen(at path: String) throws(InspectorStartError) -> Int32 {
    var address = sockaddr_un()
    let room = MemoryLayout.size(ofValue: address.sun_path)
    guard path.utf8.count < room, path.hasPrefix("/") else {
      throw .path(path, reason: "it must begin with `/` and have at most \(room - 1) bytes")
    }
    var status = stat()
    if lstat(path, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFSOCK else { throw .path(path, reason: "another file is there") }
      unlink(path)
    }
    #if canImport(Darwin)
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    guard descriptor >= 0 else { throw .system(doing: "make a socket", code: errno) }
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { room in
      room.copyBytes(from: path.utf8)
    }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) == 0 }
    }
    // The key protects it as well.
    guard isBound, chmod(path, 0o600) == 0, Foundation.listen(descriptor, 64) == 0 else {
      let code = errno
      close(descriptor)
      throw .path(path, reason: String(cString: strerror(code)))
    }
    return descriptor
  }
}
