import Harvest

/// Where somebody is on the way in.
enum LoginState: String, Hashable, CaseIterable, Sendable {
  case loggedOut, asking, loggedIn
}

/// What happens: three things that people do, and two that a server answers.
enum LoginInput: String, Hashable, CaseIterable, Sendable {
  case login, cancel, logout
  case accepted, refused
}

/// Where effects stand in line.
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

/// What the machine needs from outside.
struct LoginWorld: Sendable {
  /// Asks the server whether somebody may come in; throws when it cannot be asked.
  var ask: @Sendable () async throws -> Bool
}

/// The machine: which input leads from which state to which, and what is to be done on the way.
enum Login {
  typealias Mapping = Harvester<LoginInput, LoginState>.EffectMapping<LoginWorld, LoginQueue, Never>

  /// The table.
  ///
  /// Nobody ends a question that is cancelled. While one is logged out no row takes its answer; and when one
  /// asks again, the new question takes its place in the queue, so that the old answer is not taken for the
  /// new one.
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

  /// The table as a graph, to be drawn and checked.
  static var graph: TransitionGraph<LoginInput, LoginState> { mapping.graph(initial: .loggedOut) }

  /// What the checks say about the table.
  static var report: MachineReport<LoginInput, LoginState> {
    graph.report(outside: [.login, .cancel, .logout], mustReach: [.loggedOut])
  }
}
