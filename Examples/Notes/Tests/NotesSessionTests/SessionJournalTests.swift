import Foundation
import Harvest
import MillraceJournal
import MillraceTesting
import NotesModel
import NotesSession
import Testing

@MainActor
@Suite("A session that is kept")
struct SessionJournalTests {
  /// A session, its journal and its server.
  private struct Kept {
    let clock = ManualClock()
    let server: Server
    let session: Session
    let journal: Journal

    @MainActor
    init(_ folder: URL) throws {
      let server = Server(clock)
      let flow = Flow(name: "notes", environment: StoreEnvironment(clock: clock, random: .seeded(1)))
      self.server = server
      session = makeSession(on: flow) { () async throws(ServerError) in try await server.greet() }
      journal = try Journal(
        of: flow, at: folder.appendingPathComponent("notes.journal").path, durability: .everyTurn)
      try journal.record(SessionJournal.recordable(session))
      try journal.start()
    }

    /// Lets the server answer.
    @MainActor
    func answer(with phase: SessionPhase) async throws {
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(2))
      try await clock.waitUntil { session.state.phase == phase }
    }
  }

  private func inFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
  }

  @Test(
    "After a restart it is said to be online and nothing is under way; resumed, the server is greeted anew")
  func online() async throws {
    try await inFolder { folder in
      let first = try Kept(folder)
      first.session.send(.resumed)
      try await first.answer(with: .online)
      try first.journal.close()

      let second = try Kept(folder)
      await second.session.run()
      #expect(second.session.state == first.session.state && second.server.log.isEmpty)
      second.session.send(.resumed)
      #expect(second.session.state.phase == .connecting)
      try await second.answer(with: .online)
      try second.journal.close()
    }
  }

  @Test("A session that waited is not left waiting for a delay that nobody measures")
  func waiting() async throws {
    try await inFolder { folder in
      let first = try Kept(folder)
      first.server.says(.away)
      first.session.send(.resumed)
      try await first.answer(with: .waiting)
      try first.journal.close()

      let second = try Kept(folder)
      #expect(second.session.state.phase == .waiting && second.session.state.reason == "Nobody answers.")
      second.session.send(.resumed)
      try await second.answer(with: .online)
      try second.journal.close()
    }
  }

  @Test("Who worked offline goes on working offline")
  func unplugged() async throws {
    try await inFolder { folder in
      let first = try Kept(folder)
      first.session.send(.unplug)
      try first.journal.close()

      let second = try Kept(folder)
      second.session.send(.resumed)
      await second.session.run()
      #expect(second.session.state.phase == .unplugged && second.server.log.isEmpty)
      second.session.send(.plug)
      try await second.answer(with: .online)
      try second.journal.close()
    }
  }

  @Test("The kinds have the names that they keep for ever")
  func kinds() {
    #expect(SessionJournal.states.kinds.map(\.description) == ["session@1"])
    #expect(SessionJournal.inputs.kinds.map(\.description) == ["session-input@1"])
  }
}
