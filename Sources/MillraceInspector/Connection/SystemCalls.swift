#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// The calls of the system that the connection uses, under names that do not meet its own.
enum SystemCalls {
  /// The text of the last error.
  static var reason: String { String(cString: strerror(errno)) }

  /// Nanoseconds since 1970.
  static func timeSinceEpoch() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
  }

  static var process: Int { Int(getpid()) }

  /// The value of a variable of the environment; nil if there is none.
  static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  static func closeDescriptor(_ descriptor: Int32) { _ = close(descriptor) }

  static func receive(_ descriptor: Int32, _ bytes: UnsafeMutableRawBufferPointer) -> Int {
    recv(descriptor, bytes.baseAddress, bytes.count, 0)
  }

  static func transmit(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
    #if canImport(Darwin)
    send(descriptor, bytes.baseAddress, bytes.count, 0)
    #else
    send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
    #endif
  }

  /// True if the last call would have had to wait.
  static var mustWait: Bool { errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR }

  /// Makes calls on a descriptor return instead of waiting, and keeps it from programs that are started.
  static func prepare(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}

/// A pipe by which any thread wakes the connection's.
final class WakePipe: Sendable {
  let reader: Int32
  private let writer: Int32

  /// Creates a pipe; nil if the system has no descriptors left.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    (reader, writer) = (ends[0], ends[1])
    for end in ends { SystemCalls.prepare(end) }
  }

  deinit {
    SystemCalls.closeDescriptor(reader)
    SystemCalls.closeDescriptor(writer)
  }

  func wake() {
    // A full pipe wakes as well.
    var byte: UInt8 = 1
    _ = write(writer, &byte, 1)
  }

  func clear() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reader, &bytes, bytes.count) == bytes.count {}
  }

  /// Waits until the pipe is written to, a socket is ready, or the time is over.
  ///
  /// - Parameters:
  ///   - socket: The socket; nil for none.
  ///   - reading: True to wait for bytes that have arrived.
  ///   - writing: True to wait for room to write.
  ///   - time: The time; nil for any.
  /// - Returns: What the socket is ready for.
  func wait(
    for socket: Int32? = nil, reading: Bool = false, writing: Bool = false, atMost time: Duration?
  ) -> (canRead: Bool, canWrite: Bool) {
    let events = Int16((reading ? POLLIN : 0) | (writing ? POLLOUT : 0))
    var questions = [pollfd(fd: reader, events: Int16(POLLIN), revents: 0)]
    if let socket { questions.append(pollfd(fd: socket, events: events, revents: 0)) }
    _ = poll(&questions, nfds_t(questions.count), time.map { Self.milliseconds($0) } ?? -1)
    if questions[0].revents != 0 { clear() }
    guard let answer = questions.dropFirst().first?.revents else { return (false, false) }
    // An error or the peer's end is found by the call that follows.
    let isBroken = answer & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
    return (answer & Int16(POLLIN) != 0 || isBroken, answer & Int16(POLLOUT) != 0 || isBroken && writing)
  }

  /// Rounds up, so that a wait is not over before its time.
  private static func milliseconds(_ time: Duration) -> Int32 {
    let (seconds, attoseconds) = max(time, .zero).components
    return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}
