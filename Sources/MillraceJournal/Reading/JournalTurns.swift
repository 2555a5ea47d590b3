/// The order in which turns are read.
public enum JournalOrder: Hashable, Sendable, CaseIterable {
  /// From the first turn on.
  case oldestFirst
  /// From the last turn back.
  case newestFirst
}

/// A sequence of a journal's turns, read lazily in batches.
///
/// Memory does not grow with their number. Iterate with ``forEach(_:)``, with the iterator's `next()`, or
/// with `for try await`, which never suspends. Turns recorded meanwhile appear if they come after the current
/// position.
public struct JournalTurns: AsyncSequence, Sendable {
  /// The type of the elements.
  public typealias Element = JournalTurn
  /// The type of the errors.
  public typealias Failure = JournalError

  let reader: JournalReader
  let range: ClosedRange<UInt64>
  let store: String?
  let kind: String?
  let order: JournalOrder

  /// An iterator over the turns, for one pass.
  public final class Iterator: AsyncIteratorProtocol {
    private let reader: JournalReader
    /// The query for the next batch; nil after the last.
    private var query: TurnQuery?
    private var batch: ArraySlice<JournalTurn> = []

    init(_ turns: JournalTurns) {
      reader = turns.reader
      query = TurnQuery(turns.range, store: turns.store, kind: turns.kind, order: turns.order)
    }

    /// Returns the next turn; nil after the last.
    ///
    /// - Throws: ``JournalError/damaged(path:findings:)`` when it cannot be read, and
    ///   ``JournalError/removed(_:first:)`` when it existed at the first step and has been removed since.
    public func next() throws(JournalError) -> JournalTurn? {
      if batch.isEmpty, var query {
        let (turns, isEnd) = try reader.read { connection throws(JournalError) in
          try query.next(&connection)
        }
        self.query = isEnd || query.range == nil ? nil : query
        batch = turns[...]
      }
      return batch.popFirst()
    }
  }

  /// Creates an iterator that begins with the first turn.
  public func makeAsyncIterator() -> Iterator { Iterator(self) }

  /// Creates an iterator that begins with the first turn.
  public func makeIterator() -> Iterator { Iterator(self) }

  /// Calls a closure with each turn.
  ///
  /// - Parameter body: A closure that receives a turn.
  /// - Throws: The error of `body`, or ``JournalError`` when a turn cannot be read.
  public func forEach(_ body: (JournalTurn) throws -> Void) throws {
    let iterator = makeIterator()
    while let turn = try iterator.next() { try body(turn) }
  }
}
