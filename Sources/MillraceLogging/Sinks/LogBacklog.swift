/// The entries that wait for a sink: which are kept, when to write, and what to tell.
struct LogBacklog {
  /// Entries to write, and the number of those that were lost behind them.
  struct Batch {
    let entries: [TurnLog.Entry]
    let lostCount: Int
  }

  /// The caller's next action.
  enum Demand: Hashable {
    case nothing
    case write
  }

  private let limit: Int
  private var waiting: [TurnLog.Entry] = []
  /// The number of entries that were lost since a loss was written.
  private var lostCount = 0
  private var isWriting = false
  /// True while the last write has failed.
  private var isFailing = false

  init(limit: Int) {
    self.limit = max(1, limit)
  }

  mutating func add(_ entry: TurnLog.Entry) -> Demand {
    if waiting.count >= limit {
      lostCount += 1
      return .nothing
    }
    waiting.append(entry)
    if isWriting { return .nothing }
    isWriting = true
    return .write
  }

  /// Returns what to write next; nil, which ends the writing, when nothing is left.
  ///
  /// A loss alone is not written while the sink fails: that could fail without end.
  mutating func next() -> Batch? {
    if waiting.isEmpty && (lostCount == 0 || isFailing) {
      isWriting = false
      return nil
    }
    let batch = Batch(entries: waiting, lostCount: lostCount)
    waiting = []
    lostCount = 0
    return batch
  }

  mutating func succeeded() { isFailing = false }

  /// Counts the entries of a batch as lost; returns true if the failure is the first since the last success.
  mutating func failed(_ batch: Batch) -> Bool {
    lostCount += batch.entries.count + batch.lostCount
    defer { isFailing = true }
    return !isFailing
  }
}
