import CMicroHTTPD
import Foundation

/// A server for HTTP/1.1 on a loop: GNU libmicrohttpd, on the loop's thread.
///
/// It implements the protocol alone. Its handler receives complete requests within ``Limits``; slow, silent
/// and oversized clients are handled here, and delay no other client.
public final class HTTPDaemon {
  public let port: Int
  let loop: ServerLoop
  let limits: Limits
  let handler: any RequestHandler
  /// The waiting requests, which must be resumed before the daemon can end.
  var suspended: [ObjectIdentifier: Exchange] = [:]
  var book: ConnectionBook<OpaquePointer, PeerAddress>
  private let rules: HeadRules
  private var memory: MemoryBudget<UnsafeRawPointer>
  private(set) var isEnding = false
  private var daemon: OpaquePointer?

  /// Starts the server.
  ///
  /// - Parameters:
  ///   - socket: The listening socket.
  ///   - limits: The limits of requests and answers.
  ///   - names: Further names and addresses of the server, beside those that it listens on.
  ///   - handler: The handler of requests; retained until the daemon is stopped.
  ///   - loop: The loop that runs it; retained as well.
  /// - Throws: ``DaemonError``.
  public init(
    _ socket: consuming ListeningSocket, limits: Limits = Limits(), called names: [String] = [],
    handler: any RequestHandler, on loop: isolated ServerLoop
  ) throws(DaemonError) {
    port = socket.port
    self.loop = loop
    self.limits = limits
    self.handler = handler
    book = ConnectionBook(limits)
    memory = MemoryBudget(limits)
    rules = HeadRules(
      names: try HostNames(listeningOn: socket.address, called: names), limits: limits)
    let listening = socket.handOver()
    var options = daemon_options()
    options.listening_socket = listening
    options.connection_limit = UInt32(limits.connections + Limits.refused)
    options.timeout = UInt32(limits.silence)
    // Reading and writing share the buffer; the library clears all of it for each request, so it is no
    // larger.
    options.memory = limits.head + (8 << 10)
    options.context = Unmanaged.passUnretained(self).toOpaque()
    options.request = requestCame
    options.target = targetCame
    options.completed = requestEnded
    options.connection = connectionChanged
    guard let daemon = daemon_start(&options) else {
      _ = close(listening)
      throw .library
    }
    self.daemon = daemon
    loop.wait(for: self)
  }

  /// Stops the server: pending answers are sent as far as possible at once, and all connections are closed.
  public func stop(on loop: isolated ServerLoop) {
    guard let daemon else { return }
    isEnding = true
    // One round resumes the waiting requests, one sends their answers. The library aborts the program if a
    // request waits at the end.
    var rounds = 0
    while rounds < 3 || !suspended.isEmpty {
      for exchange in suspended.values {
        if case .waiting = exchange.phase { exchange.phase = .ready(handler.refuse(.ending)) }
        exchange.resume()
      }
      _ = MHD_run(daemon)
      rounds += 1
    }
    MHD_stop_daemon(daemon)
    self.daemon = nil
    loop.wait(for: nil)
  }

  // MARK: Requests

  /// Receives a part of a request from the library; returns false to close the connection.
  fileprivate func take(
    _ connection: OpaquePointer, _ exchange: Exchange, _ method: UnsafePointer<CChar>,
    _ part: UnsafeRawBufferPointer, on loop: isolated ServerLoop
  ) -> Bool {
    switch exchange.phase {
    case .begun:
      exchange.begin(method, headSize: connection_header_size(connection))
      book.headCame(connection)
      if let refusal = refusal(connection, exchange) { return exchange.answer(handler.refuse(refusal)) }
      let head = Request(method: exchange.method, target: exchange.target, body: [], connection: connection)
      if let response = handler.reject(head, on: loop) { return exchange.answer(response) }
      exchange.phase = .receiving
      return true
    case .receiving where !part.isEmpty:
      book.bodyCame(connection)
      return receive(part, exchange)
    case .receiving:
      book.requestCame(connection)
      return answer(connection, exchange, on: loop)
    case .waiting, .answered: return true
    case .ready(let response): return send(response, exchange)
    }
  }

  /// Receives a part of a body.
  private func receive(_ part: UnsafeRawBufferPointer, _ exchange: Exchange) -> Bool {
    switch exchange.intake.take(part.count) {
    case .keep where !exchange.isStarved:
      exchange.body.append(contentsOf: part)
      // The allocated bytes are counted, which are more than those received.
      let more = exchange.body.capacity - exchange.bodyMemory
      if memory.grow(by: more) {
        exchange.bodyMemory += more
      } else {
        exchange.isStarved = true
        dropBody(exchange)
      }
    case .keep: break
    case .discard: dropBody(exchange)
    case .cut: return false
    }
    return true
  }

  private func dropBody(_ exchange: Exchange) {
    exchange.body = []
    memory.shrink(by: exchange.bodyMemory)
    exchange.bodyMemory = 0
  }

  private func answer(
    _ connection: OpaquePointer, _ exchange: Exchange, on loop: isolated ServerLoop
  ) -> Bool {
    // The body was still being received when the end began.
    if isEnding { return exchange.answer(handler.refuse(.ending)) }
    if exchange.intake.isTooLong {
      return exchange.answer(handler.refuse(.bodyTooLong(limit: limits.body)))
    }
    if exchange.isStarved { return exchange.answer(handler.refuse(.noMemory)) }
    let answer = handler.answer(
      Request(method: exchange.method, target: exchange.target, body: exchange.body, connection: connection),
      on: loop)
    dropBody(exchange)
    switch answer {
    case .now(let response): return send(response, exchange)
    case .later(let response, let take):
      guard response.map({ hold($0, exchange) }) ?? true else {
        return exchange.answer(handler.refuse(.noMemory))
      }
      exchange.phase = .waiting
      exchange.suspend()
      take(Responder(exchange))
      return true
    }
  }

  /// Passes an answer to the library, if the memory budget allows it.
  private func send(_ response: Response, _ exchange: Exchange) -> Bool {
    exchange.answer(hold(response, exchange) ? response : handler.refuse(.noMemory))
  }

  /// Counts the bytes of an answer, in place of those of a waiting one.
  private func hold(_ response: Response, _ exchange: Exchange) -> Bool {
    let earlier = exchange.held
    defer { if let earlier { memory.release(earlier) } }
    exchange.held = nil
    guard let (place, bytes) = LentBytes.place(of: response) else { return true }
    guard memory.hold(place, bytes: bytes) else { return false }
    exchange.held = place
    return true
  }

  /// Returns the reason to refuse a request after its head; its body is not read then.
  private func refusal(_ connection: OpaquePointer, _ exchange: Exchange) -> Refusal? {
    if isEnding { return .ending }
    if let refusal = book.crowding(of: connection) { return refusal }
    if exchange.target.count > limits.target { return .targetTooLong(limit: limits.target) }
    if connection_header_size(connection) > limits.head { return .headTooLong(limit: limits.head) }
    guard let head = exchange.head else { return .malformedHead }
    if let refusal = rules.refusal(head, target: exchange.target) { return refusal }
    return memory.hasRoomForBodies || !head.hasBody ? nil : .noMemory
  }

  fileprivate func ended(_ connection: OpaquePointer, _ exchange: Exchange) {
    book.answered(connection)
    suspended[ObjectIdentifier(exchange)] = nil
    dropBody(exchange)
    if let held = exchange.held { memory.release(held) }
    exchange.held = nil
    exchange.end()
    handler.ended(method: exchange.method, target: exchange.target, status: exchange.status)
  }
}

extension HTTPDaemon: LoopSource {
  func run() {
    guard let daemon else { return }
    for connection in book.overdue(at: Self.second) { cut(connection) }
    _ = MHD_run(daemon)
  }

  /// Shuts the connection down, so that the library closes it.
  fileprivate func cut(_ connection: OpaquePointer) {
    let socket = connection_socket(connection)
    if socket >= 0 { _ = shutdown(socket, Int32(SHUT_RDWR)) }
  }

  func wait(forReading descriptor: Int32) {
    guard let daemon else { return }
    // Time limits are checked once a second.
    daemon_wait(daemon, descriptor, book.isEmpty ? 60_000 : 1000)
  }

  /// The current second of a monotonic clock.
  private static var second: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec
  }
}

// MARK: Callbacks of the library, on the loop's thread

private func daemon(_ context: UnsafeMutableRawPointer?) -> HTTPDaemon? {
  // Sound: the context is the daemon, which the loop retains until the library has ended.
  context.map { Unmanaged<HTTPDaemon>.fromOpaque($0).takeUnretainedValue() }
}

private func exchange(_ pointer: UnsafeMutableRawPointer?) -> Exchange? {
  // Sound: the pointer is the result of `targetCame`, whose reference is released when the request ends.
  pointer.map { Unmanaged<Exchange>.fromOpaque($0).takeUnretainedValue() }
}

/// The first callback of a request; the library passes its result to each of the later ones.
private let targetCame:
  @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<CChar>?, OpaquePointer?) -> UnsafeMutableRawPointer? =
    { context, target, connection in
      guard let daemon = daemon(context), let target, let connection else { return nil }
      let bytes = UnsafeRawBufferPointer(start: target, count: strlen(target))
      return Unmanaged.passRetained(Exchange(Array(bytes), connection, of: daemon, daemon.limits)).toOpaque()
    }

private let requestCame: MHD_AccessHandlerCallback = {
  context, connection, _, method, _, part, size, pointer in
  guard let daemon = daemon(context), let connection, let exchange = exchange(pointer?.pointee), let method,
    let size
  else { return .NO }
  let bytes = UnsafeRawBufferPointer(start: part, count: part == nil ? 0 : size.pointee)
  size.pointee = 0
  // Sound: this is the loop's thread, on which all of them live; the compiler does not know the thread of a
  // callback.
  nonisolated(unsafe) let (here, call) = (daemon, (connection, exchange, method, bytes))
  let goesOn = daemon.loop.assumeIsolated { here.take(call.0, call.1, call.2, call.3, on: $0) }
  return goesOn ? .YES : .NO
}

private let requestEnded: MHD_RequestCompletedCallback = { context, connection, pointer, _ in
  guard let daemon = daemon(context), let connection, let own = pointer?.pointee else { return }
  // Sound: the reference that `targetCame` has retained is taken over once, because the pointer is cleared.
  let exchange = Unmanaged<Exchange>.fromOpaque(own).takeRetainedValue()
  pointer?.pointee = nil
  daemon.ended(connection, exchange)
}

private let connectionChanged: MHD_NotifyConnectionCallback = { context, connection, _, change in
  guard let daemon = daemon(context), let connection else { return }
  if change == .CONNECTION_NOTIFY_STARTED {
    if !daemon.book.opened(connection, from: PeerAddress(of: connection)) { daemon.cut(connection) }
  } else {
    daemon.book.closed(connection)
  }
}
