import Harvest
import Katana
import NotesLibrary
import NotesModel
import NotesSession
import Terminal
import Testing

@testable import NotesClient

@MainActor
@Suite("Two clients of one server")
struct ConflictTests {
  /// Two clients that have changed the same note; the second one came too late.
  private func quarrel() async throws -> (first: (Site, Client), second: (Site, Client)) {
    let site = try Site()
    let other = try Site(beside: site)
    let (client, late) = (try await site.openOnline(), try await other.openOnline())
    late.session.send(.unplug)
    client.tell(.edit(note(1, "Buy oat milk")))
    late.tell(.edit(note(1, "Buy cream")))
    try await site.until { client.library.model.outbox.isEmpty }
    late.session.send(.plug)
    try await site.until { late.conflicts.count == 1 }
    #expect(late.listed(milk.id)?.item.title == "Buy cream")
    #expect(late.listed(milk.id)?.conflict?.item?.title == "Buy oat milk")
    #expect(late.listed(milk.id)?.mark == "  ! in conflict" && late.status.conflicts == 1)
    #expect(client.titles == ["Buy oat milk", "Water the plants"] && client.conflicts.isEmpty)
    return ((site, client), (other, late))
  }

  @Test("Who keeps theirs in a conflict changes what all others have")
  func mine() async throws {
    let ((site, client), (other, late)) = try await quarrel()
    late.press(.character("!"))
    try await other.see("Buy cream", on: late)
    late.press(.enter, .character("m"))
    try await site.until {
      client.titles == ["Buy cream", "Water the plants"] && late.library.model.outbox.isEmpty
    }
    #expect(late.conflicts.isEmpty && site.server.item(milk.id)?.title == "Buy cream")
    await client.close()
    await late.close()
  }

  @Test("Who takes the other side in a conflict has what all others have")
  func theirs() async throws {
    let ((site, client), (_, late)) = try await quarrel()
    let asked = site.server.asked.count
    late.tell(.resolve(milk.id, keepingMine: false))
    #expect(late.titles == ["Buy oat milk", "Water the plants"] && late.conflicts.isEmpty)
    #expect(late.library.model.outbox.isEmpty && site.server.asked.count == asked)
    await client.close()
    await late.close()
  }

  @Test("A conflict outlives the program")
  func kept() async throws {
    let ((_, client), (other, late)) = try await quarrel()
    await client.close()
    await late.close()
    let again = try await other.openOnline()
    #expect(again.conflicts.map(\.item.title) == ["Buy cream"])
    #expect(again.listed(milk.id)?.conflict?.item?.title == "Buy oat milk")
    await again.close()
  }

  @Test("What was deleted here and changed there is a conflict of which a command can tell both sides")
  func deleted() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.session.send(.unplug)
    client.tell(.delete(milk.id))
    #expect(client.listed(milk.id) == nil)
    site.server.put(note(1, "Buy oat milk"))
    client.session.send(.plug)
    try await site.until { client.conflicts.count == 1 }
    #expect(client.listed(milk.id)?.conflict?.item?.title == "Buy oat milk")
    client.tell(.resolve(milk.id, keepingMine: true))
    try await site.until { client.library.model.outbox.isEmpty }
    #expect(site.server.item(milk.id) == nil && client.listed(milk.id) == nil)
    await client.close()
  }
}
