import Foundation

/// A pipe that wakes a thread that waits for a socket.
struct WakePipe: ~Copyable, Sendable {
  let reading: Int32
  private let writing: Int32

  init() throws(InspectorStartError) {
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
  func wake() {
    var byte: UInt8 = 1
    _ = write(writing, &byte, 1)
  }

  func drain() {
    withUnsafeTemporaryAllocation(byteCount: 64, alignment: 1) { room in
      while read(reading, room.baseAddress, room.count) > 0 {}
    }
  }
}

/// The reason why the tool cannot start.
public enum InspectorStartError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A system call has failed.
  case system(doing: String, code: Int32)
  /// The path of a socket is too long for the system, or something else than a socket stands there.
  case path(String, reason: String)

  public var description: String {
    switch self {
    case .system(let doing, let code):
      "The inspector could not \(doing): \(String(cString: strerror(code))). End programs that hold many files, and start it again."
    case .path(let path, let reason):
      "`\(path)` cannot be a socket: \(reason). Give another path to `--socket`."
    }
  }
}
