import MillraceSync
import Synchronization

/// A log that this process alone writes, and whose head it therefore knows without asking.
///
/// Nothing is answered, to a client or to a device, before its position counts here. So a replica that has
/// reached ``head`` shows everything that was answered.
final class OwnLog: SharedLog {
  private let log: any SharedLog
  private let known = Mutex<UInt64>(0)

  init(_ log: any SharedLog) {
    self.log = log
  }

  var name: String { log.name }

  /// The position of the last entry that the log has answered.
  var head: UInt64 { known.withLock { $0 } }

  private func note(_ head: UInt64) { known.withLock { $0 = max($0, head) } }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    let page = try await log.append(entries, after: position)
    note(page.head)
    return page
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    let page = try await log.read(after: position, limit: limit)
    note(page.head)
    return page
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    try await log.waitForEntries(after: position)
  }

  func snapshot() async throws(SharedLogError) -> LogSnapshot? {
    let snapshot = try await log.snapshot()
    if let snapshot { note(snapshot.position) }
    return snapshot
  }

  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try await log.keep(snapshot, keeping: count)
  }
}
