import Millrace
import MillraceSync

/// One check of a law: it opens the logs and records their operations.
struct LawRun: Sendable {
  let law: SharedLogLaw
  let seed: UInt64
  let patience: Duration
  let makeLog: SharedLogLaw.MakeLog
  private let trace = Locked<(count: Int, lines: [String])>((0, []))

  init(law: SharedLogLaw, seed: UInt64, patience: Duration, makeLog: @escaping SharedLogLaw.MakeLog) {
    self.law = law
    self.seed = seed
    self.patience = patience
    self.makeLog = makeLog
  }

  /// Opens an empty log of the law's own.
  func open(_ suffix: String = "log") async throws(SharedLogLawFailure) -> LawLog {
    let name = "\(law.name)-\(suffix)"
    return LawLog(
      run: self, name: name, title: suffix, log: try await handle(name),
      book: Locked(LogBook(name: name)))
  }

  /// Opens a handle of the log with a name.
  func handle(_ name: String) async throws(SharedLogLawFailure) -> any SharedLog {
    do {
      return try await makeLog(name)
    } catch {
      throw failure(expected: "a handle of the log `\(name)`", found: "the error: \(error)")
    }
  }

  /// Adds an operation with its answer to those that a failure shows.
  func record(_ operation: String, _ answer: String) {
    trace.withLock { trace in
      trace.count += 1
      trace.lines.append("\(trace.count). \(operation): \(answer)")
      if trace.lines.count > 40 { trace.lines.removeFirst() }
    }
  }

  func failure(expected: String, found: String) -> SharedLogLawFailure {
    SharedLogLawFailure(
      law: law.name, promise: law.promise, expected: expected, found: found,
      operations: trace.withLock { $0.lines }, seed: seed)
  }

  /// Throws unless the condition holds.
  func require(
    _ condition: Bool, _ expected: @autoclosure () -> String, found: @autoclosure () -> String
  ) throws(SharedLogLawFailure) {
    if !condition { throw failure(expected: expected(), found: found()) }
  }

  /// Returns the result of work in a task of its own; nil if it takes longer than the patience.
  ///
  /// Work that is late is cancelled and not awaited, since a broken log may never end it.
  func soon<Answer: Sendable>(_ work: @escaping @Sendable () async -> Answer) async -> Answer? {
    let (answers, feed) = AsyncStream<Answer?>.makeStream()
    let worker = Task { _ = feed.yield(await work()) }
    let patience = patience
    let timer = Task {
      try? await Task.sleep(for: patience)
      feed.yield(nil)
    }
    defer {
      worker.cancel()
      timer.cancel()
    }
    for await answer in answers { return answer }
    return nil
  }
}
