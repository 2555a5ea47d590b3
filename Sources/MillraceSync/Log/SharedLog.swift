/// One total order of entries that many places read and append to.
///
/// Positions count from 1 without gaps; 0 is the position before the first entry. A log keeps each writer's
/// last number for ever, also behind a compaction, so that an entry that is sent again is taken once.
///
/// ``MemoryLog`` serves tests, ``FileLog`` the processes of one machine. Another implementation can be tried
/// with the laws of `MillraceSyncTesting`.
public protocol SharedLog: Sendable {
  /// The name of the log in errors, without passwords.
  var name: String { get }

  /// Appends entries of one or more writers, in this order, all or none of them.
  ///
  /// An entry whose writer has that number in the log already is not appended again. An empty array only
  /// reads.
  ///
  /// - Parameters:
  ///   - entries: The entries. Those of one writer have successive numbers.
  ///   - position: The position up to which the caller knows the log.
  /// - Returns: The entries after `position`, other writers' among them, as ``read(after:limit:)`` returns
  ///   them.
  /// - Throws: The errors of ``read(after:limit:)``, with nothing appended; `gap`, `forged` and `malformed`
  ///   with nothing appended; `unavailable` and `cancelled`, after which the caller sends the same entries
  ///   again.
  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage

  /// Reads entries.
  ///
  /// - Parameters:
  ///   - position: The position before the first one.
  ///   - limit: The maximum number. A page has at most ``LogPage/entryLimit``, and may be shorter; it has two
  ///     entries if the log has two after the position, whatever the limit.
  /// - Throws: `wentBack` for a position behind the log's head, `compacted` for one whose next entry was
  ///   removed, and others.
  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage

  /// Waits until the log has an entry after a position; returns at once if it has.
  ///
  /// It may return without one, after a time of the log's choice. It never keeps a thread waiting.
  ///
  /// - Throws: `wentBack` for a position behind the log's head, `unavailable`, `cancelled`, and others.
  func waitForEntries(after position: UInt64) async throws(SharedLogError)

  /// Returns the log's latest snapshot; nil if it has none.
  func snapshot() async throws(SharedLogError) -> LogSnapshot?

  /// Keeps a snapshot, unless the log has one of the same or a later position, and removes entries before it.
  ///
  /// - Parameters:
  ///   - snapshot: The snapshot, at a position that the log has reached.
  ///   - count: The number of entries up to the snapshot's position that stay, at least 1, so that a replica
  ///     that is a little behind need not start from the snapshot.
  /// - Throws: `wentBack` for a position behind the log's head, `malformed` for position 0, and others.
  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError)
}

extension SharedLog {
  /// Returns the position of the last entry; 0 for an empty log.
  public func head() async throws(SharedLogError) -> UInt64 {
    var position: UInt64 = 0
    while true {
      do {
        return try await read(after: position, limit: 0).head
      } catch .compacted(_, _, let first) where first > position + 1 {
        // Another caller may remove more entries before the next attempt.
        position = first - 1
      }
    }
  }
}
