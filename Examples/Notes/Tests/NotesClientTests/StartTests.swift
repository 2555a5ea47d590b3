import Harvest
import Katana
import MillraceJournal
import NotesLibrary
import NotesModel
import NotesSession
import NotesShelf
import Terminal
import Testing

@testable import NotesClient

@MainActor
@Suite("The client, its server and its database")
struct StartTests {
  @Test("It starts, fetches what the server has, and shows it")
  func shows() async throws {
    let site = try Site()
    let client = try await site.open()
    #expect(client.text.contains("Connecting to the server."))
    try await site.see("Buy milk", on: client)
    #expect(client.text.contains("Online") && client.text.contains("1 note"))
    client.press(.character("2"))
    try await site.see("Water the plants", on: client)
    #expect(!client.text.contains("Buy milk") && site.told.isEmpty)
    await client.close()
  }

  @Test("What somebody else changes is shown as it comes")
  func follows() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    site.server.put(note(2, "Call the plumber"))
    try await site.see("Call the plumber", on: client)
    site.server.delete(milk.id)
    try await site.until { client.titles == ["Call the plumber", "Water the plants"] }
    await client.close()
  }

  @Test("A change made here is sent at once, and gets its number")
  func sends() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    let id = try #require(client.add(.notes, title: "Bake bread", body: "Rye."))
    #expect(id.number < 0 && client.listed(id)?.isWaiting == true)
    try await site.until { client.library.model.outbox.isEmpty }
    #expect(client.listed(id)?.id == ItemID(.notes, 2) && client.listed(id)?.isWaiting == false)
    #expect(site.server.item(ItemID(.notes, 2))?.title == "Bake bread" && site.server.asked.count == 1)
    await client.close()
  }

  @Test("A change made while the server is away waits, outlives the program, and is sent once, under its key")
  func waits() async throws {
    let site = try Site()
    site.server.mood = .away
    let client = try await site.open()
    try await site.until { client.isAway }
    let id = try #require(client.add(.todos, title: "Pay the rent", body: ""))
    #expect(client.library.model.outbox == [id] && client.status.waiting == 1 && site.server.asked.isEmpty)
    let key = try #require(client.waitingKey(of: id))
    await client.close()

    site.server.mood = .there
    let again = try await site.open()
    #expect(again.library.model.outbox == [id], "it is known before the server is")
    try await site.until { again.library.model.outbox.isEmpty }
    #expect(site.server.asked.map(\.key) == [key])
    #expect(site.server.items.map(\.title).contains("Pay the rent"))
    await again.close()

    let third = try await site.openOnline()
    #expect(third.titles == ["Buy milk", "Water the plants", "Pay the rent"])
    #expect(site.server.asked.count == 1)
    await third.close()
  }

  @Test("After a crash the change that waited is sent under the same key")
  func crash() async throws {
    let site = try Site()
    site.server.mood = .away
    let client = try await site.open()
    try await site.until { client.isAway }
    let id = try #require(client.add(.notes, title: "Bake bread", body: ""))
    try await client.flush()
    let copy = try site.folder.copied()
    let key = try #require(client.waitingKey(of: id))
    await client.close()

    site.server.mood = .there
    let again = try await site.open(Settings(folder: copy.path, variables: [:]))
    #expect(again.library.model.outbox == [id])
    try await site.until { again.library.model.outbox.isEmpty }
    #expect(site.server.asked.map(\.key) == [key] && again.listed(id)?.item.title == "Bake bread")
    await again.close()
  }

  @Test(
    "When the answer was lost with the program, the server is asked again under the same key, and does it once"
  )
  func lostAnswer() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    site.server.losesAnswers = true
    let id = try #require(client.add(.notes, title: "Bake bread", body: ""))
    try await site.until { client.isAway }
    try await client.flush()
    let copy = try site.folder.copied()
    await client.close()

    site.server.losesAnswers = false
    let again = try await site.open(Settings(folder: copy.path, variables: [:]))
    try await site.until { again.isUpToDate && again.library.model.outbox.isEmpty }
    #expect(Set(site.server.asked.map(\.key)).count == 1)
    #expect(site.server.items.count { $0.title == "Bake bread" } == 1)
    #expect(again.titles.count { $0 == "Bake bread" } == 1 && again.listed(id)?.id.isShared == true)
    await again.close()
  }

  @Test("Changes are sent in the order in which they were made, also those made before a restart")
  func order() async throws {
    let site = try Site(FakeServer())
    site.server.mood = .away
    let client = try await site.open()
    for number in 1...5 { _ = client.add(.notes, title: "Note \(number)", body: "") }
    await client.close()
    let again = try await site.open()
    try await site.until { again.isAway }
    for number in 6...9 { _ = again.add(.notes, title: "Note \(number)", body: "") }
    site.server.mood = .there
    again.session.send(.tryNow)
    try await site.until { again.library.model.outbox.isEmpty }
    #expect(site.server.items.map(\.title) == (1...9).map { "Note \($0)" })
    await again.close()
  }

  @Test("What the server refuses is told, and what was written stays here, in conflict")
  func refusal() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    let id = try #require(client.add(.notes, title: "Refuse me", body: ""))
    try await site.see("It is not wanted here.", on: client)
    #expect(client.listed(id)?.conflict == Listed.Theirs(item: nil) && client.library.model.outbox.isEmpty)
    await client.close()
  }

  @Test("A database that is used by another client is refused with a sentence")
  func inUse() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    await #expect(throws: ClientError.inUse(site.settings.database)) { try await site.make().start() }
    #expect(
      "\(ClientError.inUse("/a"))".hasPrefix("The local database /a is in use by another running “notes”"))
    await client.close()
    let again = try await site.open()
    await again.close()
  }

  @Test("A transient client fetches everything, and leaves no database")
  func transient() async throws {
    let site = try Site()
    var settings = site.settings
    settings.isTransient = true
    let client = try await site.openOnline(settings)
    #expect(client.titles == ["Buy milk", "Water the plants"] && client.status.database == "not used")
    _ = client.add(.notes, title: "Bake bread", body: "")
    #expect(try await site.answer { await client.sendAll(within: .seconds(5)) })
    await client.close()
    #expect(site.folder.names.isEmpty && site.told.isEmpty)
  }

  @Test("After many turns a snapshot is kept at the end, so that the next start reads few messages")
  func snapshot() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    for _ in 0..<600 { client.tell(.dismissRefusals) }
    await client.close()
    let again = try site.make()
    let found = try await again.start()
    #expect(found.messages == 0 && found.lastSequence > 600)
    await again.close()
    #expect(again.titles == ["Buy milk", "Water the plants"])
  }
}

extension Client {
  /// The key of the last waiting change of an item.
  fileprivate func waitingKey(of id: ItemID) -> String? {
    if case .sent(let key) = library.withState({ $0.entries[id]?.state }) { key } else { nil }
  }
}
