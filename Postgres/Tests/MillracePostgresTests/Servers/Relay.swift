import Foundation

/// A relay between clients and a server of PostgreSQL, on sockets in a folder of its own.
///
/// It cuts connections and lets them stall in the middle of bytes, and sends whatever it passes on in small
/// pieces.
final class Relay: @unchecked Sendable {
  // Sound: everything that changes is touched under the lock only.
  enum Direction: Int, CaseIterable, Sendable { case toServer, toClient }

  /// A fault of a connection behind some bytes.
  enum Fault: Sendable {
    /// Both ends see it closed.
    case cut
    /// Nothing more passes until the client closes it.
    case stall
  }

  /// A pattern of bytes behind which a connection stalls.
  private struct Hold {
    let marker: [UInt8]
    let end: [UInt8]
    let held: AsyncStream<Void>.Continuation
  }

  private final class Link {
    let client: Int32
    let server: Int32
    var faults: [Direction: (bytes: Int, fault: Fault)] = [:]
    var isStalled = false
    /// The bytes that the client has sent since the hold began, and the number of those that were passed on.
    var seen: [UInt8] = []
    var running = Direction.allCases.count

    init(client: Int32, server: Int32) {
      self.client = client
      self.server = server
    }

    func end() {
      shutdown(client, Int32(SHUT_RDWR))
      shutdown(server, Int32(SHUT_RDWR))
    }
  }

  let folder: String
  /// The connection string by which clients come here.
  var text: String { "host=\(folder) user=postgres dbname=postgres" }
  private let target: String
  private let listener: Int32
  private let lock = NSLock()
  private var links: [ObjectIdentifier: Link] = [:]
  private var hold: Hold?
  private var isOver = false
  private static let name = ".s.PGSQL.5432"

  /// Calls the body with a relay to the server whose socket is in this folder, and ends it in any case.
  static func with<Value>(to folder: String, _ body: (Relay) async throws -> Value) async throws -> Value {
    let relay = try Relay(to: folder)
    defer { relay.end() }
    return try await body(relay)
  }

  private init(to folder: String) throws {
    _ = FixtureProcess.ignoresBrokenPipes
    // Short, because a socket's path has few bytes.
    self.folder = "/tmp/mlrelay-\(UUID().uuidString.prefix(8))"
    target = "\(folder)/\(Self.name)"
    try FileManager.default.createDirectory(atPath: self.folder, withIntermediateDirectories: false)
    listener = Self.open("\(self.folder)/\(Self.name)") { bind($0, $1, $2) }
    guard listener >= 0, listen(listener, 64) == 0 else {
      throw ProgramFailure(program: "the relay", status: errno, output: "its socket cannot be made")
    }
    Thread.detachNewThread { self.accept() }
  }

  private func end() {
    lock.withLock {
      isOver = true
      for link in links.values { link.end() }
    }
    // It ends `accept`.
    close(Self.open("\(folder)/\(Self.name)") { connect($0, $1, $2) })
    try? FileManager.default.removeItem(atPath: folder)
  }

  // MARK: Faults

  /// Lets a fault happen to each present connection, behind so many more bytes of a direction.
  func fail(_ fault: Fault, _ direction: Direction, after bytes: (_ connection: Int) -> Int) {
    lock.withLock {
      for (number, link) in links.values.enumerated() { link.faults[direction] = (bytes(number), fault) }
    }
  }

  /// Forgets the faults that have not happened.
  func heal() { lock.withLock { for link in links.values { link.faults = [:] } } }

  /// Lets the next connection stall whose client sends the marker, behind the end that follows it.
  ///
  /// - Returns: A stream that ends when all up to there was passed on, and nothing more.
  func hold(behind marker: [UInt8], upTo end: [UInt8]) -> AsyncStream<Void> {
    let (stream, held) = AsyncStream<Void>.makeStream()
    lock.withLock { hold = Hold(marker: marker, end: end, held: held) }
    return stream
  }

  // MARK: The connections

  /// Makes a socket, and has it bound or connected to a path; returns -1 if that fails.
  private static func open(
    _ path: String, _ use: (Int32, UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    #if canImport(Darwin)
    let descriptor = socket(AF_UNIX, SOCK_STREAM, 0)
    #else
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    #endif
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
    let result = withUnsafeBytes(of: &address) { bytes -> Int32 in
      guard let base = bytes.baseAddress else { return -1 }
      // Sound: the systems take the address of each family as one of this type.
      return use(descriptor, base.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count))
    }
    if result == 0 { return descriptor }
    close(descriptor)
    return -1
  }

  private func accept() {
    while true {
      #if canImport(Darwin)
      let client = Darwin.accept(listener, nil, nil)
      #else
      let client = Glibc.accept(listener, nil, nil)
      #endif
      if client < 0, errno == EINTR { continue }
      if client < 0 || lock.withLock({ isOver }) {
        close(client)
        break
      }
      // While the server is down, the client sees its connection closed.
      let server = Self.open(target) { connect($0, $1, $2) }
      let link = Link(client: client, server: server)
      lock.withLock { links[ObjectIdentifier(link)] = link }
      for direction in Direction.allCases {
        // Sound: what changes in a link is touched under the lock only.
        nonisolated(unsafe) let link = link
        Thread.detachNewThread { self.pass(direction, link) }
      }
    }
    close(listener)
  }

  private func pass(_ direction: Direction, _ link: Link) {
    let (source, target) = direction == .toServer ? (link.client, link.server) : (link.server, link.client)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count <= 0 { break }
      let (length, fault) = lock.withLock { decide(direction, buffer[..<count], link) }
      guard write(buffer[..<length], to: target) else { break }
      guard let fault else { continue }
      if case .stall = fault {
        let held = lock.withLock {
          defer { if !link.seen.isEmpty { hold = nil } }
          return link.seen.isEmpty ? nil : hold?.held
        }
        held?.finish()
        // The end of the connection is reported without being asked for.
        var ended = pollfd(fd: link.client, events: 0, revents: 0)
        while poll(&ended, 1, -1) < 0, errno == EINTR {}
      }
      break
    }
    link.end()
    let isLast = lock.withLock {
      link.running -= 1
      if link.running == 0 { links[ObjectIdentifier(link)] = nil }
      return link.running == 0
    }
    if isLast {
      close(link.client)
      close(link.server)
    }
  }

  /// Returns the number of the bytes to pass on, and what happens behind them.
  private func decide(_ direction: Direction, _ bytes: ArraySlice<UInt8>, _ link: Link) -> (Int, Fault?) {
    if link.isStalled { return (0, .stall) }
    if let (left, fault) = link.faults[direction] {
      if bytes.count > left {
        if case .stall = fault { link.isStalled = true }
        return (left, fault)
      }
      link.faults[direction] = (left - bytes.count, fault)
    }
    guard let hold, direction == .toServer else { return (bytes.count, nil) }
    let before = link.seen.count
    link.seen += bytes
    guard let marker = link.seen.firstRange(of: hold.marker),
      let end = link.seen[marker.upperBound...].firstRange(of: hold.end)
    else { return (bytes.count, nil) }
    link.isStalled = true
    return (max(end.upperBound - before, 0), .stall)
  }

  /// Writes bytes in small pieces.
  private func write(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.prefix(97).withUnsafeBytes { send(target, $0.baseAddress, $0.count, 0) }
      if count < 0, errno == EINTR { continue }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
