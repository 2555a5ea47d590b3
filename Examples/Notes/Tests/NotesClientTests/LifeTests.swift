import Flask
import Foundation
import Katana
import MillraceJournal
import MillraceTesting
import NotesDesk
import NotesLibrary
import NotesModel
import Terminal
import Testing

@testable import NotesClient

@MainActor
@Suite("A client's beginning and end")
struct LifeTests {
  @Test("A client that is let go ends, and so do its stores and its flow", arguments: [true, false])
  func ends(isClosed: Bool) async throws {
    let site = try Site()
    weak var client: Client?
    weak var flow: Flow?
    weak var library: Katana.Store<Library>?
    do {
      let opened = try await site.openOnline()
      (client, flow, library) = (opened, opened.flow, opened.library)
      opened.press(.character("n"))
      opened.type("Bake")
      if isClosed { await opened.close() }
    }
    try await site.until { client == nil && flow == nil && library == nil }
    try await site.until { site.server.followers == 0 && site.delays.isEmpty }
  }

  @Test("A history of very many turns is let go of at the end, and what it has led to stays")
  func compaction() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    for _ in 0..<51 {
      for _ in 0..<1_000 { client.tell(.dismissRefusals) }
      try await client.flush()
    }
    let titles = client.titles
    #expect(await client.close())
    #expect(try JournalReader(at: site.settings.database).info().turns < 1_000)
    let again = try await site.open()
    #expect(again.titles == titles && !titles.isEmpty)
    await again.close()
  }

  @Test("What is kept is said to be kept, also when a damaged page is found behind it")
  func damagedPage() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    // So many that a snapshot is due at the end, which reads the database.
    for _ in 0..<600 { client.tell(.dismissRefusals) }
    _ = client.add(.notes, title: "Kept", body: "")
    try await client.flush()
    let file = try FileHandle(forWritingTo: URL(filePath: site.settings.database))
    let size = try file.seekToEnd()
    try file.seek(toOffset: 0)
    try file.write(contentsOf: Data(repeating: 0xFF, count: Int(size)))
    try file.close()
    #expect(await client.close())
    #expect(site.told.allSatisfy { $0.hasPrefix("The changes are saved, but") }, "\(site.told)")
  }

  @Test("To close twice is to close once")
  func twice() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    await client.close()
    await client.close()
    #expect(site.told.isEmpty)
  }

  @Test("A client that was never started can be closed, and has changed nothing")
  func neverStarted() async throws {
    let site = try Site()
    let client = try site.make()
    var told: [String] = []
    client.onProblem = { told.append($0) }
    await client.close()
    #expect(told.isEmpty)
    let again = try await site.openOnline()
    await again.close()
  }

  @Test("Problems that nobody listens to yet are told to the first who does, in order, and only once")
  func problems() async throws {
    let site = try Site()
    site.archives.write(Array("nonsense".utf8), for: "Fx.1.preferences")
    site.archives.write(Array("nonsense".utf8), for: "Fx.1.drafts")
    let client = try site.make()
    var (first, second): ([String], [String]) = ([], [])
    client.onProblem = { first.append($0) }
    client.onProblem = { second.append($0) }
    #expect(first.count == 2 && second.isEmpty)
    #expect(first.first?.hasPrefix("The archive `Fx.1.preferences` cannot be used: ") == true)
    #expect(first.last?.hasPrefix("The archive `Fx.1.drafts` cannot be used: ") == true)
    client.desk.write(as: 0)
    #expect(second == ["There is no user 0, so the current user stays; name an existing user."])
    client.onProblem = nil
    client.desk.write(as: 0)
    client.desk.write(as: 0)
    #expect(first.count == 2 && second.count == 1)
    client.onProblem = { first.append($0) }
    #expect(first.count == 4)
    await client.close()
  }

  @Test("Archives that cannot be written are told of at the end, and keep nothing else from being kept")
  func archives() async throws {
    let site = try Site()
    var settings = site.settings
    settings.recording = site.folder.path + "/session.recording"
    let client = try Client(
      settings: settings, server: site.server.face, environment: StoreEnvironment(clock: site.clock),
      archives: ReadOnlyArchives())
    var told: [String] = []
    client.onProblem = { told.append($0) }
    try await client.start()
    try await site.until { client.isUpToDate }
    client.desk.saveDraft(of: "new note", .init(title: "Bake"))
    await client.close()
    #expect(told.contains { $0.contains("It is read-only.") })
    #expect(try JournalReader(at: settings.database).info().isInUse == false)
    let replay = try await Replay(at: settings.recording ?? "")
    #expect(try replay.differences() == [])
    replay.close()
    let again = try await site.open()
    #expect(again.desk.draft(of: "new note")?.title == "Bake", "the journal has it")
    await again.close()
  }

  @Test("Who wants to leave is heard")
  func quits() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    var quits = 0
    client.onQuit = { quits += 1 }
    client.press(.character("q"))
    client.press(.control("c"))
    #expect(quits == 2)
    await client.close()
  }

  @Test("The screen is where it was when the program begins again")
  func screen() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    try await site.settle(client)
    client.press(.character("2"))
    try await site.settle(client)
    let before = client.text
    await client.close()
    let again = try await site.openOnline()
    try await site.settle(again)
    #expect(again.text == before && before.contains("Water the plants"))
    await again.close()
  }

  @Test("The client keeps its name for ever, and another one has another")
  func name() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    let name = try #require(client.library.model.client)
    await client.close()
    let again = try await site.openOnline()
    #expect(again.library.model.client == name)
    await again.close()
    let other = try Site(beside: site)
    let another = try await other.openOnline()
    #expect(another.library.model.client != name)
    await another.close()
  }

  /// Archives on a disk that takes nothing.
  private struct ReadOnlyArchives: ArchiveStorage {
    struct Refusal: Error, CustomStringConvertible {
      var description: String { "It is read-only." }
    }

    func read(_ key: String) -> [UInt8]? { nil }
    func write(_ bytes: [UInt8], for key: String) throws { throw Refusal() }
    func remove(_ key: String) throws { throw Refusal() }
    func setAside(_ key: String) throws -> String { throw Refusal() }
  }
}
