import Dispatch
import Millrace

/// Work on a queue of its own, one piece after another, for calls that wait for the disk.
///
/// Swift's pool has a thread for each core, and a call that waits for the disk would keep one.
final class SQLiteQueue<Owned>: @unchecked Sendable {
  // Sound: `owned` is touched on `queue` only, except in `deinit`, when no reference is left.
  private var owned: Owned
  private let queue: DispatchQueue

  init(_ owned: sending Owned, label: String) {
    self.owned = owned
    queue = DispatchQueue(label: label)
  }

  /// Runs work on the queue, and returns its result.
  func run<Answer: Sendable>(
    _ work: @escaping @Sendable (inout Owned) throws(SharedLogError) -> Answer
  ) async throws(SharedLogError) -> Answer {
    let result = await withCheckedContinuation { (continuation: Continuation<Answer>) in
      queue.async {
        do throws(SharedLogError) {
          continuation.resume(returning: .success(try work(&self.owned)))
        } catch {
          continuation.resume(returning: .failure(error))
        }
      }
    }
    return try result.get()
  }

  private typealias Continuation<Answer> = CheckedContinuation<Result<Answer, SharedLogError>, Never>

  /// Runs work on the queue, later.
  func start(_ work: @escaping @Sendable (inout Owned) -> Void) {
    queue.async { work(&self.owned) }
  }
}
