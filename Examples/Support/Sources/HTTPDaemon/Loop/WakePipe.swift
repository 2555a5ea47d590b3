import CMicroHTTPD
import Foundation

/// A pipe that wakes a thread that waits for the network.
public struct WakePipe: ~Copyable, Sendable {
  public let reading: Int32
  private let writing: Int32

  public init() throws(DaemonError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(doing: "make a pipe", code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    _ = close(reading)
    _ = close(writing)
  }

  /// Writes a byte; a full pipe wakes the thread, too.
  public func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  func wait() { daemon_wait(nil, reading, 60_000) }

  public func drain() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
      while read(reading, room.baseAddress, room.count) > 0 {}
    }
  }
}
