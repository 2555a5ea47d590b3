import Measuring
import Millrace
import MillraceJournal

extension BenchmarkRow {
  /// A turn that is taken again at a start without a snapshot.
  static let journalRestore = BenchmarkRow(
    "journal-restore", summary: "a turn of a journal that is started without a snapshot, of a million",
    operations: 1_000_000, quickOperations: 50_000, mostRuns: 7,
    floor: Comparison(
      "its row, read and decoded by hand", goal: 1.3,
      Side(async: {
        return { @MainActor operations in
          await makeJournal("restore.\(operations)", operations)
          let decoder = RecordDecoder()
          var count = 0
          FloorTable(reading: "restore.\(operations)").forEach { _, bytes in
            guard case .ticked = try? decoder.decode(JournalNote.self, from: bytes) else { return }
            count += 1
          }
          precondition(count == operations / 2)
        }
      })),
    side: Side(async: {
      return { @MainActor operations in
        await makeJournal("restore.\(operations)", operations)
        let started = try? JournalFixture("restore.\(operations)", durability: .everyTurn).journal.start()
        precondition(started?.messages == operations)
      }
    }))

  /// A start from a snapshot and 5,000 turns, after a long history and after a short one.
  static let journalStart = BenchmarkRow(
    "journal-start", summary: "a start with snapshots every 10,000 turns, after 1,005,000 turns",
    operations: 10, quickOperations: 2, mostRuns: 15,
    floor: Comparison("the same after 15,000 turns", goal: 1.5, startSide("start.short", 15_000)),
    side: startSide("start.long", 1_005_000))

  /// A past state, of a long history and of a short one.
  static let journalState = BenchmarkRow(
    "journal-state", summary: "the state as of a turn, 5,000 after a snapshot, of 1,005,000 turns",
    operations: 10, quickOperations: 2, mostRuns: 15,
    floor: Comparison("the same of 15,000 turns", goal: 1.5, stateSide("start.short", 15_000)),
    side: stateSide("start.long", 1_005_000))
}

@MainActor
private func makeJournal(_ name: String, _ turns: Int, snapshots: SnapshotPolicy = .never) async {
  do { try await JournalFixture.make(name, turns: turns, snapshots: snapshots) } catch {
    preconditionFailure("no journal can be made: \(error)")
  }
}

private let everyTenThousand = SnapshotPolicy(turns: 10_000, retention: .all)

private func startSide(_ name: String, _ turns: Int) -> Side {
  Side(async: {
    await makeJournal(name, turns, snapshots: everyTenThousand)
    return { @MainActor operations in
      for _ in 0..<operations {
        let started = try? JournalFixture(name, durability: .everyTurn).journal.start()
        precondition(started?.messages == 5_000)
      }
    }
  })
}

private func stateSide(_ name: String, _ turns: Int) -> Side {
  Side(async: {
    await makeJournal(name, turns, snapshots: everyTenThousand)
    guard let desk = try? JournalFixture(name, durability: .everyTurn), (try? desk.journal.start()) != nil
    else {
      preconditionFailure("the journal cannot be started")
    }
    return { @MainActor operations in
      for index in 0..<operations {
        // Far back, and each time at another turn.
        let turn = UInt64((index * 7 % (turns / 10_000)) * 10_000 + 5_000)
        blackHole(try? desk.journal.state(of: desk.store, at: turn).count)
      }
    }
  })
}
