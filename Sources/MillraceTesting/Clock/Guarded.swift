import Synchronization

/// A value behind a lock: the only place of this module that knows which lock it is.
///
/// The closure given to `withLock` must decide and return; whatever wakes a task or calls back comes after it.
final class Guarded<Value: Sendable>: Sendable {
  private let mutex: Mutex<Value>

  init(_ value: Value) {
    mutex = Mutex(value)
  }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    mutex.withLock { body(&$0) }
  }
}
