/// The outcome of an input.
public enum Reply<Input, State> {
  /// An accepted input, the state before it and the state after it, which may be equal.
  public typealias Success = (input: Input, fromState: State, toState: State)
  /// A rejected input, and the state in which no transition takes it.
  public typealias Failure = (input: Input, fromState: State)

  /// The input was accepted.
  case success(Success)
  /// The input was rejected.
  case failure(Failure)

  /// The accepted input with its states; nil when it was rejected.
  public var success: Success? {
    if case .success(let reply) = self { reply } else { nil }
  }

  /// The rejected input with its state; nil when it was accepted.
  public var failure: Failure? {
    if case .failure(let reply) = self { reply } else { nil }
  }

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
  public var toState: State? { success?.toState }

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
    case .success(let reply): "\(reply.input): \(reply.fromState) => \(reply.toState)"
    case .failure(let reply): "\(reply.input): \(reply.fromState), rejected"
    }
  }
}
