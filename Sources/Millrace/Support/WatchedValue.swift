/// A tool that is told of accesses to values which its own code cannot see, such as the explorer.
package protocol AccessWatcher: Sendable {
  /// Records a value that the calling code has made; returns a function to call before each access to it.
  func watch(_ name: String, _ value: @escaping () -> Any) -> @Sendable (_ writes: Bool) -> Void
}

/// The tool that watches the calling code.
package enum AccessWatch {
  private static let finder = Locked<@Sendable () -> (any AccessWatcher)?>({ nil })

  /// Sets the function that finds the tool that runs the calling code.
  package static func find(with find: @escaping @Sendable () -> (any AccessWatcher)?) {
    finder.withLock { $0 = find }
  }

  /// The tool that runs the calling code; nil if none does.
  package static var current: (any AccessWatcher)? { finder.withLock(\.self)() }
}

/// A value behind a lock, for the product's own doubles: a tool that orders their users sees each access.
package final class WatchedValue<Value: Equatable & Sendable>: Sendable {
  private let value: Locked<Value>
  private let note: (@Sendable (_ writes: Bool) -> Void)?

  /// Creates a value; `name` is its name in the stories of an explorer.
  package init(_ value: Value, as name: String) {
    let locked = Locked(value)
    self.value = locked
    note = AccessWatch.current?.watch(name) { locked.withLock(\.self) }
  }

  /// Calls `body` with the value while no other thread has it.
  package func withLock<Result: Sendable>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    guard let note else { return try value.withLock { try body(&$0) } }
    note(false)
    let before = value.withLock(\.self)
    defer { if value.withLock(\.self) != before { note(true) } }
    return try value.withLock { try body(&$0) }
  }
}
