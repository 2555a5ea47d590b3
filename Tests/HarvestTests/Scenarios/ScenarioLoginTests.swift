import Harvest
import MillraceTesting
import Testing

private enum LoginInput: Hashable {
  case login, loginOK, logout, forceLogout, logoutOK
}

private enum LoginState: Hashable {
  case loggedOut, loggingIn, loggedIn, loggingOut
}

private enum LoginQueue: EffectQueueProtocol {
  case plain, request

  var flattenStrategy: FlattenStrategy { self == .request ? .latest : .merge }
  static var defaultEffectQueue: LoginQueue { .plain }
}

private typealias LoginMachine = Harvester<LoginInput, LoginState>.EffectMapping<
  LoginWorld, LoginQueue, Never
>

private struct LoginWorld: Sendable {
  let clock: ManualClock

  /// A server that takes its time, and answers also those who have stopped waiting.
  func answer(after seconds: Int) async {
    let clock = clock
    _ = try? await clock.sleep(for: .seconds(seconds))
  }
}

/// Logging in and out, with time as text.
@MainActor
@Suite struct ScenarioLoginTests {
  private let clock = ManualClock()

  private func machine() -> Harvester<LoginInput, LoginState> {
    let login = LoginMachine.Effect(queue: .request) { world in
      await world.answer(after: 3)
      return .loginOK
    }
    let logout = LoginMachine.Effect(queue: .request) { world in
      await world.answer(after: 2)
      return .logoutOK
    }
    return Harvester(
      state: .loggedOut,
      mapping: LoginMachine.reduce(
        .first,
        [
          .login | .loggedOut => .loggingIn | login,
          .loginOK | .loggingIn => .loggedIn | .empty,
          .logout | .loggedIn => .loggingOut | logout,
          .forceLogout | matching("busy") { $0 == .loggingIn || $0 == .loggedIn } => .loggingOut | logout,
          .logoutOK | .loggingOut => .loggedOut | .empty,
        ]),
      world: LoginWorld(clock: clock), environment: StoreEnvironment(clock: clock))
  }

  /// Plays inputs: `i` in, `o` out, `f` forced; draws states: `I` logging in, `J` in, `O` logging out, `P`
  /// out, and `x` for what was rejected.
  private func play(_ text: String) async throws -> String {
    let harvester = machine()
    let recorder = TimelineRecorder<Character>(clock: clock)
    let token = harvester.onReply { reply in
      switch reply.toState {
      case .loggingIn: recorder.record("I")
      case .loggedIn: recorder.record("J")
      case .loggingOut: recorder.record("O")
      case .loggedOut: recorder.record("P")
      case nil: recorder.record("x")
      }
    }
    await clock.play(try Timeline(text)) { event in
      switch event {
      case .value("i"): harvester.send(.login)
      case .value("o"): harvester.send(.logout)
      case .value("f"): harvester.send(.forceLogout)
      default: break
      }
    }
    await harvester.run()
    token.cancel()
    return try recorder.timeline().description
  }

  @Test(
    "Logging in and out, and what comes at the wrong time is rejected",
    arguments: [
      ("i-----o-----", "I--J--O-P"),
      ("i-i---o-o---", "I-xJ--O-(Px)"),
      ("o-i---------", "x-I--J"),
      ("i-----o---i-----", "I--J--O-P-I--J"),
    ])
  func inAndOut(inputs: String, outcomes: String) async throws {
    let drawn = try await play(inputs)
    // Whether an answer or an input of the same moment is first is not what this is about.
    #expect(drawn == outcomes || drawn == outcomes.replacing("(Px)", with: "(xP)"))
  }

  @Test(
    "A forced logout cancels the request that is under way: its late answer never arrives, not even rejected")
  func forced() async throws {
    #expect(try await play("i-f---------") == "I-O-P")
  }

  @Test("A forced logout when logged in is a logout, and when logged out is rejected")
  func forcedElsewhere() async throws {
    #expect(try await play("i----f------") == "I--J-O-P")
    #expect(try await play("f---") == "x")
  }
}
