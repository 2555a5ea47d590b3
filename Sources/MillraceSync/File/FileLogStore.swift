import Millrace
import MillraceSQLite

/// The connection that the logs of one file share, and the appends that wait for it.
final class FileLogStore: Sendable {
  private struct Append: Sendable {
    let log: String
    let entries: [LogEntry]
    let position: UInt64
    let answer: CheckedContinuation<Result<LogPage, SharedLogError>, Never>
  }

  let queue: SQLiteQueue<FileLogStorage>
  let bell: FileBell
  private let waiting = Locked<[Append]>([])

  init(_ storage: sending FileLogStorage, bell: FileBell) {
    queue = SQLiteQueue(storage, label: "millrace.log")
    self.bell = bell
  }

  deinit { bell.close() }

  func close() async {
    // Closing does not fail.
    try? await queue.run { (storage) throws(SharedLogError) in storage.close() }
    bell.close()
  }

  func append(
    _ entries: [LogEntry], after position: UInt64, to log: String
  ) async throws(SharedLogError) -> LogPage {
    let result = await withCheckedContinuation { answer in
      let isFirst = waiting.withLock { waiting in
        waiting.append(Append(log: log, entries: entries, position: position, answer: answer))
        return waiting.count == 1
      }
      if isFirst { queue.start { self.write(&$0) } }
    }
    return try result.get()
  }

  /// Writes all appends that wait, in one transaction.
  ///
  /// Each is checked before it writes, so one that is refused leaves nothing, and the others stay. When the
  /// file fails, each is written by itself, so that the damage of one log does not fail the others.
  private func write(_ storage: inout FileLogStorage) {
    let appends = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    var results = Self.results(of: appends, storage)
    if results == nil {
      results = appends.map { Self.results(of: [$0], storage)?.first ?? Self.lost($0, storage) }
    }
    if appends.contains(where: { !$0.entries.isEmpty }) { bell.ring() }
    for (append, result) in zip(appends, results ?? []) { append.answer.resume(returning: result) }
  }

  /// Writes appends in one transaction; returns nil when the file has failed, and nothing was written.
  private static func results(
    of appends: [Append], _ storage: FileLogStorage
  ) -> [Result<LogPage, SharedLogError>]? {
    guard let log = appends.first?.log else { return [] }
    return try? storage.change(.writing, log: log) { (storage) throws(SharedLogError) in
      var results: [Result<LogPage, SharedLogError>] = []
      for append in appends {
        do throws(SharedLogError) {
          results.append(.success(try storage.append(append.entries, after: append.position, to: append.log)))
        } catch {
          switch error {
          // These may come in the middle of an append, so they end the transaction.
          case .unavailable, .damaged, .closed: throw error
          default: results.append(.failure(error))
          }
        }
      }
      return results
    }
  }

  /// Returns the reason why one append fails, or its page if it does not any more.
  private static func lost(_ append: Append, _ storage: FileLogStorage) -> Result<LogPage, SharedLogError> {
    do throws(SharedLogError) {
      return .success(
        try storage.change(.writing, log: append.log) { (storage) throws(SharedLogError) in
          try storage.append(append.entries, after: append.position, to: append.log)
        })
    } catch { return .failure(error) }
  }
}
