import Measuring
import Millrace
import MillraceCoding
import MillraceSync

private let count = 1_000

extension BenchmarkRow {
  /// Pending messages that are taken again behind those of another place.
  static let replicaRebase = BenchmarkRow(
    "replica-rebase", summary: "1,000 new entries of another place before 1,000 pending messages",
    operations: 20, quickOperations: 5, mostRuns: 15,
    floor: Comparison(
      "1,000 messages decoded, 2,000 turns", goal: 1.5,
      Side {
        guard var source = try? EntrySource("other") else { preconditionFailure("no entries can be made") }
        let store = Store(JournalNotes(), name: "notes", update: JournalNotes.update)
        let decoder = RecordDecoder()
        return { operations in
          for _ in 0..<operations {
            for entry in source.next(count) {
              guard let message = try? decoder.decode(JournalNote.self, from: entry.message) else { return }
              store.send(message)
            }
            for index in 0..<count { store.send(.number(index)) }
          }
        }
      }),
    side: Side(async: {
      let log = OthersLog()
      guard var source = try? EntrySource("other"), let place = try? ReplicaFixture(log, writer: "here"),
        (try? place.replica.start()) != nil
      else { preconditionFailure("no replica can be started") }
      for index in 0..<count { place.store.send(.number(index)) }
      let (changes, change) = AsyncStream<Void>.makeStream()
      var iterator = changes.makeAsyncIterator()
      let observer = place.store.observe(\.count) { _ in change.yield() }
      return { @MainActor operations in
        for _ in 0..<operations {
          log.deliver(source.next(count))
          await iterator.next(isolation: MainActor.shared)
        }
        precondition(place.replica.status.pendingCount == count)
        withExtendedLifetime(observer) {}
      }
    }))

  /// A start behind a snapshot.
  static let replicaStart = BenchmarkRow(
    "replica-start", summary: "a start from a snapshot and 10,000 entries of a log in memory",
    operations: 5, quickOperations: 2, mostRuns: 15,
    floor: Comparison(
      "the same, read and decoded", goal: 1.5,
      Side(async: {
        let log = await SnapshotLog.shared.log
        let decoder = RecordDecoder()
        return { operations in
          for _ in 0..<operations {
            guard let snapshot = try? await log.snapshot(),
              (try? decoder.decode(JournalNotes.self, from: snapshot.states[0].state)) != nil
            else { preconditionFailure("the log has no snapshot") }
            var position = snapshot.position
            var decoded = 0
            while let page = try? await log.read(after: position, limit: .max), !page.entries.isEmpty {
              for entry in page.entries
              where (try? decoder.decode(JournalNote.self, from: entry.message)) != nil {
                decoded += 1
              }
              position = page.end
            }
            precondition(decoded == SnapshotLog.entries)
          }
        }
      })),
    side: Side(async: {
      let log = await SnapshotLog.shared.log
      return { @MainActor operations in
        for _ in 0..<operations {
          guard let place = try? ReplicaFixture(log, writer: "new"), (try? place.replica.start()) != nil
          else {
            preconditionFailure("no replica can be started")
          }
          try? await place.replica.catchUp()
          precondition(place.replica.status.position == SnapshotLog.position + UInt64(SnapshotLog.entries))
          place.replica.stop()
        }
      }
    }))
}

/// A log with a snapshot and 10,000 entries behind it.
@MainActor
private final class SnapshotLog {
  static let position: UInt64 = 15_000
  static let entries = 10_000
  private static var made: SnapshotLog?
  let log = MemoryLog("bench")

  static var shared: SnapshotLog {
    get async {
      if let made { return made }
      let new = SnapshotLog()
      made = new
      guard
        let place = try? ReplicaFixture(
          new.log, writer: "old", options: ReplicaOptions(snapshotInterval: position)),
        (try? place.replica.start()) != nil
      else { preconditionFailure("no replica can be started") }
      for index in 0..<(Int(position) + entries) { place.store.send(.number(index)) }
      try? await place.replica.waitUntilConfirmed()
      while (try? await new.log.snapshot()) == nil { try? await Task.sleep(for: .milliseconds(1)) }
      place.replica.stop()
      return new
    }
  }
}
