public import Harvest

/// The machine: which input leads from which state to which, and what is to be done on the way.
public enum Login {
  /// Its table.
  public typealias Mapping = Harvester<LoginInput, LoginState>
    .EffectMapping<LoginWorld, LoginQueue, LoginEffectID>

  /// The state it begins in.
  public static let initial = LoginState.loggedOut

  /// The inputs of people; all others are answers of effects.
  public static let outside: [LoginInput] = [.login, .logout, .forceLogout]

  /// The table.
  ///
  /// To be forced out while the server is still asked is to leave as well, because nobody knows whether it has let
  /// one in already. The request to leave stands in the same queue, and so ends the one to enter.
  public static var mapping: Mapping {
    .reduce(
      .first,
      [
        .login | .loggedOut => .loggingIn | entering,
        .loginOK | .loggingIn => .loggedIn | session,
        .loginFailed | .loggingIn => .loggedOut | .empty,
        .logout | .loggedIn => .loggingOut | leaving,
        .forceLogout | matching("busy") { $0 == .loggingIn || $0 == .loggedIn } => .loggingOut | leaving,
        .logoutOK | .loggingOut => .loggedOut | .empty,
      ] as [Mapping])
  }

  /// The table as a graph, to be drawn and checked.
  public static var graph: TransitionGraph<LoginInput, LoginState> { mapping.graph(initial: initial) }

  /// What the checks say about the table.
  public static var report: MachineReport<LoginInput, LoginState> {
    graph.report(outside: outside, mustReach: [initial])
  }

  private static var entering: Mapping.Effect {
    Effect(queue: .request, label: "enter", answers: [.loginOK, .loginFailed]) { world in
      try await world.logIn()
    } result: { result in
      (try? result.get()) == true ? .loginOK : .loginFailed
    }
  }

  /// The end of the session, and a word to the server: one is out, whatever it says to that.
  private static var leaving: Mapping.Effect {
    let request = Mapping.Effect(queue: .request, label: "leave", answers: [.logoutOK]) { world in
      try await world.logOut()
    } result: { _ in
      .logoutOK
    }
    return .cancel(.session) + request
  }

  private static var session: Mapping.Effect {
    Effect(id: .session, label: "session", answers: [.forceLogout]) { world in
      do {
        try await world.clock.sleep(for: world.sessionLength)
        return .forceLogout
      } catch {
        // The session was ended before its time.
        return nil
      }
    }
  }
}
