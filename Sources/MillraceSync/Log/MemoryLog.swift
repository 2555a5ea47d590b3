import Millrace
import Synchronization

/// A log in memory, for tests and previews, with faults to order.
///
/// ```swift
/// let log = MemoryLog("notes")
/// log.fail(with: .unavailable(log: "notes", reason: "no network"))
/// ```
public final class MemoryLog: SharedLog {
  /// The name of the log in errors.
  public let name: String

  private struct Insides {
    var book: LogBook
    var failure: SharedLogError?
    var losesAnswers = false
    var waiting: [UInt64: (position: UInt64, resume: CheckedContinuation<SharedLogError?, Never>)] = [:]
    var nextWaiter: UInt64 = 0
  }

  /// The contents, as a tool that orders the log's users compares them.
  private struct Contents: Equatable, Sendable {
    let book: LogBook
    let failure: String?
    let losesAnswers: Bool
    let waiting: [UInt64]

    init(_ insides: Insides) {
      book = insides.book
      failure = insides.failure.map { "\($0)" }
      losesAnswers = insides.losesAnswers
      waiting = insides.waiting.values.map(\.position).sorted()
    }
  }

  private let insides: Locked<Insides>
  /// Tells a tool that orders the log's users of each access; nil where none does.
  private let note: (@Sendable (_ writes: Bool) -> Void)?

  /// Creates an empty log.
  public init(_ name: String = "memory") {
    self.name = name
    let insides = Locked(Insides(book: LogBook(name: name)))
    self.insides = insides
    note = AccessWatch.current?.watch("log \(name)") { insides.withLock { Contents($0) } }
  }

  /// Calls `body` with the insides, and tells a tool whether it has changed them.
  private func access<Result>(
    _ body: (inout Insides) throws -> sending Result
  ) rethrows -> sending Result {
    guard let note else { return try insides.withLock(body) }
    note(false)
    let before = insides.withLock { Contents($0) }
    defer { if insides.withLock({ Contents($0) }) != before { note(true) } }
    return try insides.withLock(body)
  }

  // MARK: The four operations

  /// Appends entries; see ``SharedLog/append(_:after:)``.
  public func append(
    _ entries: [LogEntry], after position: UInt64
  ) async throws(SharedLogError) -> LogPage {
    let result = change { (insides) throws(SharedLogError) in
      let page = try insides.book.append(entries, after: position)
      if insides.losesAnswers { throw .unavailable(log: insides.book.name, reason: "the answer was lost") }
      return page
    }
    return try result.get()
  }

  /// Reads entries; see ``SharedLog/read(after:limit:)``.
  public func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    try change { (insides) throws(SharedLogError) in
      try insides.book.read(after: position, limit: limit)
    }.get()
  }

  /// Returns the latest snapshot; see ``SharedLog/snapshot()``.
  public func snapshot() async throws(SharedLogError) -> LogSnapshot? {
    try change { (insides) throws(SharedLogError) in insides.book.snapshot }.get()
  }

  /// Keeps a snapshot; see ``SharedLog/keep(_:keeping:)``.
  public func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try change { (insides) throws(SharedLogError) in
      try insides.book.keep(snapshot, keeping: count)
    }.get()
  }

  /// Waits until the log has an entry after a position; see ``SharedLog/waitForEntries(after:)``.
  public func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    let number = access { insides in
      insides.nextWaiter += 1
      return insides.nextWaiter
    }
    let failure = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: SharedLogError?? = access { insides in
          if Task.isCancelled { return .some(.cancelled(log: insides.book.name)) }
          if let failure = insides.failure { return .some(failure) }
          do throws(SharedLogError) { try insides.book.checkPosition(position) } catch { return .some(error) }
          if insides.book.head > position { return .some(nil) }
          insides.waiting[number] = (position, continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = access { $0.waiting.removeValue(forKey: number) }
      waiter?.resume.resume(returning: .cancelled(log: name))
    }
    if let failure { throw failure }
  }

  // MARK: Faults

  /// Makes every operation fail from now on, also those that wait; nil ends the fault.
  public func fail(with error: SharedLogError?) {
    let waiting = access { insides in
      insides.failure = error
      guard error != nil else { return [CheckedContinuation<SharedLogError?, Never>]() }
      defer { insides.waiting = [:] }
      return insides.waiting.values.map(\.resume)
    }
    for waiter in waiting { waiter.resume(returning: error) }
  }

  /// Decides whether appends are done but answered with `unavailable`, as by a connection that breaks in
  /// between.
  public func loseAnswers(_ isLosing: Bool) {
    access { $0.losesAnswers = isLosing }
  }

  /// Removes the entries after a position, as a restored backup does, and wakes all that wait.
  ///
  /// It works also while the log fails. A log whose first entries were removed goes back to its snapshot at
  /// the earliest, since the entries before it are gone.
  public func goBack(to position: UInt64) {
    let ready = access { insides in
      insides.book.goBack(to: position)
      return takeReady(&insides)
    }
    for waiter in ready { waiter.resume.resume(returning: waiter.error) }
  }

  /// Carries out a change, and wakes those whose wait has ended by it.
  private func change<Answer: Sendable>(
    _ body: @Sendable (inout Insides) throws(SharedLogError) -> Answer
  ) -> Result<Answer, SharedLogError> {
    let (result, ready) = access { insides in
      if let failure = insides.failure { return (Result<Answer, SharedLogError>.failure(failure), [Ready]()) }
      let result = Result { () throws(SharedLogError) in try body(&insides) }
      return (result, takeReady(&insides))
    }
    for waiter in ready { waiter.resume.resume(returning: waiter.error) }
    return result
  }

  /// Removes the waiting tasks whose wait has ended.
  private func takeReady(_ insides: inout Insides) -> [Ready] {
    var ready: [Ready] = []
    let head = insides.book.head
    for (number, waiter) in insides.waiting where waiter.position != head {
      ready.append(
        Ready(
          resume: waiter.resume,
          error: waiter.position > head ? .wentBack(log: name, head: head, known: waiter.position) : nil))
      insides.waiting[number] = nil
    }
    return ready
  }

  /// A waiting task and the result of its wait.
  private struct Ready {
    let resume: CheckedContinuation<SharedLogError?, Never>
    let error: SharedLogError?
  }
}
