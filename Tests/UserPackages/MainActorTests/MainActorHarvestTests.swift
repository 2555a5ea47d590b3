import Harvest
import Testing

/// The login machine of the README.
enum Login {
  // `nonisolated` is the word: a table compares inputs and states wherever its machine lives.
  nonisolated enum State: Hashable, CaseIterable { case loggedOut, loggingIn, loggedIn }

  nonisolated enum Input: Hashable, CaseIterable { case login, loginOK, loginFailed, logout }

  struct World {
    var login: @Sendable () async -> Bool
  }

  typealias EffectMapping = Harvester<Input, State>.EffectMapping<World, BasicEffectQueue, Never>
  typealias Effect = EffectMapping.Effect

  static let login = Effect(label: "log in", answers: [.loginOK, .loginFailed]) { world in
    await world.login() ? .loginOK : .loginFailed
  }

  static func mapping() -> EffectMapping {
    // swift-format-ignore
    let table: [EffectMapping] = [
      .login        | .loggedOut  => .loggingIn  | login,
      .loginOK      | .loggingIn  => .loggedIn   | .empty,
      .loginFailed  | .loggingIn  => .loggedOut  | .empty,
      .logout       | .loggedIn   => .loggedOut  | .empty,
    ]
    return .reduce(.first, table)
  }
}

final class LoginScreen {
  let machine = Harvester(
    state: .loggedOut, mapping: Login.mapping(), world: Login.World(login: { true }))
}

@Suite("Harvest where everything is on the main actor") struct MainActorHarvestTests {
  @Test("a machine in a property's default value goes through its table")
  func machine() async {
    let screen = LoginScreen()
    screen.machine.send(.login)
    await screen.machine.run()
    #expect(screen.machine.state == .loggedIn)
  }
}
