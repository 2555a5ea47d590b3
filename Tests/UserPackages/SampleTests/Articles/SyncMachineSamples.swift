import Harvest
import Millrace
import MillraceSync
import Testing

/// The sample of a shared machine in *In many places*.
@MainActor
struct SyncMachineSamples {
  nonisolated enum Door: String, Codable, Sendable {
    case open
    case closed
  }

  nonisolated enum Hand: String, Codable, Sendable {
    case push
    case pull
  }

  @Test("A machine of Harvest is shared by its inputs")
  func machine() async throws {
    let log = MemoryLog("door")
    let door = Harvester<Hand, Door>(
      state: .closed,
      mapping: .init { hand, door in
        switch (hand, door) {
        case (.pull, .closed): .open
        case (.push, .open): .closed
        default: nil
        }
      }, name: "door")
    let replica = Replica(of: door.store.flow, log: log, writer: try LogWriter("hall"))
    try replica.share(
      door.store, state: RecordSchema("door"), messages: RecordSchema("hand"),
      from: { message in if case .input(let hand) = message { hand } else { nil } },
      as: { hand in .input(hand) })
    try replica.start()
    door.send(.pull)
    try await replica.waitUntilConfirmed()
    #expect(door.state == .open)
    #expect(try await log.head() == 1)
    replica.stop()
  }
}
