/// The time limit was exceeded.
struct OutOfPatience: Error {}

/// Returns the result of `work` if it ends in time; otherwise cancels it and throws.
func within<Value: Sendable>(
  _ time: Duration, on clock: any Clock<Duration>,
  _ work: @escaping @Sendable @concurrent () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask(operation: work)
    group.addTask {
      try await clock.sleep(for: time)
      throw OutOfPatience()
    }
    defer { group.cancelAll() }
    guard let first = try await group.next() else { throw CancellationError() }
    return first
  }
}
