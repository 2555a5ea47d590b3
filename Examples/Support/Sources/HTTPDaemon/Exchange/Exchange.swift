import CMicroHTTPD

final class Exchange {
  enum Phase {
    case begun
    /// The body, if there is one, is being received.
    case receiving
    case waiting
    /// It is about to be answered with this.
    case ready(Response)
    /// The library has the answer.
    case answered
  }

  let target: [UInt8]
  var phase = Phase.begun
  var intake: BodyIntake
  var body: [UInt8] = []
  /// The size of the memory that is counted for the body.
  var bodyMemory = 0
  /// True when there was no memory for the body, which is discarded.
  var isStarved = false
  /// The counted answer, while it waits or is being sent.
  var held: UnsafeRawPointer?
  var stream: BodyStream?
  /// The line and headers; nil when they are malformed.
  var head: RequestHead?
  private(set) var method = ""
  private(set) var status = 0
  /// The connection; nil when the exchange is over.
  private var connection: OpaquePointer?
  private(set) var isSuspended = false
  private unowned let daemon: HTTPDaemon

  init(_ target: [UInt8], _ connection: OpaquePointer, of daemon: HTTPDaemon, _ limits: Limits) {
    self.target = target
    self.connection = connection
    self.daemon = daemon
    intake = BodyIntake(limits)
  }

  /// Begins after the head, which starts at the method and has this size.
  func begin(_ method: UnsafePointer<CChar>, headSize: Int) {
    self.method = String(cString: method)
    guard let connection else { return }
    // Sound: the library's size of a head is the distance from its method to what follows it, in one piece of
    // memory that the connection keeps while the request is handled.
    head = RequestHead(
      UnsafeRawBufferPointer(start: method, count: headSize), target: target,
      names: HeaderPlaces.all(of: connection, from: UnsafeRawPointer(method)))
  }

  func suspend() {
    guard let connection, !isSuspended else { return }
    isSuspended = true
    daemon.suspended[ObjectIdentifier(self)] = self
    MHD_suspend_connection(connection)
  }

  func resume() {
    guard let connection, isSuspended else { return }
    isSuspended = false
    daemon.suspended[ObjectIdentifier(self)] = nil
    MHD_resume_connection(connection)
  }

  /// Ends the exchange, because the client has gone.
  func end() {
    connection = nil
    stream?.exchange = nil
    stream?.ended()
    stream = nil
  }

  /// Passes the answer to the library; returns false when the library refuses it.
  func answer(_ response: Response) -> Bool {
    guard let connection else { return false }
    daemon.book.tookSome(connection)
    phase = .answered
    status = response.status
    guard let made = make(response.body) else { return false }
    defer { MHD_destroy_response(made) }
    for (name, value) in response.headers { _ = MHD_add_response_header(made, name, value) }
    return MHD_queue_response(connection, UInt32(response.status), made) == .YES
  }

  private func make(_ body: Response.Body) -> OpaquePointer? {
    switch body {
    case .bytes(let bytes) where bytes.count > LentBytes.room:
      return LentBytes(bytes, to: self).response
    case .bytes(let bytes):
      return bytes.withUnsafeBytes { bytes in
        // Sound: the bytes are copied, not changed.
        MHD_create_response_from_buffer(
          bytes.count, UnsafeMutableRawPointer(mutating: bytes.baseAddress), .RESPMEM_MUST_COPY)
      }
    case .stream(let stream):
      self.stream = stream
      stream.exchange = self
      // The library releases the reference when it destroys the response.
      return MHD_create_response_from_callback(
        .max, 16 << 10, streamReader, Unmanaged.passRetained(self).toOpaque(),
        { $0.map { Unmanaged<Exchange>.fromOpaque($0).release() } })
    }
  }

  /// Fills the connection's buffer.
  func read(into room: UnsafeMutableRawBufferPointer) -> Int {
    guard let stream, connection != nil, !daemon.isEnding else { return Self.end }
    switch stream.next(room.count) {
    case .bytes(let bytes):
      tookSome()
      room.copyBytes(from: bytes)
      return bytes.count
    case .wait:
      if let connection { daemon.book.requestCame(connection) }
      suspend()
      return 0
    case .end: return Self.end
    }
  }

  /// Records that the connection has sent its part and can take more.
  func tookSome() {
    if let connection { daemon.book.tookSome(connection) }
  }

  /// `MHD_CONTENT_READER_END_OF_STREAM`, which is a macro.
  private static let end = -1
}

/// A responder to a waiting request.
public final class Responder {
  private let exchange: Exchange

  init(_ exchange: Exchange) {
    self.exchange = exchange
  }

  /// Sends the answer, on the loop; later answers are ignored, as is every answer after the client has gone.
  public func respond(_ response: Response) {
    guard case .waiting = exchange.phase else { return }
    exchange.phase = .ready(response)
    exchange.resume()
  }
}

/// The library's callback when a connection can send more.
private let streamReader: MHD_ContentReaderCallback = { context, _, room, count in
  guard let context, let room else { return -1 }
  // Sound: the context is an exchange, whose reference is released when the request has ended.
  let exchange = Unmanaged<Exchange>.fromOpaque(context).takeUnretainedValue()
  return exchange.read(into: UnsafeMutableRawBufferPointer(start: room, count: count))
}
