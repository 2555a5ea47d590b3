import Millrace
import MillraceSQLite

/// A sequence of a journal's turns: the existing ones, then new ones as they arrive.
///
/// It ends when its task is cancelled.
public struct JournalFollowing: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = JournalTurn
  /// The type of the errors.
  public typealias Failure = JournalError

  let path: String
  let start: UInt64
  let interval: Duration
  let clock: any Clock<Duration>

  /// Creates an iterator, which follows the journal from the sequence's first turn.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// An iterator that follows the journal, with a connection of its own from its first step on.
  public struct Iterator: AsyncIteratorProtocol {
    private let following: JournalFollowing
    private var trail: Trail?
    private var batch: ArraySlice<JournalTurn> = []

    init(_ following: JournalFollowing) {
      self.following = following
    }

    /// Returns the next turn, and waits for it if necessary; nil when the task was cancelled.
    ///
    /// - Throws: ``JournalError`` when the journal cannot be read.
    public mutating func next() async throws(JournalError) -> JournalTurn? {
      try await next(isolation: #isolation)
    }

    /// Returns the next turn, and waits for it if necessary; nil when the task was cancelled.
    ///
    /// - Parameter actor: The caller's isolation.
    /// - Throws: ``JournalError`` when the journal cannot be read.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(JournalError) -> JournalTurn? {
      while !Task.isCancelled {
        if let turn = batch.popFirst() { return turn }
        batch = try look()[...]
        if !batch.isEmpty { continue }
        do { try await following.clock.sleep(for: following.interval.bounded) } catch { return nil }
      }
      return nil
    }

    private mutating func look() throws(JournalError) -> [JournalTurn] {
      if let trail { return try trail.look() }
      let trail = try Trail(path: following.path, from: following.start)
      self.trail = trail
      return try trail.look()
    }
  }
}

/// The position of a follower in a journal.
private final class Trail {
  private let path: String
  private var connection: JournalReader.Connection
  private var dataVersion: Statement
  private var seen: Int64?
  private var query: TurnQuery
  private var isMoreThere = false

  init(path: String, from start: UInt64) throws(JournalError) {
    self.path = path
    query = TurnQuery(start...UInt64.max)
    connection = JournalReader.Connection(database: try JournalReader.open(path))
    dataVersion = try connection.database.prepare("PRAGMA data_version")
  }

  /// Returns the next batch of turns; empty when there are none yet.
  func look() throws(JournalError) -> [JournalTurn] {
    if connection.isOutdated { try reopen() }
    // The version is read before the turns. A commit in between is seen now, and at worst causes one vain
    // check later. In the other order it would be missed.
    let version = try dataVersion.step() ? dataVersion.int64(0) : 0
    dataVersion.reset()
    if version == seen && !isMoreThere { return [] }
    let (turns, isEnd) = try query.next(&connection)
    seen = version
    isMoreThere = !isEnd
    return turns
  }

  /// Opens the journal again, because its connection does not see what is written now.
  private func reopen() throws(JournalError) {
    connection = JournalReader.Connection(database: try JournalReader.open(path))
    dataVersion = try connection.database.prepare("PRAGMA data_version")
    seen = nil
  }
}

extension JournalReader {
  /// Returns the turns from one on: first the existing ones, then new ones from this process or another.
  ///
  /// ```swift
  /// for try await turn in reader.follow(from: 1) { print(turn.sequence, turn.store) }
  /// ```
  ///
  /// The turns come in order, each exactly once; the sequence skips numbers that were not recorded. It checks
  /// for new turns at an interval; a check without new ones costs a few microseconds. It ends when its task
  /// is cancelled.
  ///
  /// If turns are removed (``RetentionPolicy``) before a slow follower has read them, the sequence ends with
  /// ``JournalError/removed(_:first:)``.
  ///
  /// - Parameters:
  ///   - sequence: The number of the first turn.
  ///   - interval: The time between two checks.
  ///   - clock: The clock that measures the interval.
  public func follow(
    from sequence: UInt64 = 0, every interval: Duration = .milliseconds(50),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> JournalFollowing {
    JournalFollowing(path: path, start: sequence, interval: interval, clock: clock)
  }
}
