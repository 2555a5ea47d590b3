/// The change of state of a table's row: from matching states to one state.
///
/// Write it as `from => to`.
public struct Transition<State> {
  /// The source states.
  public let from: Pattern<State>
  /// The target state.
  public let to: State

  /// Creates a transition.
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

/// The patterns of a table's row, for diagrams and checks.
public struct TransitionRow<Input, State> {
  /// The pattern of the inputs.
  public let input: Pattern<Input>
  /// The pattern of the source states.
  public let from: Pattern<State>
  /// The names of its predicates that have one.
  public let guards: [String]
  /// Returns whether a chart's row would take an input, if no row of an inner state took it; nil for a table.
  let wouldTake: ((Input, State) -> Bool)?
  /// The target state, where it is the same for every input and state.
  let to: State?
  /// The chart that the row belongs to; nil for a table.
  let chart: ChartView<State>?

  /// Creates a row.
  public init(input: Pattern<Input>, from: Pattern<State>) {
    self.init(input: input, from: from, to: nil)
  }

  /// Creates a row that leads to one state, if that is known.
  @usableFromInline
  init(input: Pattern<Input>, from: Pattern<State>, to: State?) {
    self.init(input: input, from: from, guards: input.guardNames + from.guardNames, to: to)
  }

  /// Creates a row of a part of a larger machine: its patterns have become predicates, and its guards keep
  /// their names.
  init(
    input: Pattern<Input>, from: Pattern<State>, guards: [String],
    wouldTake: ((Input, State) -> Bool)? = nil, to: State? = nil, chart: ChartView<State>? = nil
  ) {
    self.input = input
    self.from = from
    self.guards = guards
    self.wouldTake = wouldTake
    self.to = to
    self.chart = chart
  }

  /// Returns whether the row takes an input in a state.
  public func matches(_ input: Input, _ state: State) -> Bool {
    self.input.matches(input) && from.matches(state)
  }
}

/// The structure ``Transition``, under a name that no framework or application has.
public typealias HarvestTransition = Transition
