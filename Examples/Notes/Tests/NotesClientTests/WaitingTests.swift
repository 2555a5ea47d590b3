import Harvest
import MillraceTesting
import NotesModel
import NotesSession
import Testing

@testable import NotesClient

@MainActor
@Suite("Waiting for an answer")
struct WaitingTests {
  @Test("What is the case already is not waited for")
  func already() async throws {
    let site = try Site()
    let client = try await site.open()
    #expect(await client.wait(for: .seconds(5)) { true })
    #expect(site.delays.isEmpty)
    await client.close()
  }

  @Test("It ends when something becomes the case, and leaves no alarm")
  func becomes() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    let waiting = Task { await client.wait(for: .seconds(5)) { client.titles.contains("Call the plumber") } }
    try await site.until { site.delays == [.seconds(5)] }
    site.server.put(note(2, "Call the plumber"))
    try await site.see("Call the plumber", on: client)
    #expect(await waiting.value)
    try await site.until { site.delays.isEmpty }
    #expect(site.clock.now.offset == .zero)
    await client.close()
  }

  @Test("It ends when the time is over, and not before")
  func timeOut() async throws {
    let site = try Site()
    site.server.mood = .silent
    let client = try await site.open()
    let waiting = Task { await client.meetServer(within: .seconds(5)) }
    try await site.until { site.delays == [.seconds(5)] }
    let end = site.clock.now.advanced(by: .seconds(5))
    site.clock.jump(by: .milliseconds(4_999))
    await site.breathe()
    #expect(site.clock.sleepers == [end])
    site.clock.jump(by: .milliseconds(1))
    #expect(await waiting.value == false)
    #expect(site.clock.now.offset == .seconds(5))
    await client.close()
  }

  @Test("Who gives up waiting is answered at once")
  func cancelled() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    let waiting = Task { await client.wait { false } }
    await site.breathe()
    waiting.cancel()
    #expect(await waiting.value == false)
    await client.close()
  }

  @Test("The server is met when all that it has is here")
  func meets() async throws {
    let site = try Site()
    let client = try await site.open()
    #expect(try await site.answer { await client.meetServer(within: .seconds(5)) })
    #expect(client.titles == ["Buy milk", "Water the plants"] && client.status.isOnline)
    #expect(client.status.connection == "The server http://127.0.0.1:8080 is reachable.")
    #expect(client.status.notes == 1 && client.status.todos == 1 && client.status.users == 0)
    await client.close()
  }

  @Test(
    "A server that is away, or will not have this client, is not waited for",
    arguments: [FakeServer.Mood.away, .refusing("It wants a token.")])
  func away(_ mood: FakeServer.Mood) async throws {
    let site = try Site()
    site.server.mood = mood
    let client = try await site.open()
    #expect(try await site.answer { await client.meetServer(within: .seconds(5)) } == false)
    _ = client.add(.notes, title: "Bake bread", body: "")
    #expect(try await site.answer { await client.sendAll(within: .seconds(5)) } == false)
    #expect(site.clock.now.offset == .zero && !client.status.isOnline && client.status.waiting == 1)
    await client.close()
  }

  @Test("All is sent when nothing waits any more; when a server does not answer, only for so long")
  func sendsAll() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    #expect(try await site.answer { await client.sendAll(within: .seconds(5)) }, "there was nothing")
    _ = client.add(.notes, title: "Bake bread", body: "")
    #expect(try await site.answer { await client.sendAll(within: .seconds(5)) })
    #expect(site.server.items.count == 3)
    site.server.mood = .silent
    client.session.send(.unplug)
    _ = client.add(.notes, title: "Call the plumber", body: "")
    client.session.send(.plug)
    let waiting = Task { await client.sendAll(within: .seconds(3)) }
    try await site.until { site.delays == [.seconds(3)] }
    site.clock.jump(by: .seconds(3))
    #expect(await waiting.value == false)
    await client.close()
  }
}
