/// A client that sends bytes as they are, to see what a server makes of them.
public final class FixtureClient: Sendable {
  private let socket: Socket

  /// Connects to a port of this machine.
  ///
  /// - Throws: ``SocketError`` when no server accepts connections there.
  public init(port: UInt16) throws {
    socket = try Socket.connect(port: port)
  }

  /// Sends all the bytes.
  public func send(_ bytes: [UInt8]) throws { try socket.send(bytes) }

  /// The bytes up to and with `end`, for which it waits; fewer when the server ends before.
  ///
  /// It reads one byte after another, so that what follows is left for the next call.
  public func receive(until end: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    while !(bytes.suffix(end.count) == end[...]) {
      let next = socket.receive(atMost: 1)
      if next.isEmpty { break }
      bytes += next
    }
    return bytes
  }

  /// The bytes until the server ends the connection, for which it waits.
  public func receiveAll() -> [UInt8] {
    var bytes: [UInt8] = []
    while true {
      let next = socket.receive()
      if next.isEmpty { return bytes }
      bytes += next
    }
  }

  /// Gives the connection back; called once, as the last thing.
  public func close() { socket.close() }
}
