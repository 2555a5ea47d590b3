import Measuring
import Millrace
import MillraceJournal

extension BenchmarkRow {
  /// A turn that is kept, a thousand of them in one transaction.
  static let journalAppend = BenchmarkRow(
    "journal-append", summary: "a turn that is kept in a journal, in batches of 1,000 that are synchronised",
    operations: 50_000, quickOperations: 10_000, mostRuns: 15,
    floor: Comparison(
      "the messages, encoded and inserted by hand", goal: 1.5, floorSide("append.floor", batch: 1_000)),
    side: journalSide("append.journal", .batched(every: .seconds(60), turns: 1_000)))

  /// A turn that is on disk before `send` returns.
  static let journalAppendSync = BenchmarkRow(
    "journal-append-sync", summary: "a turn that is on disk before `send` returns",
    operations: 200, quickOperations: 40, mostRuns: 15,
    floor: Comparison(
      "the messages, encoded and inserted by hand", goal: 1.3, floorSide("sync.floor", batch: 1)),
    side: journalSide("sync.journal", .everyTurn))
}

/// Sends messages to a recorded store until all are on disk.
private func journalSide(_ name: String, _ durability: Durability) -> Side {
  Side(async: {
    guard let desk = try? JournalFixture(name, durability: durability), (try? desk.journal.start()) != nil
    else {
      preconditionFailure("no journal can be made in \(JournalFolder.path)")
    }
    return { @MainActor operations in
      for index in 0..<operations { desk.store.send(.number(index)) }
      try? await desk.journal.flush()
      precondition(desk.journal.status == .writing)
    }
  })
}

/// Encodes and inserts the same messages without a journal.
private func floorSide(_ name: String, batch: Int) -> Side {
  Side {
    let table = FloorTable(writing: name)
    let encoder = RecordEncoder()
    var sequence = 0
    return { operations in
      var rest = operations
      while rest > 0 {
        table.run("BEGIN IMMEDIATE")
        for index in 0..<min(batch, rest) {
          sequence += 1
          guard let bytes = try? encoder.encode(JournalNote.number(index)) else { return }
          table.insert(sequence, bytes)
        }
        table.run("COMMIT")
        rest -= batch
      }
    }
  }
}
