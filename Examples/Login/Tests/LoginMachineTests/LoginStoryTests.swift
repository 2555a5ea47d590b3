import Harvest
import LoginMachine
import MillraceTesting
import Synchronization
import Testing

/// The whole machine, with a server that answers after two seconds and sessions of a minute.
@MainActor
@Suite("The login machine, running")
struct LoginStoryTests {
  /// The server's requests and answers.
  private final class Service: Sendable {
    private let asked = Mutex<[String]>([])
    let isOpen = Atomic(true)
    var log: [String] { asked.withLock { $0 } }
    func note(_ word: String) { asked.withLock { $0.append(word) } }
  }

  private struct Unreachable: Error {}

  private let clock = ManualClock()
  private let service = Service()
  private let harvester: Harvester<LoginInput, LoginState>

  init() {
    let world = LoginWorld(clock: clock, sessionLength: .seconds(60)) { [clock, service] in
      service.note("enter")
      do {
        try await clock.sleep(for: .seconds(2))
      } catch {
        service.note("cancelled")
        throw error
      }
      service.note("decided")
      return service.isOpen.load(ordering: .relaxed)
    } logOut: { [clock, service] in
      service.note("leave")
      try await clock.sleep(for: .seconds(2))
      throw Unreachable()
    }
    harvester = Harvester(state: Login.initial, mapping: Login.mapping, world: world)
  }

  /// Moves the clock, and waits for a state.
  private func wait(_ seconds: Int, for state: LoginState) async throws {
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(seconds))
    try await clock.waitUntil { harvester.state == state }
  }

  @Test("In, out by oneself, in again, and out when the session is over")
  func story() async throws {
    var replies: [String] = []
    let token = harvester.onReply { replies.append("\($0)") }
    harvester.send(.login)
    harvester.send(.login)
    try await wait(2, for: .loggedIn)
    harvester.send(.logout)
    try await wait(2, for: .loggedOut)
    #expect(clock.sleepers == [])
    harvester.send(.login)
    try await wait(2, for: .loggedIn)
    try await wait(59, for: .loggedIn)
    try await wait(1, for: .loggingOut)
    try await wait(2, for: .loggedOut)
    token.cancel()
    #expect(
      replies == [
        "login: loggedOut => loggingIn", "login: loggingIn, rejected", "loginOK: loggingIn => loggedIn",
        "logout: loggedIn => loggingOut", "logoutOK: loggingOut => loggedOut",
        "login: loggedOut => loggingIn", "loginOK: loggingIn => loggedIn",
        "forceLogout: loggedIn => loggingOut", "logoutOK: loggingOut => loggedOut",
      ])
    #expect(service.log == ["enter", "decided", "leave", "enter", "decided", "leave"])
  }

  @Test("A refusal leads back to where one was")
  func refused() async throws {
    service.isOpen.store(false, ordering: .relaxed)
    harvester.send(.login)
    try await wait(2, for: .loggedOut)
    #expect(clock.sleepers == [])
  }

  @Test("To be forced out while the server is asked cancels the question, and its answer never comes")
  func forced() async throws {
    harvester.send(.login)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(1))
    harvester.send(.forceLogout)
    #expect(harvester.state == .loggingOut)
    try await clock.waitUntil { service.log.contains("leave") && service.log.contains("cancelled") }
    try await wait(2, for: .loggedOut)
    await harvester.run()
    #expect(Set(service.log) == ["enter", "cancelled", "leave"])
    #expect(harvester.state == .loggedOut)
  }

  @Test("Whoever leaves before the session is over is not forced out of the next one by the first's end")
  func newSession() async throws {
    harvester.send(.login)
    try await wait(2, for: .loggedIn)
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(50))
    harvester.send(.logout)
    try await wait(2, for: .loggedOut)
    harvester.send(.login)
    try await wait(2, for: .loggedIn)
    try await wait(20, for: .loggedIn)
    #expect(clock.sleepers.map(\.offset) == [.seconds(2 + 50 + 2 + 2 + 60)])
    #expect(harvester.state == .loggedIn)
  }
}
