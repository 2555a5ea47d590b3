/// The turns of a journal: those that are there, and then those that come.
///
/// It ends when its task is cancelled.
public struct JournalFollowing: AsyncSequence, Sendable {
  /// What is walked over.
  public typealias Element = JournalTurn
  /// What can go wrong on the way.
  public typealias Failure = JournalError

  let path: String
  let start: UInt64
  let interval: Duration
  let clock: any Clock<Duration>

  /// Starts to follow.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Follows the journal; it has a connection of its own from its first step on.
  public struct Iterator: AsyncIteratorProtocol {
    private let following: JournalFollowing
    private var trail: Trail?
    private var batch: ArraySlice<JournalTurn> = []

    init(_ following: JournalFollowing) {
      self.following = following
    }

    /// The next turn, which is waited for; nil when the task was cancelled.
    ///
    /// - Throws: ``JournalError`` when the journal cannot be read.
    public mutating func next() async throws(JournalError) -> JournalTurn? {
      try await next(isolation: #isolation)
    }

    /// The next turn, which is waited for; nil when the task was cancelled.
    ///
    /// - Parameter actor: Where it is asked for.
    /// - Throws: ``JournalError`` when the journal cannot be read.
    public mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(JournalError) -> JournalTurn? {
      while !Task.isCancelled {
        if let turn = batch.popFirst() { return turn }
        batch = try look()[...]
        if !batch.isEmpty { continue }
        do { try await following.clock.sleep(for: following.interval) } catch { return nil }
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

extension JournalReader {
  /// The turns from one on: first those that are there, then those that come, from this process or another.
  ///
  /// ```swift
  /// for try await turn in reader.follow(from: 1) { print(turn.sequence, turn.store) }
  /// ```
  ///
  /// They come in order, none twice and none left out; numbers that were never kept are passed over. While
  /// nothing is written, each look costs a few microseconds. It ends when its task is cancelled.
  ///
  /// A follower so slow that turns were removed (``RetentionPolicy``) before it came to them does not pass over them in
  /// silence: the sequence ends with ``JournalError/removed(_:first:)``.
  ///
  /// - Parameters:
  ///   - sequence: The number of the first turn that is wanted.
  ///   - interval: The time between two looks.
  ///   - clock: What measures it.
  public func follow(
    from sequence: UInt64 = 0, every interval: Duration = .milliseconds(50),
    clock: any Clock<Duration> = ContinuousClock()
  ) -> JournalFollowing {
    JournalFollowing(path: path, start: sequence, interval: interval, clock: clock)
  }
}
