import Harvest
import Katana
import MillraceTesting
import NotesLibrary
import NotesModel
import NotesSession
import Terminal
import Testing

@testable import NotesClient

@MainActor
@Suite("The client and its connection")
struct ConnectionTests {
  @Test("Unplugged, nothing is asked for or listened to; plugged in again, everything is")
  func unplugged() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.session.send(.unplug)
    #expect(client.library.model.link == .offline)
    try await site.until { site.server.followers == 0 }
    _ = client.add(.notes, title: "Bake bread", body: "")
    site.server.put(note(7, "Call the plumber"))
    await site.breathe()
    #expect(site.server.asked.isEmpty && client.titles == ["Buy milk", "Bake bread", "Water the plants"])
    client.session.send(.plug)
    try await site.until { client.isUpToDate && client.library.model.outbox.isEmpty }
    #expect(client.titles == ["Buy milk", "Call the plumber", "Bake bread", "Water the plants"])
    await client.close()
  }

  @Test("To be left alone is a wish for one run, and to be unplugged by hand is, too")
  func offline() async throws {
    let site = try Site()
    var settings = site.settings
    settings.isOffline = true
    let client = try await site.open(settings)
    await site.breathe()
    #expect(site.server.greetings == 0 && client.isAway)
    await client.close()
    let again = try await site.openOnline()
    #expect(again.titles == ["Buy milk", "Water the plants"])
    again.press(.character("O"))
    #expect(again.session.store.withState { $0.phase } == .unplugged)
    await again.close()
    let third = try await site.openOnline()
    await third.close()
  }

  @Test("A feed that ends is waited for on the clock, and the server is online again after that")
  func cut() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    site.server.cut()
    try await site.until { client.isAway && !client.isUpToDate }
    #expect(
      client.banner
        == """
        Offline: The server cannot be reached: the server has closed the connection. The client tries again within a \
        second.
        """)
    site.server.put(note(2, "Call the plumber"))
    try await site.until { site.delays.count == 1 }
    #expect(site.server.greetings == 1)
    site.clock.jump(by: .seconds(1))
    try await site.until { client.isUpToDate }
    #expect(site.server.greetings == 2 && client.listed(ItemID(.notes, 2)) != nil && client.banner == nil)
    await client.close()
  }

  @Test("The reason why a feed was cut is told")
  func cutWithReason() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    site.server.cut("the cable was pulled")
    try await site.see("the cable was pulled", on: client)
    #expect(client.session.store.withState { $0.phase } == .waiting)
    await client.close()
  }

  @Test("The delay grows with each failure, and one success begins anew")
  func backoff() async throws {
    let site = try Site()
    site.server.mood = .away
    let client = try await site.open()
    for longest in [1, 2, 4, 8] {
      try await site.until { client.isAway && site.delays.count == 1 }
      let greetings = site.server.greetings
      let delay = try #require(site.delays.first)
      #expect(delay >= .seconds(longest) / 2 && delay <= .seconds(longest))
      if longest == 8 { site.server.mood = .there }
      site.clock.jump(by: delay)
      try await site.until { site.server.greetings == greetings + 1 }
    }
    try await site.until { client.isUpToDate }
    #expect(client.session.store.withState { $0.failures } == 0)
    await client.close()
  }

  /// The ways in which a server that greets may fail.
  enum Failing: CaseIterable {
    case requests, feeds
  }

  @Test(
    "A server that greets and fails at all else is asked less and less often", arguments: Failing.allCases)
  func greetsOnly(failing: Failing) async throws {
    let site = try Site()
    let client = try await site.openOnline()
    // What was answered before is no sign that anything is answered now.
    _ = client.add(.notes, title: "Sweep", body: "")
    try await site.until { client.library.model.outbox.isEmpty }
    (site.server.failsRequests, site.server.endsFeeds) = (failing == .requests, failing == .feeds)
    if failing == .requests {
      _ = client.add(.notes, title: "Bake bread", body: "")
    } else {
      site.server.cut()
    }
    for longest in [1, 2, 4, 8] {
      try await site.until { client.isAway && site.delays.count == 1 }
      let greetings = site.server.greetings
      let delay = try #require(site.delays.first)
      #expect(delay >= .seconds(longest) / 2 && delay <= .seconds(longest))
      if longest == 8 { (site.server.failsRequests, site.server.endsFeeds) = (false, false) }
      site.clock.jump(by: delay)
      try await site.until { site.server.greetings == greetings + 1 }
    }
    try await site.until { client.isUpToDate && client.library.model.outbox.isEmpty }
    try await site.until { client.session.store.withState { $0.failures } == 0 }
    await client.close()
  }

  @Test("A server that takes again what it could not take is well")
  func answersOne() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    site.server.failsRequests = true
    for title in ["Bake bread", "Call the plumber", "Sweep"] {
      _ = client.add(.notes, title: title, body: "")
    }
    try await site.until { client.isAway && site.delays.count == 1 }
    #expect(client.session.store.withState { $0.failures } == 1)
    site.server.failsRequests = false
    var counts: [Int] = []
    client.session.store.observe(\.failures, owner: client) { client, failures in
      if failures == 0 { counts.append(client.library.model.outbox.count) }
    }
    site.clock.jump(by: .seconds(1))
    try await site.until { client.library.model.outbox.isEmpty && client.isUpToDate }
    #expect(counts.count == 1 && counts.allSatisfy { $0 == 0 })
    await client.close()
  }

  @Test("A request that fails is a lost connection, and is sent again when the server is back")
  func failedPush() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    site.server.losesAnswers = true
    _ = client.add(.notes, title: "Bake bread", body: "")
    try await site.until { client.isAway }
    #expect(client.library.model.link == .offline && client.library.model.outbox.count == 1)
    site.server.losesAnswers = false
    client.session.send(.tryNow)
    try await site.until { client.library.model.outbox.isEmpty && client.isUpToDate }
    #expect(site.server.items.count { $0.title == "Bake bread" } == 1)
    await client.close()
  }

  @Test("A server that wants a token is not asked again before the person wants it")
  func unauthorized() async throws {
    let site = try Site()
    site.server.mood = .refusing("It wants a token.")
    let client = try await site.open()
    try await site.see("It wants a token.", on: client)
    #expect(client.session.store.withState { $0.phase } == .refused && site.delays.isEmpty)
    #expect(client.banner == "Offline: It wants a token. The client does not try again by itself.")
    site.server.mood = .there
    client.press(.character("r"))
    try await site.until { client.isUpToDate }
    #expect(site.server.greetings == 2)
    await client.close()
  }

  @Test("Another server is refused with the library's sentence, and nothing is mixed")
  func foreign() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    let sentence = "The data here belong to another server"
    site.server.id = "another-server"
    site.server.put(note(9, "Not ours"))
    try await site.until { client.listed(ItemID(.notes, 9)) != nil }
    client.session.send(.unplug)
    _ = client.add(.notes, title: "Not theirs", body: "")
    site.server.put(note(10, "Not ours either"))
    client.session.send(.plug)
    try await site.until { client.session.store.withState { $0.phase } == .refused }
    await site.breathe()
    #expect(client.banner?.contains(sentence) == true && client.text.contains("Offline."))
    #expect(client.library.model.link == .offline && site.server.followers == 0)
    #expect(
      client.titles == ["Buy milk", "Not ours", "Not theirs", "Water the plants"] && site.server.asked.isEmpty
    )
    #expect(client.library.model.server == "the-server")
    #expect(try await site.answer { await client.sendAll(within: .seconds(5)) } == false)

    site.server.id = "the-server"
    client.session.send(.tryNow)
    try await site.until { client.isUpToDate && client.library.model.outbox.isEmpty }
    #expect(site.server.items.contains { $0.title == "Not theirs" })
    await client.close()
  }

  @Test("What a server that was set back has lost is a conflict here, and can be given back to it")
  func setBack() async throws {
    let site = try Site()
    let early = site.server.position
    site.server.put(note(2, "Call the plumber"))
    let client = try await site.openOnline()
    #expect(client.titles.count == 3)
    site.server.setBack(to: early)
    let id = ItemID(.notes, 2)
    try await site.until { client.conflicts.map(\.id) == [id] }
    #expect(client.listed(id)?.conflict == Listed.Theirs(item: nil))
    client.tell(.resolve(id, keepingMine: true))
    try await site.until { client.conflicts.isEmpty && client.library.model.outbox.isEmpty }
    #expect(site.server.item(id)?.title == "Call the plumber")
    await client.close()
  }
}
