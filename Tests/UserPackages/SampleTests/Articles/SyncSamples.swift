import Dispatch
import Foundation
import Millrace
import MillraceSync
import MillraceSyncTesting
import Observation
import Testing

/// The samples of *One order in many places*.
@MainActor
struct SyncSamples {
  nonisolated struct Notes: Codable, Equatable, Sendable {
    var notes: [String] = []
  }

  nonisolated enum NotesMessage: Codable, Sendable {
    case added(String)
    case claimed(String)
  }

  @Test("Two places have the same notes")
  func places() async throws {
    let folder = FileManager.default.temporaryDirectory.path + "/sync-sample-\(UUID())"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let log = try await FileLog.open(folder + "/log")
    let device = "kitchen"
    var complaints: [String] = []

    let notes = Store(Notes(), of: NotesMessage.self, name: "notes") { notes, message in
      switch message {
      case .added(let note): notes.notes.append(note)
      case .claimed(let note):
        if notes.notes.contains(note) { return .unhandled }
        notes.notes.append(note)
      }
      return .none
    }
    let replica = Replica(of: notes.flow, log: log, writer: try LogWriter(device))
    try replica.share(
      notes, state: RecordSchema("notes"), messages: RecordSchema("note"),
      refused: { refusal in complaints.append("\(refusal.message) came too late") })
    try await replica.start(keepingIn: folder + "/replica")

    notes.send(.added("flour"))  // shown at once, confirmed later
    try await replica.commit(.claimed("the oven"), to: notes)  // returns when the log has it
    try await replica.catchUp()  // what follows sees all that the log had

    let other = Store(Notes(), of: NotesMessage.self, name: "notes") { notes, message in
      switch message {
      case .added(let note), .claimed(let note): notes.notes.append(note)
      }
      return .none
    }
    let cellar = Replica(of: other.flow, log: log, writer: try LogWriter("cellar"))
    try cellar.share(other, state: RecordSchema("notes"), messages: RecordSchema("note"))
    try cellar.start()
    try await cellar.catchUp()
    #expect(other.state == notes.state)
    #expect(notes.state.notes == ["flour", "the oven"])
    #expect(complaints.isEmpty)
    await replica.close()
    cellar.stop()
    await log.close()
  }

  @Test("A log of one's own is tried by the laws")
  func laws() async throws {
    let law = try #require(SharedLogLaws.all.first)
    let log = MemoryLog("mine")
    try await law.check { _ in log }
  }
}
