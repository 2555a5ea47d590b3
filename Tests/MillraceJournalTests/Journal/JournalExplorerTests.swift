import Millrace
import MillraceTesting
import Synchronization
import TestResources
import Testing

@testable import MillraceJournal

@Suite("A journal in an exploration")
struct JournalExplorerTests {
  static let durabilities: [Durability] = [
    .memory, .everyTurn, .batched(every: .milliseconds(50)), .batched(every: .seconds(1), turns: 2),
  ]

  @Test("is written on the exploring thread, whatever its durability", .realDisk, arguments: 0..<4)
  func controlled(_ number: Int) async throws {
    let durability = Self.durabilities[number]
    let folder = try JournalFolder()
    let count = Atomic(0)
    let exploration = await Explorer(audit: .init(orders: 3)).explore { world in
      // Each run has a journal of its own.
      let path = "\(folder.journal)-\(count.add(1, ordering: .relaxed).newValue)"
      let server = world.outside("server")
      let store = Store(Notes(), of: NoteMessage.self, name: "notes", flow: world.flow) { notes, message in
        if case .starred = message {
          notes.starred += 1
          return .none
        }
        _ = updateNotes(&notes, message)
        return .run(label: "star") { send in
          _ = try await server.call("star", answers: [.success(1)])
          await send(.starred)
        }
      }
      let journal = try Journal(
        of: world.flow, at: path, durability: durability, snapshots: SnapshotPolicy(turns: 2))
      try journal.record(store, state: RecordSchema("notes"), messages: RecordSchema("note-message"))
      try journal.start()
      world.user("Ada", sends: [.added("a")], to: store)
      world.user("Ben", sends: [.starred], to: store)
      world.always("it records") { journal.status == .writing }
      world.finally("each turn is written when it has been taken") {
        guard durability != .memory else { return journal.writer.waitingCount == 0 }
        guard let reader = try? JournalReader(at: path) else { return false }
        return (try? reader.turn(3)) != nil
      }
    }
    #expect(exploration.isProven, "\(durability): \(exploration)")
  }
}
