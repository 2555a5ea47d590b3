import Harvest
import MillraceTesting
import NotesModel
import NotesSession
import Testing

/// The whole machine, with a server that is two seconds away.
@MainActor
@Suite("The connection, running")
struct SessionStoryTests {
  private let clock = ManualClock()
  private let server: Server
  private let session: Session

  init() {
    let server = Server(clock)
    let flow = Flow(environment: StoreEnvironment(clock: clock, random: .seeded(1)))
    self.server = server
    session = makeSession(on: flow) { () async throws(ServerError) in try await server.greet() }
  }

  /// Lets the time of a sleeper pass, and waits for a phase.
  private func pass(to phase: SessionPhase) async throws {
    await clock.waitForSleepers(count: 1)
    let next = try #require(clock.sleepers.first)
    clock.jump(to: next)
    try await clock.waitUntil { session.state.phase == phase }
  }

  @Test("Nothing is done before it is resumed; then the server is greeted, and is there")
  func online() async throws {
    await session.run()
    #expect(session.state == SessionState() && server.log.isEmpty)
    session.send(.resumed)
    try await pass(to: .online)
    #expect(session.state.greeting == Greeting(id: "a", sequence: 7) && clock.now.offset == .seconds(2))
    #expect(clock.sleepers.isEmpty)
  }

  @Test(
    "A server that is away is greeted after longer and longer delays, and when it was well from the first again"
  )
  func backoff() async throws {
    server.says(.away, .away, .away)
    session.send(.resumed)
    var delays: [Duration] = []
    for longest in [1, 2, 4] {
      try await pass(to: .waiting)
      let before = clock.now
      try await pass(to: .connecting)
      delays.append(before.duration(to: clock.now))
      #expect(
        .seconds(longest) / 2 <= delays[delays.count - 1] && delays[delays.count - 1] <= .seconds(longest))
    }
    try await pass(to: .online)
    #expect(session.state.failures == 3 && session.state.reason == nil)
    session.send(.settled)
    #expect(session.state.phase == .online && session.state.failures == 0 && clock.sleepers.isEmpty)
    session.send(.lost(reason: "The feed broke off."))
    let before = clock.now
    #expect(session.state.phase == .waiting && session.state.reason == "The feed broke off.")
    try await pass(to: .connecting)
    #expect(before.duration(to: clock.now) <= .seconds(1))
    try await pass(to: .online)
  }

  @Test("A server that greets and is lost each time is greeted after longer and longer delays as well")
  func lostEachTime() async throws {
    session.send(.resumed)
    for longest in [1, 2, 4, 8, 16, 30, 30] {
      try await pass(to: .online)
      session.send(.lost(reason: "The feed broke off."))
      let before = clock.now
      try await pass(to: .connecting)
      let delay = before.duration(to: clock.now)
      #expect(.seconds(longest) / 2 <= delay && delay <= .seconds(longest))
    }
  }

  @Test("Who does not want to wait greets at once, and the delay that was left is over")
  func now() async throws {
    server.says(.away)
    session.send(.resumed)
    try await pass(to: .waiting)
    await clock.waitForSleepers(count: 1)
    session.send(.tryNow)
    #expect(session.state.phase == .connecting)
    try await pass(to: .online)
    #expect(clock.sleepers.isEmpty && server.log == ["asked", "answered", "asked", "answered"])
  }

  @Test("A server that refuses is not greeted again before the person wants it")
  func refused() async throws {
    server.says(.closed)
    session.send(.resumed)
    try await pass(to: .refused)
    await session.run()
    #expect(clock.sleepers.isEmpty && session.state.reason == "It wants a token.")
    session.send(.tryNow)
    try await pass(to: .online)
  }

  @Test("Unplugged while the server is asked, its answer never comes")
  func unplugged() async throws {
    session.send(.resumed)
    await clock.waitForSleepers(count: 1)
    session.send(.unplug)
    try await clock.waitUntil { server.log == ["asked", "cancelled"] }
    await session.run()
    #expect(session.state.phase == .unplugged && clock.sleepers.isEmpty)
    session.send(.plug)
    try await pass(to: .online)
  }

  @Test("Unplugged while it waits, it waits no longer")
  func unpluggedWaiting() async throws {
    server.says(.away)
    session.send(.resumed)
    try await pass(to: .waiting)
    await clock.waitForSleepers(count: 1)
    session.send(.unplug)
    await session.run()
    #expect(clock.sleepers.isEmpty && session.state.phase == .unplugged)
  }

  @Test("Resumed while the server is asked, the first question is given up, and the second one counts")
  func resumed() async throws {
    server.says(.away)
    session.send(.resumed)
    await clock.waitForSleepers(count: 1)
    session.send(.resumed)
    try await clock.waitUntil { server.log.contains("cancelled") && server.log.count == 3 }
    try await pass(to: .waiting)
    #expect(server.log.filter { $0 == "answered" }.count == 1 && session.state.failures == 1)
  }
}
