import Millrace

/// The decisions of a replica: what it asks the log, what it takes, and what it sends again.
///
/// It holds no state of a store and no time, so that every order of events can be tried.
///
/// Each request but the first begins at the last entry that was taken, not behind it, so that a log with
/// another history is noticed.
struct ReplicaMachine: Hashable, Sendable {
  /// A request to the log; at most one is in progress.
  enum Request: Hashable, Sendable {
    case snapshot
    case append([LogEntry], after: UInt64)
    case read(after: UInt64)
  }

  /// An entry of this writer that has not been taken from the log.
  struct Pending: Hashable, Sendable {
    var entry: LogEntry
    /// A number that stays when the entry is numbered again.
    let ticket: UInt64
  }

  /// The origin of an entry that was taken.
  enum Origin: Hashable, Sendable {
    /// It was pending here.
    case here(ticket: UInt64)
    case elsewhere
  }

  /// The maximum number of entries in one append: 100.
  static let batchLimit = 100
  /// The number of bytes after which an append ends: 1 MiB.
  ///
  /// It has one entry even if that is larger.
  static let batchBytes = 1 << 20

  let log: String
  let writer: LogWriter

  /// The position of the last entry that was taken.
  private(set) var position: UInt64 = 0
  /// The last known head of the log.
  private(set) var head: UInt64 = 0
  /// The entries that wait; a slice, so that each one that is taken costs the same.
  private(set) var pending: ArraySlice<Pending> = []
  /// The number of each writer's last entry up to `position`.
  private(set) var writers: [LogWriter: UInt64] = [:]
  private(set) var outstanding: Request?
  /// The problem that has ended the sharing.
  private(set) var problem: ReplicaError?
  /// The reason why the next entry waits for another release of the application.
  private(set) var hold: ReplicaHold?
  /// True once the replica has read to the log's head, so that it knows its own last number.
  private(set) var isCaughtUp = false
  /// True while the log cannot be reached and the time of the next attempt has not come.
  private(set) var isWaitingForRetry = false

  /// The entry at `position`; nil if it is not known, as after a snapshot.
  private var last: LogEntry?
  private var needsSnapshot = true
  /// True once something says that the log may have more entries than `head`.
  private var mustRead = true
  /// The number of the last entry whose append the log has answered.
  private var answeredUpTo: UInt64 = 0
  /// The number of the last entry that was in a request, so that it may be in the log.
  private(set) var sentUpTo: UInt64 = 0
  /// The number of entries in the next append at most: halved by a refusal, so that the refused entry is
  /// found, and doubled by a success.
  private var batch = Self.batchLimit
  private var nextTicket: UInt64 = 1
  /// The number of times that a pending entry was given another number.
  private(set) var renumberings = 0

  init(log: String, writer: LogWriter) {
    self.log = log
    self.writer = writer
  }

  /// The position before the first entry of the next request.
  private var base: UInt64 { position == 0 ? 0 : position - 1 }
  private var ownLast: UInt64 { writers[writer] ?? 0 }
  /// True while the replica can go on.
  var isRunning: Bool { problem == nil && hold == nil }
  /// True if everything known of the log was taken.
  var isCurrent: Bool { isCaughtUp && position == head && !mustRead }

  // MARK: What happens here

  /// Adds an entry at the end of those that wait, and returns its ticket.
  mutating func add(_ make: (_ number: UInt64) -> LogEntry) -> (entry: LogEntry, ticket: UInt64) {
    let entry = make((pending.last?.entry.number ?? ownLast) + 1)
    defer { nextTicket += 1 }
    pending.append(Pending(entry: entry, ticket: nextTicket))
    return (entry, nextTicket)
  }

  /// Continues from what was kept in a file, before the first request.
  ///
  /// - Returns: The tickets of the pending entries, which come before those that were added meanwhile.
  mutating func restore(
    position: UInt64, last: LogEntry?, writers: [LogWriter: UInt64], pending: [LogEntry], sentUpTo: UInt64
  ) -> [UInt64] {
    self.position = position
    self.last = last
    self.writers = writers
    self.sentUpTo = sentUpTo
    head = position
    needsSnapshot = position == 0
    let restored = pending.map { entry in
      defer { nextTicket += 1 }
      return Pending(entry: entry, ticket: nextTicket)
    }
    self.pending = restored + self.pending[...]
    number(from: restored.first?.entry.number ?? ownLast + 1)
    return restored.map(\.ticket)
  }

  /// Forgets the log's contents, but not what waits, to begin again with a log that has another history.
  mutating func startOver() {
    (position, head, writers, last) = (0, 0, [:], nil)
    (needsSnapshot, mustRead, isCaughtUp) = (true, true, false)
    (outstanding, problem, hold) = (nil, nil, nil)
    (answeredUpTo, sentUpTo, batch) = (0, 0, Self.batchLimit)
    isWaitingForRetry = false
    number(from: 1)
  }

  /// Ends a pause of the sharing: a request that was in progress has no answer, and the log is asked again
  /// after an error of its own.
  mutating func resume() {
    outstanding = nil
    if case .log = problem { problem = nil }
    isWaitingForRetry = false
    mustRead = true
  }

  /// Notes that the log may have new entries.
  mutating func news() { mustRead = true }

  /// Notes that it is time for another attempt.
  mutating func retryIsDue() { isWaitingForRetry = false }

  // MARK: Requests

  /// Returns the next request, which is then in progress; nil if there is none.
  ///
  /// - Parameters:
  ///   - check: The latest digest of the shared state, which goes with the entries.
  ///   - mayAppend: False while entries are not kept here, so that the log must not get them.
  mutating func nextRequest(check: LogCheck? = nil, mayAppend: Bool = true) -> Request? {
    guard isRunning, outstanding == nil, !isWaitingForRetry else { return nil }
    outstanding = decideRequest(check, mayAppend)
    return outstanding
  }

  private mutating func decideRequest(_ check: LogCheck?, _ mayAppend: Bool) -> Request? {
    if needsSnapshot { return .snapshot }
    if isCaughtUp, mayAppend {
      var entries: [LogEntry] = []
      var bytes = 0
      for waiting in pending where waiting.entry.number > answeredUpTo {
        bytes += waiting.entry.size
        if entries.count == batch || !entries.isEmpty && bytes > Self.batchBytes { break }
        entries.append(waiting.entry)
      }
      if let number = entries.last?.number {
        entries[entries.count - 1].check = check
        sentUpTo = max(sentUpTo, number)
        mustRead = false
        return .append(entries, after: base)
      }
    }
    if mustRead || position < head {
      mustRead = false
      return .read(after: base)
    }
    return nil
  }

  /// Notes that the request in progress was not made.
  mutating func withheld() {
    outstanding = nil
    mustRead = true
  }

  /// Handles an error of the request in progress.
  ///
  /// - Returns: The ticket of an entry that the log refuses for good, which is no longer pending.
  mutating func failed(_ error: SharedLogError) -> UInt64? {
    guard let request = outstanding else { return nil }
    outstanding = nil
    switch (error, request) {
    case (.unavailable, _):
      isWaitingForRetry = true
      mustRead = true
    case (.cancelled, _):
      mustRead = true
    case (.compacted, .read), (.compacted, .append):
      needsSnapshot = true
    case (.refused, .append(let entries, _)):
      // One refused entry must not keep the others from the log.
      if entries.count > 1 {
        batch = entries.count / 2
        break
      }
      guard let index = pending.firstIndex(where: { $0.entry.number == entries[0].number }) else { break }
      let count = index - pending.startIndex
      let refused = pending.remove(at: index)
      sentUpTo = refused.entry.number - 1
      number(from: refused.entry.number, behind: count)
      return refused.ticket
    default:
      problem = .log(error)
    }
    return nil
  }

  // MARK: Answers

  /// Handles the answer to a request for a snapshot; returns the one from which the replica has to start.
  mutating func received(_ snapshot: LogSnapshot?) -> LogSnapshot? {
    guard outstanding == .snapshot else { return nil }
    outstanding = nil
    let last = UInt64(Int64.max)
    if let snapshot, snapshot.position > last || snapshot.writers.contains(where: { $0.number > last }) {
      problem = .log(.damaged(log: log, reason: "its snapshot has an impossible position or number"))
      return nil
    }
    if let snapshot, snapshot.position > position { return snapshot }
    guard position == 0 && !isCaughtUp && snapshot == nil else {
      problem = .log(
        .damaged(
          log: log,
          reason: "its entries after position \(base) are gone, and it has no snapshot behind that position"))
      return nil
    }
    needsSnapshot = false
    return nil
  }

  /// Continues from a snapshot whose states could be read.
  ///
  /// - Returns: The tickets of the pending entries that the snapshot contains already.
  mutating func start(from snapshot: LogSnapshot) -> [UInt64] {
    position = snapshot.position
    head = max(head, position)
    last = nil
    writers = Dictionary(snapshot.writers.map { ($0.writer, $0.number) }, uniquingKeysWith: max)
    needsSnapshot = false
    mustRead = true
    let contained = pending.prefix { $0.entry.number <= min(ownLast, sentUpTo) }
    pending.removeFirst(contained.count)
    if let first = pending.first?.entry.number, first <= ownLast { number(from: ownLast + 1) }
    return contained.map(\.ticket)
  }

  /// Handles a page, and returns its entries that have not been taken; ``take(_:)`` takes each.
  mutating func received(_ page: LogPage) -> ArraySlice<LogEntry> {
    guard let request = outstanding else { return [] }
    outstanding = nil
    let asked: UInt64
    switch request {
    case .snapshot: return []
    case .read(let after): asked = after
    case .append(let entries, let after):
      asked = after
      answeredUpTo = max(answeredUpTo, entries.last?.number ?? 0)
      batch = min(batch * 2, Self.batchLimit)
    }
    guard page.after == asked, page.head >= page.end, page.entries.count > 0 || page.head == asked else {
      problem = .log(.damaged(log: log, reason: "it has answered with a page that does not fit the request"))
      return []
    }
    if page.head < head || page.head < position {
      problem = .log(.wentBack(log: log, head: page.head, known: max(head, position)))
      return []
    }
    head = page.head
    var entries = page.entries[...]
    if position > 0, asked < position {
      guard let first = entries.popFirst(), last == nil || first == last else {
        problem = .otherHistory(log: log, position: position)
        return []
      }
      last = first
    }
    return entries
  }

  /// Takes the next entries.
  ///
  /// - Parameter run: Entries that are taken alike, at least one; see `run(upTo:)`.
  /// - Returns: The number that was taken, and their origin; nil if the first cannot be in the log. If fewer
  ///   than all are taken, ``isRunning`` is false, or the origin of the others may be another one.
  mutating func take(_ run: ArraySlice<LogEntry>) -> (count: Int, origin: Origin)? {
    guard let first = run.first, let last = run.last else { return nil }
    let index = writers.index(forKey: first.writer)
    let known = index.map { writers[$0].value } ?? 0
    let isOwn = first.writer == writer
    // Each of the own entries is compared with one that waits.
    let limit = isOwn && !pending.isEmpty ? 1 : run.count
    var count = 0
    for entry in run.indices.prefix(limit) {
      // The names were those of the first.
      let hasFlaw = count == 0 ? first.flaw != nil : run[entry].flawOfContents != nil
      guard !hasFlaw, run[entry].number == known + 1 + UInt64(count) else {
        problem = .log(
          .damaged(
            log: log,
            reason: """
              at position \(position + 1 + UInt64(count)) the writer `\(first.writer)` has the entry \
              \(run[entry].number) after \(known + UInt64(count))
              """))
        break
      }
      count += 1
    }
    if count == 0 { return nil }
    var origin = Origin.elsewhere
    let number = first.number + UInt64(count - 1)
    if isOwn {
      if let waiting = pending.first, waiting.entry == first {
        pending.removeFirst()
        origin = .here(ticket: waiting.ticket)
      } else if let waiting = pending.first, waiting.entry.number <= sentUpTo {
        problem = .sameWriter(writer, position: position + 1)
        return nil
      } else {
        // An earlier life of this writer has sent it.
        self.number(from: number + 1)
      }
    }
    if let index { writers.values[index] = number } else { writers[first.writer] = number }
    position += UInt64(count)
    self.last = count == run.count ? last : run[run.startIndex + count - 1]
    return (count, origin)
  }

  /// Ends the handling of a page.
  mutating func finished() {
    guard isRunning, position >= head else { return }
    head = position
    isCaughtUp = true
    // What the log has answered and not shown was lost with its last entries.
    if let first = pending.first?.entry.number, first <= answeredUpTo { answeredUpTo = first - 1 }
    if let first = pending.first?.entry.number, first != ownLast + 1 { number(from: ownLast + 1) }
  }

  /// Stops before an entry, or a snapshot, that another release of the application must read.
  mutating func hold(_ reason: ReplicaHold) { hold = reason }

  /// Ends the sharing.
  mutating func stop(_ error: ReplicaError) {
    problem = problem ?? error
  }

  /// Numbers the pending entries again, except for the first `count`.
  private mutating func number(from first: UInt64, behind count: Int = 0) {
    for (offset, place) in pending.indices.dropFirst(count).enumerated() {
      let number = first + UInt64(offset)
      if pending[place].entry.number != number { renumberings += 1 }
      pending[place].entry.number = number
    }
    answeredUpTo = min(answeredUpTo, first - 1)
  }
}
