import Harvest

enum LoginState: String, Hashable, CaseIterable, Sendable {
  case loggedOut, asking, loggedIn
}

/// The inputs: three of the user, and two of the server.
enum LoginInput: String, Hashable, CaseIterable, Sendable {
  case login, cancel, logout
  case accepted, refused
}

enum LoginQueue: EffectQueueProtocol {
  case everything, question

  var flattenStrategy: FlattenStrategy {
    switch self {
    case .everything: .merge
    case .question: .latest
    }
  }

  static var defaultEffectQueue: LoginQueue { .everything }
}

/// The dependencies of the machine.
struct LoginWorld: Sendable {
  /// Requests a login; throws when the server cannot be reached.
  var ask: @Sendable () async throws -> Bool
}

/// The machine: its transitions and their effects.
enum Login {
  typealias Mapping = Harvester<LoginInput, LoginState>.EffectMapping<LoginWorld, LoginQueue, Never>

  /// The table.
  ///
  /// No row ends a cancelled login. While the user is logged out no row takes its answer; and a new login
  /// replaces the old one in the queue, so that the old answer is not taken for the new one.
  static var mapping: Mapping {
    .reduce(
      .first,
      [
        .login | .loggedOut => .asking | question,
        .accepted | .asking => .loggedIn | .empty,
        .refused | .asking => .loggedOut | .empty,
        .cancel | .asking => .loggedOut | .empty,
        .logout | .loggedIn => .loggedOut | .empty,
      ] as [Mapping])
  }

  private static var question: Mapping.Effect {
    Effect(queue: .question, label: "ask the server", answers: [.accepted, .refused]) { world in
      try await world.ask()
    } result: { result in
      (try? result.get()) == true ? .accepted : .refused
    }
  }

  /// The table as a graph, to draw and to check.
  static var graph: TransitionGraph<LoginInput, LoginState> { mapping.graph(initial: .loggedOut) }

  /// The findings of the checks.
  static var report: MachineReport<LoginInput, LoginState> {
    graph.report(outside: [.login, .cancel, .logout], mustReach: [.loggedOut])
  }
}
