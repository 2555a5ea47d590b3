import Foundation
import ProcessFixture

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
  private let server: ChildProcess

  init() async throws {
    // The server chooses a free number, and writes it when it listens.
    let server = try? ChildProcess(
      "Xvfb",
      ["-displayfd", "1", "-screen", "0", "1280x1024x24", "-nolisten", "tcp", "-terminate"],
      output: .pipe, errors: .nothing)
    guard let server else { throw NoDisplay() }
    self.server = server
    let number = await onThread { server.output.line() }
    guard !number.isEmpty else { throw NoDisplay() }
    name = ":\(number)"
  }

  deinit { server.kill(SIGKILL) }

  struct NoDisplay: Error, CustomStringConvertible {
    var description: String {
      "Xvfb did not start; install it (Debian: apt-get install xvfb), and see that it is in the PATH."
    }
  }
}

/// Returns the result of work that blocks, done on a thread of its own: a blocked thread of Swift's pool
/// would keep other tests from running.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}
