import MillraceSync
import Synchronization

/// One append that waits, and its answer.
struct WaitingAppend: Sendable {
  let entries: [LogEntry]
  let after: UInt64
  let request: Request<LogPage>
}

/// The appends to one log that are carried out together.
struct AppendBatch: Sendable {
  let key: AppendQueues.Key
  let name: String
  var appends: [WaitingAppend]
}

/// Appends of this process by log.
///
/// While one batch of a log is on its way, the next ones gather.
final class AppendQueues: Sendable {
  struct Key: Hashable, Comparable, Sendable {
    let name: [UInt8]
    let epoch: Int64?

    static func < (left: Key, right: Key) -> Bool {
      if left.name == right.name { return (left.epoch ?? -1) < (right.epoch ?? -1) }
      return left.name.lexicographicallyPrecedes(right.name)
    }
  }

  private struct Queue {
    let name: String
    var waiting: [WaitingAppend] = []
    /// True from the taking of a batch up to its end.
    var isBusy = false
    /// True behind a batch that others must not wait for again.
    var isAlone = false
  }

  private struct Insides {
    var queues: [Key: Queue] = [:]
    /// The logs with appends that no batch of theirs delays, in the order in which they became so.
    var ready: [Key] = []
  }

  /// The appends to one log in a batch at most.
  static let batchLimit = 64
  /// The logs in one transaction at most.
  static let logLimit = 32
  /// The bytes after which no further log comes into a transaction.
  ///
  /// The server has so few at once, so that a process that is stopped meanwhile keeps no row locked.
  static let byteLimit = 64 << 10
  private let insides = Mutex(Insides())

  /// Adds an append, and returns true if there must be a job that takes batches.
  func add(_ append: WaitingAppend, to key: Key, named name: String) -> Bool {
    insides.withLock { insides in
      insides.queues[key, default: Queue(name: name)].waiting.append(append)
      guard let queue = insides.queues[key], !queue.isBusy, queue.waiting.count == 1 else { return false }
      insides.ready.append(key)
      return true
    }
  }

  /// Takes a batch of each of several logs, sorted, so that two that lock their rows never wait for each
  /// other.
  ///
  /// - Returns: The batches, and true if there must be a job for the rest.
  func take() -> (batches: [AppendBatch], hasMore: Bool) {
    insides.withLock { insides in
      var batches: [AppendBatch] = []
      var bytes = 0
      for key in insides.ready {
        guard let queue = insides.queues[key] else { break }
        if batches.count == Self.logLimit || bytes >= Self.byteLimit { break }
        if queue.isAlone && !batches.isEmpty { break }
        let appends = Array(queue.waiting.prefix(Self.batchLimit))
        insides.queues[key]?.waiting.removeFirst(appends.count)
        insides.queues[key]?.isBusy = true
        batches.append(AppendBatch(key: key, name: queue.name, appends: appends))
        if queue.isAlone { break }
        for append in appends { bytes = append.entries.reduce(bytes) { $0 + $1.size } }
      }
      insides.ready.removeFirst(batches.count)
      return (batches.sorted { $0.key < $1.key }, !insides.ready.isEmpty)
    }
  }

  /// Ends batches, and returns true if there must be a job for what has gathered meanwhile.
  ///
  /// - Parameter again: The batches that were not carried out. Each comes next, and alone.
  func finish(_ batches: [AppendBatch], again: [AppendBatch]) -> Bool {
    insides.withLock { insides in
      var hasMore = false
      for batch in again {
        insides.queues[batch.key]?.waiting.insert(contentsOf: batch.appends, at: 0)
      }
      for batch in batches {
        guard var queue = insides.queues.removeValue(forKey: batch.key), !queue.waiting.isEmpty else {
          continue
        }
        queue.isBusy = false
        queue.isAlone = again.contains { $0.key == batch.key }
        insides.queues[batch.key] = queue
        insides.ready.append(batch.key)
        hasMore = true
      }
      return hasMore
    }
  }

  /// Takes all appends that wait, when nothing carries them out any more.
  func takeAll() -> [AppendBatch] {
    insides.withLock { insides in
      defer { insides = Insides() }
      return insides.queues.map { AppendBatch(key: $0, name: $1.name, appends: $1.waiting) }
    }
  }
}
