import Flask
import Harvest
import Katana
import MillraceTesting
import NotesDesk
import NotesLibrary
import NotesModel
import NotesScreens
import NotesSession
import Terminal
import Testing

@testable import NotesClient

@MainActor
@Suite("What is being typed")
struct DraftTests {
  /// Waits until the last key's pause is waited for.
  private func pause(_ site: Site) async throws {
    let end = site.clock.now.advanced(by: .seconds(1))
    try await site.until { site.clock.sleepers.contains(end) }
  }

  @Test("It is kept as a draft when the person has paused for a second, and not before")
  func pauses() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.press(.character("n"))
    client.type("Bake")
    try await pause(site)
    site.clock.jump(by: .milliseconds(999))
    client.type(" bread")
    try await pause(site)
    #expect(client.desk.draft(of: "new note") == nil)
    site.clock.jump(by: .milliseconds(999))
    await site.breathe()
    #expect(client.desk.draft(of: "new note") == nil)
    site.clock.jump(by: .milliseconds(1))
    try await site.until { client.desk.draft(of: "new note") == Draft(title: "Bake bread") }
    await client.close()
  }

  @Test("It is kept at the end, and there again in the form, also with another database")
  func atClose() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.press(.character("n"))
    client.type("Bake bread")
    await client.close()
    let again = try await site.open()
    #expect(
      again.desk.draft(of: "new note") == Draft(title: "Bake bread") && again.text.contains("Bake bread"))
    await again.close()
    let folder = try Folder()
    let another = try await site.open(Settings(folder: folder.path, variables: [:]))
    another.press(.character("n"))
    #expect(another.text.contains("Bake bread"))
    await another.close()
  }

  @Test("It is there when the form is opened again before the second is over")
  func reopened() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.press(.character("n"))
    client.type("Bake")
    client.press(.escape, .character("n"))
    #expect(client.interface.screen.withState { $0.form?.title.text } == "Bake")
    await client.close()
  }

  @Test("Thrown away, it is no draft, neither after the pause nor at the end")
  func dropped() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.press(.character("n"))
    client.type("Bake")
    try await pause(site)
    client.press(.control("x"))
    site.clock.jump(by: .seconds(1))
    await site.breathe()
    #expect(client.desk.draft(of: "new note") == nil)
    await client.close()
    let again = try await site.open()
    #expect(again.desk.draft(of: "new note") == nil)
    await again.close()
  }

  @Test("Saved, it is no draft any more")
  func saved() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.press(.character("n"))
    client.type("Bake bread")
    client.press(.control("s"))
    try await site.until { client.library.model.outbox.isEmpty }
    await client.close()
    #expect(client.desk.draft(of: "new note") == nil && client.titles.contains("Bake bread"))
  }

  @Test("Two things are typed in turn, and a draft is kept of each")
  func two() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.press(.character("n"))
    client.type("Bake")
    client.press(.escape, .character("2"), .character("n"))
    client.type("Pay")
    #expect(client.desk.draft(of: "new note") == Draft(title: "Bake"))
    await client.close()
    #expect(client.desk.draft(of: "new todo") == Draft(title: "Pay"))
  }

  @Test("A draft of something new goes with it when the server gives it its number")
  func follows() async throws {
    let site = try Site()
    site.server.mood = .away
    let client = try await site.open()
    try await site.until { client.isAway }
    let id = try #require(client.add(.notes, title: "Bake bread", body: ""))
    client.desk.saveDraft(of: "\(id)", Draft(title: "Bake rye bread"))
    site.server.mood = .there
    client.session.send(.tryNow)
    try await site.until { client.library.model.outbox.isEmpty && client.isUpToDate }
    #expect(client.desk.draft(of: "notes:2") == Draft(title: "Bake rye bread"))
    #expect(client.desk.draft(of: "\(id)") == nil)
    await client.close()
  }

  @Test("What is being typed when the server gives the number goes with it, too")
  func followsTyped() async throws {
    let site = try Site()
    site.server.mood = .away
    let client = try await site.open()
    try await site.until { client.isAway }
    let id = try #require(client.add(.notes, title: "Bread", body: ""))
    try await site.see("Bread", on: client)
    try await site.settle(client)
    client.press(.character("g"), .character("e"))
    client.type("!")
    #expect(client.interface.screen.withState { $0.form?.target.id } == id)
    site.server.mood = .there
    client.session.send(.tryNow)
    try await site.until { client.library.model.outbox.isEmpty && client.isUpToDate }
    client.type("?")
    _ = client.add(.notes, title: "Call the plumber", body: "")
    try await site.until { client.library.model.outbox.isEmpty }
    await client.close()
    #expect(client.desk.draft(of: "notes:2") == Draft(title: "Bread!?"))
    #expect(client.desk.draft(of: "\(id)") == nil)
  }
}
