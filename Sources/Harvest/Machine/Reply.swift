/// What became of an input.
public enum Reply<Input, State> {
  /// It was accepted: the state went from the second to the third, which may be equal.
  case success((input: Input, from: State, to: State))
  /// It was rejected: no transition takes it in this state.
  case failure((input: Input, from: State))

  /// The input.
  public var input: Input {
    switch self {
    case .success(let reply): reply.input
    case .failure(let reply): reply.input
    }
  }

  /// The state before.
  public var fromState: State {
    switch self {
    case .success(let reply): reply.from
    case .failure(let reply): reply.from
    }
  }

  /// The state after; nil when the input was rejected.
  public var toState: State? {
    switch self {
    case .success(let reply): reply.to
    case .failure: nil
    }
  }

  /// Whether the input was accepted.
  public var isSuccess: Bool { toState != nil }
}

extension Reply: Sendable where Input: Sendable, State: Sendable {}

extension Reply: Equatable where Input: Equatable, State: Equatable {
  /// Whether equal inputs had the same outcome between equal states.
  public static func == (left: Reply, right: Reply) -> Bool {
    left.input == right.input && left.fromState == right.fromState && left.toState == right.toState
  }
}

extension Reply: CustomStringConvertible {
  /// Such as `login: loggedOut => loggingIn`, or `login: loggedIn, rejected`.
  public var description: String {
    switch self {
    case .success(let reply): "\(reply.input): \(reply.from) => \(reply.to)"
    case .failure(let reply): "\(reply.input): \(reply.from), rejected"
    }
  }
}
