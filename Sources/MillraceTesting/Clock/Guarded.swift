import Millrace

/// A value behind a lock: the only place of this module that knows which lock it is.
///
/// The closure given to `withLock` must decide and return; whatever wakes a task or calls back comes after it.
final class Guarded<Value: Sendable>: Sendable {
  private let value: Locked<Value>

  init(_ value: Value) {
    self.value = Locked(value)
  }

  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { body(&$0) }
  }
}
