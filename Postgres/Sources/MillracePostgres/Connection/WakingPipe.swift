import Foundation

/// A pipe that wakes a thread which waits for a socket.
struct WakingPipe: ~Copyable {
  private let reading: Int32
  private let writing: Int32

  init() {
    var ends: [Int32] = [-1, -1]
    // Without a pipe, as without free numbers of files, the thread looks from time to time.
    if Foundation.pipe(&ends) == 0 {
      for end in ends {
        _ = fcntl(end, F_SETFL, O_NONBLOCK)
        _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      }
    }
    (reading, writing) = (ends[0], ends[1])
  }

  deinit {
    if reading >= 0 { Foundation.close(reading) }
    if writing >= 0 { Foundation.close(writing) }
  }

  func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  /// Waits until the socket can be read, or another thread wakes it.
  func wait(or socket: Int32) {
    var files = [socket, reading].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    _ = poll(&files, 2, reading < 0 ? 500 : -1)
    if files[1].revents != 0 {
      var bytes = [UInt8](repeating: 0, count: 64)
      while read(reading, &bytes, bytes.count) > 0 {}
    }
  }
}
