/// The entries that wait to be written, and the decisions of a journal's writer, without its threads.
struct JournalBacklog {
  /// The action that an added entry requires.
  enum Demand: Equatable {
    case nothing
    /// The first entry of a batch: schedule the writing of the batch.
    case timer
    /// A batch is full: write it.
    case write
    /// The backlog is full: wait for the writer, and try again.
    case wait
    /// The entry is not recorded.
    case refused
  }

  let limit: Int
  /// The number of entries in a full batch.
  let batch: Int
  private(set) var waiting: [JournalEntry] = []
  /// The number of entries that the writer has taken and not written yet.
  private(set) var taken = 0
  private(set) var status = JournalStatus.writing
  /// True when the writer has been asked to write.
  private var isAsked = false
  /// True when the writing of a batch is scheduled.
  private var isTimed = false
  /// The ends of durable effects, recorded when recording resumes.
  private var ends: [TaskChange] = []
  /// True when a sender waits for room.
  private var isAwaited = false

  init(limit: Int, batch: Int) {
    self.limit = max(limit, batch)
    self.batch = batch
  }

  /// The number of entries that are not on disk.
  var count: Int { waiting.count + taken }

  var accepts: Bool {
    switch status {
    case .writing, .failing: true
    case .preparing, .stopped, .closed: false
    }
  }

  /// Adds an entry, unless the returned demand is to wait or a refusal.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - isExtra: True to exceed the limit, for a caller that starts the writing itself.
  mutating func add(_ entry: JournalEntry, isExtra: Bool = false) -> Demand {
    guard accepts else {
      noteEnds(of: entry)
      return .refused
    }
    // Entries that the writer has taken count, because a failed write puts them back.
    if count >= limit && !isExtra {
      isAwaited = true
      return .wait
    }
    waiting.append(entry)
    if isExtra { return .nothing }
    if waiting.count >= batch && !isAsked {
      isAsked = true
      return .write
    }
    if waiting.count > 1 || isTimed { return .nothing }
    isTimed = true
    return .timer
  }

  /// Notes that the batch's time has come; the writer takes the entries next.
  mutating func timerDue() { isTimed = false }

  /// Hands the waiting entries to the writer.
  mutating func take() -> [JournalEntry] {
    let entries = waiting
    waiting = []
    taken = entries.count
    isAsked = false
    return entries
  }

  /// Notes that some of the taken entries are on disk.
  ///
  /// - Returns: True when a sender waits for the room.
  mutating func written(_ count: Int) -> Bool {
    taken -= count
    guard isAwaited, self.count < limit else { return false }
    isAwaited = false
    return true
  }

  /// Puts back the taken entries that could not be written.
  ///
  /// - Returns: True when the status has changed.
  mutating func failed(_ rest: ArraySlice<JournalEntry>, _ error: JournalError) -> Bool {
    waiting.insert(contentsOf: rest, at: 0)
    taken = 0
    // The writer tries again after a delay, not at each new entry.
    isAsked = true
    guard case .writing = status else {
      if case .failing = status { status = .failing(error) }
      return false
    }
    status = .failing(error)
    return true
  }

  /// Stops recording from a turn on.
  ///
  /// - Returns: True when the status has changed.
  mutating func stop(_ error: JournalError, from sequence: UInt64) -> Bool {
    switch status {
    case .writing, .failing: status = .stopped(error, from: sequence)
    // A final error replaces a temporary one: recording will never resume.
    case .stopped(let known, let first) where error.isFinal && !known.isFinal:
      status = .stopped(error, from: min(first, sequence))
    case .preparing, .stopped, .closed: return false
    }
    return true
  }

  /// Notes that entries can be written again.
  ///
  /// - Returns: True when the status has changed.
  mutating func recovered() -> Bool {
    guard case .failing = status else { return false }
    status = .writing
    return true
  }

  /// Resumes recording, beginning with this entry.
  mutating func resume(_ resumption: Resumption) {
    guard case .stopped(let error, _) = status, !error.isFinal else { return }
    status = .writing
    var resumption = resumption
    resumption.tasks = ends
    ends = []
    waiting.append(.resumption(resumption))
  }

  /// Drops the taken entries that cannot be written, and all entries behind them.
  mutating func drop(_ rest: ArraySlice<JournalEntry> = []) -> [JournalEntry] {
    let dropped = Array(rest) + waiting
    taken -= rest.count
    waiting = []
    for entry in dropped { noteEnds(of: entry) }
    return dropped
  }

  /// Keeps the ends of durable effects for later: an effect that has ended must not run again.
  private mutating func noteEnds(of entry: JournalEntry) {
    for change in entry.tasks {
      // A refused effect was never in the file, and there may be any number of these.
      if case .ended(_, _, let permit) = change, !permit.isRefused { ends.append(change) }
    }
  }

  mutating func close() { status = .closed }
}
