/// From which end turns are read.
public enum JournalOrder: Hashable, Sendable, CaseIterable {
  /// From the first turn on.
  case oldestFirst
  /// From the last turn back.
  case newestFirst
}

/// Turns of a journal, read in batches as they are asked for.
///
/// Memory stays flat however many there are. They can be walked with ``forEach(_:)``, with the iterator's
/// `next()`, or with `for try await`, which never waits. Turns that are recorded meanwhile are seen if they
/// come after the place that was reached.
public struct JournalTurns: AsyncSequence, Sendable {
  /// What is walked over.
  public typealias Element = JournalTurn
  /// What can go wrong on the way.
  public typealias Failure = JournalError

  let reader: JournalReader
  let range: ClosedRange<UInt64>
  let store: String?
  let kind: String?
  let order: JournalOrder

  /// Walks over the turns once.
  public final class Iterator: AsyncIteratorProtocol {
    private let turns: JournalTurns
    private var rest: ClosedRange<UInt64>?
    private var batch: [JournalTurn] = []
    private var place = 0
    private var removed: UInt64?

    init(_ turns: JournalTurns) {
      self.turns = turns
      rest = turns.range
    }

    /// The next turn; nil when there is none.
    ///
    /// - Throws: ``JournalError/damaged(path:findings:)`` when it cannot be read, and
    ///   ``JournalError/removed(_:first:)`` when it was there at the first step and has been removed since.
    public func next() throws(JournalError) -> JournalTurn? {
      if place == batch.count { try fill() }
      if place == batch.count { return nil }
      defer { place += 1 }
      return batch[place]
    }

    private func fill() throws(JournalError) {
      place = 0
      batch = []
      guard let rest else { return }
      let query = TurnQuery(range: rest, store: turns.store, kind: turns.kind, order: turns.order)
      let path = turns.reader.path
      var removed = removed
      let (found, isEnd) = try turns.reader.read { connection throws(JournalError) in
        try query.run(&connection, path: path, removed: &removed)
      }
      self.removed = removed
      batch = found
      self.rest = isEnd ? nil : found.last.flatMap { query.rest(after: $0.sequence) }
    }
  }

  /// Walks over the turns from the beginning.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Walks over the turns from the beginning.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Hands over one turn after the other.
  ///
  /// - Parameter body: What is done with each.
  /// - Throws: What `body` throws, and ``JournalError`` when a turn cannot be read.
  public func forEach(_ body: (JournalTurn) throws -> Void) throws {
    let iterator = makeIterator()
    while let turn = try iterator.next() { try body(turn) }
  }
}
