import Foundation
import MillraceSync

/// One append that waits, and its answer.
struct WaitingAppend: Sendable {
  let entries: [LogEntry]
  let after: UInt64
  let request: Request<LogPage>
}

/// Appends of this process by log. While one batch of a log is on its way, the next ones gather.
final class AppendQueues: @unchecked Sendable {
  // Sound: everything that changes is touched under the lock only.
  struct Key: Hashable, Sendable {
    let name: [UInt8]
    let epoch: Int64?
  }

  static let batchLimit = 64
  private let lock = NSLock()
  private var queues: [Key: [WaitingAppend]] = [:]

  /// Adds an append, and returns true if the caller must start a job for the log.
  func add(_ append: WaitingAppend, to key: Key) -> Bool {
    lock.withLock {
      let starts = queues[key] == nil
      queues[key, default: []].append(append)
      return starts
    }
  }

  /// Takes a batch; empty when the log has none left, after which the next append starts a job.
  func take(_ key: Key) -> [WaitingAppend] {
    lock.withLock {
      guard var queue = queues[key], !queue.isEmpty else {
        queues[key] = nil
        return []
      }
      let batch = Array(queue.prefix(Self.batchLimit))
      queue.removeFirst(batch.count)
      queues[key] = queue
      return batch
    }
  }
}
