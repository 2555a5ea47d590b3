/// What a row of a table does to the state: from those it takes, to one.
///
/// Written `from => to`.
public struct Transition<State> {
  /// The states that it takes.
  public let from: Pattern<State>
  /// The state it leads to.
  public let to: State

  /// A transition.
  @inlinable
  public init(from: Pattern<State>, to: State) {
    self.from = from
    self.to = to
  }
}

extension Pattern {
  fileprivate var guardNames: [String] {
    if case .guarded(let name?, _) = self { [name] } else { [] }
  }
}

/// What a row of a table says, for diagrams and checks.
public struct TransitionRow<Input, State> {
  /// The inputs that it takes.
  public let input: Pattern<Input>
  /// The states that it takes them in.
  public let from: Pattern<State>
  /// The names of its predicates, as far as they have one.
  public let guards: [String]

  /// A row.
  public init(input: Pattern<Input>, from: Pattern<State>) {
    self.init(input: input, from: from, guards: input.guardNames + from.guardNames)
  }

  /// A row that is part of a larger machine, whose patterns have become predicates but not its guards.
  init(input: Pattern<Input>, from: Pattern<State>, guards: [String]) {
    self.input = input
    self.from = from
    self.guards = guards
  }

  /// Whether the row takes an input in a state.
  public func matches(_ input: Input, _ state: State) -> Bool {
    self.input.matches(input) && from.matches(state)
  }
}

/// The structure ``Transition``, under a name that no framework or application has.
public typealias HarvestTransition = Transition
