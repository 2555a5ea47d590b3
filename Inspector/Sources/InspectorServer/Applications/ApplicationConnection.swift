import Foundation
import HTTPDaemon
import InspectorCore
import MillraceInspectorWire

/// One application's connection, on a thread of its own.
///
/// The thread reads, understands and keeps; the server's loop receives news in batches, and the next batch is
/// read when it has taken the last one, so that a fast application is slowed down by its own socket.
final class ApplicationConnection: Sendable {
  /// The receiver of news, in order.
  struct Receiver: Sendable {
    /// Called once, when both sides have proved that they know the key.
    var opened: @Sendable (ApplicationConnection) async -> Void
    var received: @Sendable (ApplicationConnection, [ApplicationNews]) async -> Void
    /// Called at the end, with a sentence unless the application has closed its connection.
    var ended: @Sendable (ApplicationConnection, _ reason: String?) async -> Void
  }

  /// The time that a peer has for the handshake, in milliseconds.
  static let handshakeTime = 10_000
  private static let readSize = 256 << 10

  let id: Int
  let file: HistoryFile
  let requests: ApplicationRequests
  private let descriptor: Int32
  private let pipe: SharedPipe
  private let key: HexBlock
  private let keep: UInt64
  private let receiver: Receiver

  /// Takes over a socket, which must not block.
  init(
    _ id: Int, _ descriptor: Int32, key: HexBlock, keep: UInt64, receiver: Receiver
  ) throws {
    self.id = id
    self.descriptor = descriptor
    self.key = key
    self.keep = keep
    self.receiver = receiver
    do {
      file = try HistoryFile()
      pipe = SharedPipe(try WakePipe())
    } catch {
      close(descriptor)
      throw error
    }
    requests = ApplicationRequests { [pipe] in pipe.pipe.wake() }
  }

  deinit { close(descriptor) }

  /// Starts the thread.
  func start() {
    let thread = Thread { self.run() }
    thread.name = "application \(id)"
    thread.start()
  }

  /// Cuts the connection; its thread ends.
  func cut() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  // MARK: On the thread

  private func run() {
    var life = ConnectionLife(key: key, HistoryWriter(file, limit: keep))
    requests.add(life.greeting)
    let deadline = Self.now + Self.handshakeTime
    var reason: String?
    do {
      while let bytes = try next(until: life.isOpen ? nil : deadline) {
        let step = life.take(bytes)
        for frame in step.output { requests.add(frame) }
        if step.hasOpened { wait { await $0.receiver.opened($0) } }
        if !step.news.isEmpty { wait { await $0.receiver.received($0, step.news) } }
        if let end = step.end { throw ConnectionEnd(description: end) }
      }
    } catch {
      reason = "\(error)"
    }
    sendSome()
    requests.close()
    shutdown(descriptor, Int32(SHUT_RDWR))
    let sentence = reason
    let wasOpen = life.isOpen
    wait { await $0.receiver.ended($0, sentence ?? (wasOpen ? nil : "It has ended before the handshake.")) }
  }

  /// Does something asynchronous, and blocks this thread, which is its own, until it is done.
  private func wait(_ body: @escaping @Sendable (ApplicationConnection) async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task {
      await body(self)
      done.signal()
    }
    done.wait()
  }

  /// Waits for bytes, and sends meanwhile; nil at the end.
  private func next(until deadline: Int?) throws(ConnectionEnd) -> [UInt8]? {
    while true {
      var wait: Int32 = -1
      if let deadline {
        let rest = deadline - Self.now
        guard rest > 0 else {
          throw ConnectionEnd(
            description:
              "It has not completed the handshake within \(Self.handshakeTime / 1000) seconds, so it was cut."
          )
        }
        wait = Int32(clamping: rest)
      }
      let events = Int16(POLLIN) | (requests.hasOutput ? Int16(POLLOUT) : 0)
      var waiting = [
        pollfd(fd: descriptor, events: events, revents: 0),
        pollfd(fd: pipe.pipe.reading, events: Int16(POLLIN), revents: 0),
      ]
      _ = poll(&waiting, nfds_t(waiting.count), wait)
      if waiting[1].revents != 0 { pipe.pipe.drain() }
      if waiting[0].revents & Int16(POLLOUT) != 0 { sendSome() }
      guard waiting[0].revents & ~Int16(POLLOUT) != 0 else { continue }
      if let bytes = try receive() { return bytes.isEmpty ? nil : bytes }
    }
  }

  /// Reads what has come; empty at the end, nil when there is nothing.
  private func receive() throws(ConnectionEnd) -> [UInt8]? {
    var count = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: Self.readSize) { room, filled in
      count = recv(descriptor, room.baseAddress, room.count, 0)
      filled = max(0, count)
    }
    if count >= 0 { return bytes }
    if [EAGAIN, EWOULDBLOCK, EINTR].contains(errno) { return nil }
    throw ConnectionEnd(description: "The connection was cut: \(String(cString: strerror(errno))).")
  }

  private func sendSome() {
    requests.send { bytes in
      bytes.isEmpty ? 0 : Foundation.send(descriptor, bytes.baseAddress, bytes.count, Self.quietly)
    }
  }

  #if canImport(Darwin)
  private static let quietly: Int32 = 0
  #else
  private static let quietly = Int32(MSG_NOSIGNAL)
  #endif

  /// The milliseconds of a monotonic clock.
  private static var now: Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }
}

/// A pipe that closures can hold.
private final class SharedPipe: Sendable {
  let pipe: WakePipe
  init(_ pipe: consuming WakePipe) { self.pipe = pipe }
}

/// The reason of the end of a connection.
private struct ConnectionEnd: Error, CustomStringConvertible {
  let description: String
}
