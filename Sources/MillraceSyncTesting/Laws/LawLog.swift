import Millrace
import MillraceSync

/// A handle of a log beside the model of its contents: each operation is done on both, and the answers must
/// agree.
///
/// The laws are scripts of operations. The model says what each answers, so that a script cannot forget to
/// look.
struct LawLog: Sendable {
  let run: LawRun
  let name: String
  let title: String
  let log: any SharedLog
  let book: Locked<LogBook>

  /// Opens another handle of the same log.
  func other(_ title: String = "other handle") async throws(SharedLogLawFailure) -> LawLog {
    LawLog(run: run, name: name, title: title, log: try await run.handle(name), book: book)
  }

  var model: LogBook { book.withLock { $0 } }

  @discardableResult
  func append(
    _ entries: [LogEntry], after position: UInt64
  ) async throws(SharedLogLawFailure) -> Result<LogPage, SharedLogError> {
    let expected = book.withLock { book in
      Result { () throws(SharedLogError) in try book.append(entries, after: position) }
    }
    let found = await result { () async throws(SharedLogError) in
      try await log.append(entries, after: position)
    }
    try compare("append \(Sketch.list(entries)) after \(position)", found, expected, Sketch.page, difference)
    return expected
  }

  /// Reads a page; returns the number of its entries.
  @discardableResult
  func read(after position: UInt64, limit: Int = .max) async throws(SharedLogLawFailure) -> Int {
    let expected = book.withLock { book in
      Result { () throws(SharedLogError) in try book.read(after: position, limit: limit) }
    }
    let found = await result { () async throws(SharedLogError) in
      try await log.read(after: position, limit: limit)
    }
    try compare("read after \(position), limit \(limit)", found, expected, Sketch.page, difference)
    return (try? found.get().entries.count) ?? 0
  }

  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogLawFailure) {
    let expected = book.withLock { book in
      Result { () throws(SharedLogError) in try book.keep(snapshot, keeping: count) }
    }
    let found = await result { () async throws(SharedLogError) in
      try await log.keep(snapshot, keeping: count)
    }
    let operation = "keep the snapshot at position \(snapshot.position), keeping \(count)"
    try compare(operation, found, expected, { "success" }, { _, _ in nil })
  }

  func snapshot() async throws(SharedLogLawFailure) {
    let expected = book.withLock { $0.snapshot }
    let found = await result { () async throws(SharedLogError) in try await log.snapshot() }
    try compare("snapshot", found, .success(expected), Sketch.snapshot) { found, expected in
      found == expected ? nil : "another snapshot"
    }
  }

  func head() async throws(SharedLogLawFailure) {
    let expected = book.withLock { $0.head }
    let found = await result { () async throws(SharedLogError) in try await log.head() }
    try compare("head", found, .success(expected), { "\($0)" }) { found, expected in
      found == expected ? nil : "another head"
    }
  }

  /// Reads everything that the log has, and the positions around its ends, through this handle and a new one.
  func readAll() async throws(SharedLogLawFailure) {
    for handle in [self, try await other("new handle")] {
      let (first, head) = book.withLock { ($0.first, $0.head) }
      try await handle.head()
      try await handle.snapshot()
      var position = first - 1
      while position < head {
        position += UInt64(max(try await handle.read(after: position), 1))
      }
      try await handle.read(after: head)
      try await handle.read(after: head + 1)
      if first > 1 { try await handle.read(after: first - 2) }
    }
  }

  // MARK: Comparing

  private func result<Answer>(
    _ work: () async throws(SharedLogError) -> Answer
  ) async -> Result<Answer, SharedLogError> {
    do { return .success(try await work()) } catch { return .failure(error) }
  }

  private func compare<Answer>(
    _ operation: String, _ found: Result<Answer, SharedLogError>, _ expected: Result<Answer, SharedLogError>,
    _ text: (Answer) -> String, _ difference: (_ found: Answer, _ expected: Answer) -> String?
  ) throws(SharedLogLawFailure) {
    func sketch(_ result: Result<Answer, SharedLogError>) -> String {
      switch result {
      case .success(let answer): text(answer)
      case .failure(let error): Sketch.error(error)
      }
    }
    let answer = sketch(found)
    run.record("\(title): \(operation)", answer)
    switch (found, expected) {
    case (.success(let found), .success(let wanted)):
      guard let difference = difference(found, wanted) else { return }
      throw run.failure(expected: sketch(expected), found: "\(answer) (\(difference))")
    case (.failure(let found), .failure(let wanted)) where found.isSame(as: wanted): return
    default: throw run.failure(expected: sketch(expected), found: answer)
    }
  }

  private func difference(_ found: LogPage, _ expected: LogPage) -> String? { found.difference(to: expected) }
}

extension LogPage {
  /// The reason why a page cannot stand for the longest one that a log may return; nil if it can.
  func difference(to expected: LogPage) -> String? {
    if after != expected.after { return "it begins after position \(after)" }
    if head != expected.head { return "its head is \(head)" }
    if entries.count > expected.entries.count { return "it has \(entries.count) entries, too many" }
    for (index, pair) in zip(entries, expected.entries).enumerated()
    where pair.0 != pair.1 || pair.0.check != pair.1.check {
      let position = after + UInt64(index) + 1
      return "at position \(position) \(Sketch.entry(pair.0)) instead of \(Sketch.entry(pair.1))"
    }
    if entries.count < min(2, expected.entries.count) { return "it has \(entries.count) entries, too few" }
    return nil
  }
}

extension SharedLogError {
  /// Returns true if both say the same, whatever the name of the log and the reason.
  func isSame(as other: SharedLogError) -> Bool {
    switch (self, other) {
    case (.unavailable, .unavailable), (.cancelled, .cancelled), (.closed, .closed), (.malformed, .malformed),
      (.refused, .refused), (.damaged, .damaged):
      true
    case (.gap(_, let writer, let expected, let found), .gap(_, let writer2, let expected2, let found2)):
      writer == writer2 && expected == expected2 && found == found2
    case (.forged(_, let writer, let number), .forged(_, let writer2, let number2)):
      writer == writer2 && number == number2
    case (.wentBack(_, let head, let known), .wentBack(_, let head2, let known2)):
      head == head2 && known == known2
    case (.compacted(_, let after, let first), .compacted(_, let after2, let first2)):
      after == after2 && first == first2
    default: false
    }
  }
}
