/// A value that several threads access, one at a time.
///
/// The other modules of this package use it as well, so that the thread sanitizer understands all their
/// locks.
package final class Locked<Value>: @unchecked Sendable {
  // Sound: `value` is touched only under `mutex`, and `Value` is either Sendable or never leaves `withLock`.
  private var value: Value
  private let mutex = PlatformLock()

  package init(_ value: sending Value) {
    self.value = value
  }

  /// Calls `body` with the value while no other thread has it.
  package func withLock<Result>(_ body: (inout Value) throws -> sending Result) rethrows -> sending Result {
    mutex.lock()
    defer { mutex.unlock() }
    return try body(&value)
  }
}
