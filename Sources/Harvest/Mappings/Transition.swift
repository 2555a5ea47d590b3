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
  /// The inputs that a chart's row takes, or would take; nil for a table.
  let claim: RowClaim<Input, State>?
  /// The target, where it is the same for every input and state.
  let target: RowTarget<State>?
  /// The chart that the row belongs to; nil for a table.
  let chart: ChartView<State>?

  /// Creates a row.
  public init(input: Pattern<Input>, from: Pattern<State>) {
    self.init(input: input, from: from, to: nil)
  }

  /// Creates a row that leads to one state, if that is known.
  @usableFromInline
  init(input: Pattern<Input>, from: Pattern<State>, to: State?) {
    self.init(
      input: input, from: from, guards: input.guardNames + from.guardNames,
      target: to.map { RowTarget.state($0) })
  }

  /// Creates a row of a part of a larger machine: its patterns have become predicates, and its guards keep
  /// their names.
  init(
    input: Pattern<Input>, from: Pattern<State>, guards: [String],
    claim: RowClaim<Input, State>? = nil, target: RowTarget<State>? = nil,
    chart: ChartView<State>? = nil
  ) {
    self.input = input
    self.from = from
    self.guards = guards
    self.claim = claim
    self.target = target
    self.chart = chart
  }

  /// True when the row is for one source state, whose name is that of the pattern.
  var isFromState: Bool {
    if case .part(let part)? = target { return part.isFromState }
    return if case .value = from { true } else { false }
  }

  /// Returns whether the row takes an input in a state.
  public func matches(_ input: Input, _ state: State) -> Bool {
    self.input.matches(input) && from.matches(state)
  }
}

/// The inputs of a chart's row, whose transition may be taken together with others.
struct RowClaim<Input, State> {
  /// Returns whether the row would take an input, if no row of an inner state took it.
  let wouldTake: (Input, State) -> Bool
  /// Returns whether the row takes an input, alone or together with those of other regions.
  let isTaken: (Input, State) -> Bool

  /// Returns the claim on a larger type of inputs.
  func lifted<Whole>(input tryGet: @escaping (Whole) -> Input?) -> RowClaim<Whole, State> {
    RowClaim<Whole, State>(
      wouldTake: { input, state in tryGet(input).map { wouldTake($0, state) } ?? false },
      isTaken: { input, state in tryGet(input).map { isTaken($0, state) } ?? false })
  }

  /// Returns the claim in a larger state.
  func lifted<Whole>(state tryGet: @escaping (Whole) -> State?) -> RowClaim<Input, Whole> {
    RowClaim<Input, Whole>(
      wouldTake: { input, whole in tryGet(whole).map { wouldTake(input, $0) } ?? false },
      isTaken: { input, whole in tryGet(whole).map { isTaken(input, $0) } ?? false })
  }
}

/// The state that a row leads to, and the present state of its table in a machine's state.
enum RowTarget<State> {
  /// A state of the machine itself.
  case state(State)
  /// A state of a part of the machine's state.
  case part(Part)

  struct Part {
    let title: () -> String
    let isFromState: Bool
    /// Returns the state of the table; nil while it is missing.
    let present: (State) -> Any?
    /// The lifts from the table to the machine, which differ for each table.
    let lifts: [RowLift]
  }

  /// The target's name.
  var title: String {
    switch self {
    case .state(let state): "\(state)"
    case .part(let part): part.title()
    }
  }

  /// The identity of the row's table among those of the machine.
  var table: [ObjectIdentifier] {
    if case .part(let part) = self { part.lifts.map { ObjectIdentifier($0) } } else { [] }
  }

  /// Returns the present state of the row's table; nil while it is missing.
  func present(in state: State) -> Any? {
    switch self {
    case .state: state
    case .part(let part): part.present(state)
    }
  }

  /// Returns the target in a larger state.
  func lifted<Whole>(
    _ lift: RowLift, isFromState: Bool, _ tryGet: @escaping (Whole) -> State?
  ) -> RowTarget<Whole> {
    var lifts = [lift]
    if case .part(let part) = self { lifts = part.lifts + lifts }
    return .part(
      RowTarget<Whole>.Part(
        title: { title }, isFromState: isFromState, present: { tryGet($0).flatMap { present(in: $0) } },
        lifts: lifts))
  }
}

/// The identity of one lift of a mapping to a larger state.
final class RowLift: Sendable {}

/// The structure ``Transition``, under a name that no framework or application has.
public typealias HarvestTransition = Transition
