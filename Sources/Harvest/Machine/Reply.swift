/// The outcome of an input.
public enum Reply<Input, State> {
  /// The input was accepted: it led from one state to another, which may be equal.
  case success((input: Input, from: State, to: State))
  /// The input was rejected: no transition takes it in this state.
  case failure((input: Input, from: State))

  /// The input.
  public var input: Input {
    switch self {
    case .success((let input, _, _)), .failure((let input, _)): input
    }
  }

  /// The state before the input.
  public var fromState: State {
    switch self {
    case .success((_, let from, _)), .failure((_, let from)): from
    }
  }

  /// The state after the input; nil when it was rejected.
  public var toState: State? {
    switch self {
    case .success(let reply): reply.to
    case .failure: nil
    }
  }

  /// A Boolean value that indicates whether the input was accepted.
  public var isSuccess: Bool { toState != nil }
}

extension Reply: Sendable where Input: Sendable, State: Sendable {}

extension Reply: Equatable where Input: Equatable, State: Equatable {
  /// Returns whether equal inputs had the same outcome between equal states.
  public static func == (left: Reply, right: Reply) -> Bool {
    left.input == right.input && left.fromState == right.fromState && left.toState == right.toState
  }
}

extension Reply: CustomStringConvertible {
  /// A text such as `login: loggedOut => loggingIn`, or `login: loggedIn, rejected`.
  public var description: String {
    switch self {
    case .success(let reply): "\(reply.input): \(reply.from) => \(reply.to)"
    case .failure(let reply): "\(reply.input): \(reply.from), rejected"
    }
  }
}
