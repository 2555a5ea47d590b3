import Millrace
import MillraceJournal

extension JournalCommands {
  func log(_ request: LogRequest) async throws(JournalError) -> ExitCode {
    let reader = try JournalReader(at: request.path)
    try check(request, reader)
    let range = try range(of: request, reader)
    var lines = LogLines(width: options.isJSON ? nil : console.width, style: console.style, times: times)
    if range.isCut, request.limit == .fitting {
      console.put(console.style("older turns: --last N, or --last all", .dim) + "\n")
    }
    var next = range.turns.map(\.lowerBound) ?? request.from
    if let turns = range.turns {
      let iterator = reader.turns(turns, store: request.store, kind: request.kind).makeIterator()
      while console.failure == nil, let batch = try Self.batch(iterator) {
        lines.makeRoom(for: batch)
        for turn in batch { put(lines.line(turn) + "\n", or: turn.json) }
        next = (batch.last?.sequence ?? next) + 1
      }
    }
    if request.isFollowing { try await follow(request, from: next, reader, &lines) }
    return .fine
  }

  /// Checks the requested names: an unknown one is a mistake, which an empty list would hide.
  private func check(_ request: LogRequest, _ reader: JournalReader) throws(JournalError) {
    guard request.store != nil || request.kind != nil, !request.isFollowing else { return }
    let info = try reader.info()
    if let store = request.store, !info.stores.contains(where: { ExactText($0.store) == ExactText(store) }) {
      note(store, "store", among: info.stores.map(\.store))
    }
    if let kind = request.kind, !info.kinds.contains(where: { $0.kind.isNamed(kind) }) {
      note(kind, "kind of message", among: info.kinds.map(\.kind.name))
    }
  }

  func note(_ name: String, _ what: String, among names: [String]) {
    // Other pages show kinds with their versions.
    let word = String(name.prefix { $0 != "@" })
    let meant = NameSuggestion.nearest(to: word, among: names).map { "; did you mean `\($0)`?" } ?? "."
    console.complain("The journal has no \(what) `\(name)`\(meant)")
  }

  /// Returns the range from the oldest to the newest listed turn, and whether older matching turns were cut
  /// off.
  ///
  /// It holds only their numbers, so any number of turns can be requested.
  private func range(
    of request: LogRequest, _ reader: JournalReader
  ) throws(JournalError) -> (turns: ClosedRange<UInt64>?, isCut: Bool) {
    let whole = request.from...request.to
    guard let count = request.count(isForPeople: console.width != nil && !options.isJSON) else {
      return (whole, false)
    }
    let newest = reader.turns(
      whole, store: request.store, kind: request.kind, order: .newestFirst
    ).makeIterator()
    guard let last = try newest.next()?.sequence else { return (nil, false) }
    var first = last
    for _ in 1..<max(count, 1) {
      guard let turn = try newest.next() else { return (first...last, false) }
      first = turn.sequence
    }
    return (first...last, try newest.next() != nil)
  }

  private static func batch(_ iterator: JournalTurns.Iterator) throws(JournalError) -> [JournalTurn]? {
    var batch: [JournalTurn] = []
    while batch.count < 256, let turn = try iterator.next() { batch.append(turn) }
    return batch.isEmpty ? nil : batch
  }

  private func follow(
    _ request: LogRequest, from start: UInt64, _ reader: JournalReader, _ lines: inout LogLines
  ) async throws(JournalError) {
    console.flush()
    var turns = reader.follow(from: start).makeAsyncIterator()
    while console.failure == nil, let turn = try await turns.next() {
      if let store = request.store, ExactText(turn.store) != ExactText(store) { continue }
      if let kind = request.kind, turn.kind?.isNamed(kind) != true {
        continue
      }
      lines.makeRoom(for: CollectionOfOne(turn))
      put(lines.line(turn) + "\n", or: turn.json)
      console.flush()
    }
  }
}
