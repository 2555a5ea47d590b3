import Harvest
import HarvestDiagram
import HarvestOptics
import HarvestStore
import MillraceTesting
import Synchronization
import Testing

/// The login, in a namespace because its types have names that many machines have.
enum Login {
  nonisolated enum State: Hashable, CaseIterable, Sendable {
    case loggedOut, loggingIn, loggedIn, loggingOut
  }

  nonisolated enum Input: Hashable, CaseIterable, Sendable {
    case login, loginOK, loginFailed, logout, logoutOK, forceLogout
  }

  enum EffectQueue: EffectQueueProtocol {
    case `default`
    case request

    var flattenStrategy: FlattenStrategy {
      switch self {
      case .default: .merge
      case .request: .latest
      }
    }

    static var defaultEffectQueue: EffectQueue { .default }
  }
}

extension Login {
  struct World: Sendable {
    var login: @Sendable () async -> Bool
    var logout: @Sendable () async -> Void
  }

  typealias EffectMapping = Harvester<Input, State>.EffectMapping<World, EffectQueue, Never>
  typealias Effect = EffectMapping.Effect

  static let login = Effect(queue: .request, label: "log in", answers: [.loginOK, .loginFailed]) { world in
    await world.login() ? .loginOK : .loginFailed
  }

  static let logout = Effect(queue: .request, label: "log out", answers: [.logoutOK]) { world in
    await world.logout()
    return .logoutOK
  }
}

extension Login {
  static func mapping() -> EffectMapping {
    let busy: Pattern<State> = matching("busy") { $0 == .loggingIn || $0 == .loggedIn }

    // swift-format-ignore
    let table: [EffectMapping] = [
      .login         |  .loggedOut   => .loggingIn   | login,
      .loginOK       |  .loggingIn   => .loggedIn    | .empty,
      .loginFailed   |  .loggingIn   => .loggedOut   | .empty,
      .logout        |  .loggedIn    => .loggingOut  | logout,
      .logoutOK      |  .loggingOut  => .loggedOut   | .empty,
      .forceLogout   |  busy         => .loggingOut  | logout,
    ]
    return .reduce(.first, table)
  }
}

enum Headlines {
  nonisolated enum Input: Sendable {
    case refresh, arrived([String]), failed
  }

  struct World: Sendable {
    var load: @Sendable () async throws -> [String]
  }

  typealias EffectMapping = Harvester<Input, [String]>.EffectMapping<World, BasicEffectQueue, Never>

  static let refresh = EffectMapping.Effect(label: "refresh") { world in
    try await world.load()
  } result: { result in
    if case .success(let lines) = result { .arrived(lines) } else { .failed }
  }
  .timeout(.seconds(10))
  .retry(3, backoff: .exponential(from: .seconds(1)).jittered())
}

enum TapePlayer {
  nonisolated enum Mode: Hashable, CaseIterable, Sendable { case off, on, playing, paused }

  nonisolated enum Input: Hashable, CaseIterable, Sendable { case power, play, pause, fadeOut }

  typealias Chart = Statechart<Input, StatechartConfiguration<Mode>, Void, BasicEffectQueue, Never>

  static func chart() throws -> Chart {
    try Chart {
      substate(.off, initial: true) {
        onInput(.power, to: .history(.on))
      }
      substate(.on) {
        onInput(.power, to: .off)
        substate(.paused, initial: true) {
          onInput(.play, to: .playing)
        }
        substate(.playing) {
          onInput(.pause, to: .paused)
          onInput(.fadeOut, to: .paused)
          onDelay(.seconds(30), .fadeOut)
        }
      }
    }
  }
}

enum Volume {
  struct Player: Equatable, Sendable {
    var volume = 3
    var isPlaying = false
  }

  enum Input: Equatable, Sendable { case toggle }

  @MainActor static let mapping = Harvester<Input, Player>.Mapping.makeInout { input, player in
    switch input {
    case .toggle: player.isPlaying.toggle()
    }
  }
}

@MainActor
@Suite("Harvest") struct HarvestSamples {
  @Test("The machine goes through its table, and a forced logout is not overtaken by the login")
  func login() async {
    let world = Login.World(login: { true }, logout: {})
    let harvester = Harvester(state: .loggedOut, mapping: Login.mapping(), world: world)
    var log: [String] = []
    let token = harvester.onReply { reply in log.append("\(reply)") }
    harvester.send(.login)
    harvester.send(.forceLogout)
    harvester.send(.login)
    await harvester.run()
    #expect(harvester.state == .loggedOut)
    #expect(
      log == [
        "login: loggedOut => loggingIn",
        "forceLogout: loggingIn => loggingOut",
        "login: loggingOut, rejected",
        "logoutOK: loggingOut => loggedOut",
      ])
    token.cancel()
  }

  @Test("Work is tried again before it fails")
  func retry() async {
    let mapping = Headlines.EffectMapping.makeInout { input, lines in
      switch input {
      case .refresh: return Headlines.refresh
      case .arrived(let news): lines = news
      case .failed: lines = ["failed"]
      }
      return .empty
    }
    let attempts = Mutex(0)
    let world = Headlines.World {
      let attempt = attempts.withLock { attempts in
        attempts += 1
        return attempts
      }
      if attempt < 4 { throw CancellationError() }
      return ["attempt \(attempt)"]
    }
    let harvester = Harvester(
      state: [], mapping: mapping, world: world, environment: StoreEnvironment(clock: ImmediateClock()))
    await harvester.send(.refresh).finish()
    #expect(harvester.state == ["attempt 4"])
  }

  @Test("A machine is drawn and checked without running")
  func diagram() {
    let graph = Login.mapping().graph(
      initial: .loggedOut, world: Login.World(login: { true }, logout: {}))
    #expect(graph.mermaid().contains("loggedOut --> loggingIn : login / log in"))
    let report = graph.report(outside: [.login, .logout, .forceLogout], mustReach: [.loggedOut])
    #expect(report.isClean, "\(report)")
  }

  @Test("A player fades out by itself, and remembers")
  func player() async throws {
    let clock = ManualClock()
    let player = try TapePlayer.chart()
    let harvester = Harvester(
      state: player.initialState, effect: player.initialEffect, mapping: player.mapping, world: (),
      environment: StoreEnvironment(clock: clock))
    harvester.send(.power)
    harvester.send(.play)
    harvester.send(.power)
    harvester.send(.power)
    #expect(harvester.state.contains(.playing))
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(30))
    try await clock.waitUntil { await MainActor.run { harvester.state.contains(.paused) } }
  }

  @Test("A kept player goes on")
  func resumed() async throws {
    let clock = ManualClock()
    let player = try TapePlayer.chart()
    let harvester = Harvester(
      state: player.initialState, effect: player.initialEffect, mapping: player.mapping, world: ())
    harvester.send(.power)
    harvester.send(.play)

    let kept = harvester.state
    let resumed = Harvester(
      state: kept, effect: try player.effect(resuming: kept), mapping: player.mapping, world: (),
      environment: StoreEnvironment(clock: clock))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(30))
    await resumed.run()
    #expect(resumed.state.contains(.paused))
  }

  @Test("A view reads, writes and sends through a proxy")
  func proxy() {
    let store = Store(state: Volume.Player(), mapping: Volume.mapping)
    let proxy = store.proxy
    proxy.send(.toggle)
    proxy.$state.volume.wrappedValue = 7
    #expect(store.state == Volume.Player(volume: 7, isPlaying: true))
  }
}
