public import Harvest

/// The machine: its transitions and their effects.
public enum Login {
  public typealias Mapping = Harvester<LoginInput, LoginState>
    .EffectMapping<LoginWorld, LoginQueue, LoginEffectID>

  public static let initial = LoginState.loggedOut

  /// The inputs of users; all others are answers of effects.
  public static let outside: [LoginInput] = [.login, .logout, .forceLogout]

  /// The table.
  ///
  /// A forced logout while the login runs must tell the server too, because the server may already have
  /// accepted the login. Both requests are in the same queue, so the logout cancels the login.
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

  /// The table as a graph, to draw and to check.
  public static var graph: TransitionGraph<LoginInput, LoginState> { mapping.graph(initial: initial) }

  /// The findings of the checks.
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

  /// The effects of a logout: the session's timer ends, and the server is notified; its answer does not
  /// matter.
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
      // A session that ended early has no result.
      (try? await world.clock.sleep(for: world.sessionLength)).map { .forceLogout }
    }
  }
}
