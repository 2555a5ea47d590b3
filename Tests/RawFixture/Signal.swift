import Dispatch
import Foundation
import Synchronization

/// Something that is counted, and waited for: by a server's thread with `wait`, by a test with `reached`.
public final class Signal: Sendable {
  private struct State {
    var count = 0
    var waiters: [Int: (count: Int, resume: @Sendable () -> Void)] = [:]
    var lastWaiter = 0
  }

  private let state = Mutex(State())

  /// Nothing was given yet.
  public init() {}

  /// The number of times that it was given.
  public var count: Int { state.withLock { $0.count } }

  /// Counts one more.
  public func give() {
    let ready = state.withLock { state in
      state.count += 1
      let ready = state.waiters.filter { $0.value.count <= state.count }
      for number in ready.keys { state.waiters[number] = nil }
      return ready.values.map(\.resume)
    }
    for resume in ready { resume() }
  }

  /// Blocks the thread until it was given so often.
  public func wait(count: Int = 1) {
    let semaphore = DispatchSemaphore(value: 0)
    add(newNumber(), count) { semaphore.signal() }
    semaphore.wait()
  }

  /// Returns when it was given so often, or when the task is cancelled.
  public func reached(count: Int = 1) async {
    let number = newNumber()
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(number, Task.isCancelled ? 0 : count) { continuation.resume() }
      }
    } onCancel: {
      state.withLock { $0.waiters.removeValue(forKey: number)?.resume }?()
    }
  }

  private func newNumber() -> Int {
    state.withLock { state in
      state.lastWaiter += 1
      return state.lastWaiter
    }
  }

  private func add(_ number: Int, _ count: Int, _ body: @escaping @Sendable () -> Void) {
    let isThere = state.withLock { state in
      if state.count >= count { return true }
      state.waiters[number] = (count, body)
      return false
    }
    if isThere { body() }
  }
}
