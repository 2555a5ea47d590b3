import Foundation

/// A display in memory, which ends with its program, at the latest with this object.
final class Display: Sendable {
  /// False on Apple's systems, where GTK needs no X server.
  static var isOfSystem: Bool {
    #if os(Linux)
    true
    #else
    false
    #endif
  }

  let name: String
  private let server: Process

  init() async throws {
    let server = Process()
    let output = Pipe()
    server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    // The server chooses a free number, and writes it when it listens.
    server.arguments = [
      "Xvfb", "-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-terminate",
    ]
    server.standardOutput = output
    server.standardError = FileHandle.nullDevice
    try server.run()
    self.server = server
    let number = await onThread { [reading = output.fileHandleForReading] in
      var text = ""
      while let byte = try? reading.read(upToCount: 1), let first = byte.first, first != UInt8(ascii: "\n") {
        text.append(Character(Unicode.Scalar(first)))
      }
      return text
    }
    guard !number.isEmpty else { throw NoDisplay() }
    name = ":\(number)"
  }

  deinit {
    // Not by a signal that can be blocked: the threads of tests block signals, and the server has inherited that.
    if server.isRunning { kill(server.processIdentifier, SIGKILL) }
  }

  struct NoDisplay: Error, CustomStringConvertible {
    var description: String {
      "Xvfb did not start; install it (Debian: apt-get install xvfb), and see that it is in the PATH."
    }
  }
}

/// Returns the result of work that blocks, done on a thread of its own: a blocked thread of Swift's pool would keep
/// other tests from running.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
