/// What waits to be written, and whether more may: the decisions of a journal's writer, without its threads.
struct JournalBacklog {
  /// What has to be done after something was added.
  enum Demand: Equatable {
    case nothing
    /// The first one after a quiet time: see to it that a batch is written when its time has come.
    case timer
    /// A batch is full.
    case write
    /// There is no more room: wait for the writer, and try again.
    case wait
    /// It is not kept.
    case refused
  }

  let limit: Int
  /// How many make a batch.
  let batch: Int
  private(set) var waiting: [JournalEntry] = []
  /// How many the writer has taken, and has not written yet.
  private(set) var taken = 0
  private(set) var status = JournalStatus.writing
  /// Whether somebody has been asked to write.
  private var isAsked = false
  /// Whether somebody sees to it that a batch is written when its time has come.
  private var isTimed = false
  /// The ends of durable effects that are told of when things are kept again.
  private var ends: [TaskChange] = []
  /// Whether somebody waits for room.
  private var isAwaited = false

  init(limit: Int, batch: Int) {
    self.limit = max(limit, batch)
    self.batch = batch
  }

  /// How many are not on disk.
  var count: Int { waiting.count + taken }

  var accepts: Bool {
    switch status {
    case .writing, .failing: true
    case .preparing, .stopped, .closed: false
    }
  }

  /// Adds an entry, unless the answer says otherwise.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - isExtra: Whether it is added beyond the limit, by somebody who has it written.
  mutating func add(_ entry: JournalEntry, isExtra: Bool = false) -> Demand {
    guard accepts else {
      noteEnds(of: entry)
      return .refused
    }
    // What the writer has taken may come back, and counts.
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

  /// The time of a batch has come; what waits is about to be taken.
  mutating func timerDue() { isTimed = false }

  /// Gives the writer what waits.
  mutating func take() -> [JournalEntry] {
    let entries = waiting
    waiting = []
    taken = entries.count
    isAsked = false
    return entries
  }

  /// So many of what was taken are on disk.
  ///
  /// - Returns: Whether somebody waits for the room.
  mutating func written(_ count: Int) -> Bool {
    taken -= count
    guard isAwaited, self.count < limit else { return false }
    isAwaited = false
    return true
  }

  /// What was taken and could not be written is put back.
  ///
  /// - Returns: Whether that is news.
  mutating func failed(_ rest: ArraySlice<JournalEntry>, _ error: JournalError) -> Bool {
    waiting.insert(contentsOf: rest, at: 0)
    taken = 0
    // It is tried again when the time for that has come, not for each that is added.
    isAsked = true
    guard case .writing = status else {
      if case .failing = status { status = .failing(error) }
      return false
    }
    status = .failing(error)
    return true
  }

  /// Nothing more is kept from this turn on.
  ///
  /// - Returns: Whether that is news.
  mutating func stop(_ error: JournalError, from sequence: UInt64) -> Bool {
    switch status {
    case .writing, .failing: status = .stopped(error, from: sequence)
    // What it waited for is not to come any more.
    case .stopped(let known, let first) where error.isFinal && !known.isFinal:
      status = .stopped(error, from: min(first, sequence))
    case .preparing, .stopped, .closed: return false
    }
    return true
  }

  /// What waits can be written again.
  ///
  /// - Returns: Whether that is news.
  mutating func recovered() -> Bool {
    guard case .failing = status else { return false }
    status = .writing
    return true
  }

  /// Things are kept again, beginning with this.
  mutating func resume(_ resumption: Resumption) {
    guard case .stopped(let error, _) = status, !error.isFinal else { return }
    status = .writing
    var resumption = resumption
    resumption.tasks = ends
    ends = []
    waiting.append(.resumption(resumption))
  }

  /// What was taken and cannot be written is let go of, and what waits behind it.
  mutating func drop(_ rest: ArraySlice<JournalEntry> = []) -> [JournalEntry] {
    let dropped = Array(rest) + waiting
    taken -= rest.count
    waiting = []
    for entry in dropped { noteEnds(of: entry) }
    return dropped
  }

  /// An effect that has ended must not be begun again because its end was not kept.
  private mutating func noteEnds(of entry: JournalEntry) {
    for change in entry.tasks {
      // One that was refused was never in the file, and there may be any number of them.
      if case .ended(_, _, let permit) = change, !permit.isRefused { ends.append(change) }
    }
  }

  mutating func close() { status = .closed }
}
