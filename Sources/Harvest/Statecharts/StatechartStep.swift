/// The target of a statechart's transition.
public enum StatechartTarget<Name: Hashable & Sendable>: Hashable, Sendable {
  /// A state, and then its initial inner states.
  case state(Name)
  /// The inner state that was active when the outer one was left, and then its initial inner states.
  case history(Name)
  /// The innermost states that were active when the outer one was left.
  case deepHistory(Name)

  /// The name of the state.
  public var name: Name {
    switch self {
    case .state(let name), .history(let name), .deepHistory(let name): name
    }
  }

  var isHistory: Bool {
    if case .state = self { false } else { true }
  }
}

extension StatechartTarget: CustomStringConvertible {
  /// A text such as `on`, `history of on` or `deep history of on`.
  public var description: String {
    switch self {
    case .state(let name): "\(name)"
    case .history(let name): "history of \(name)"
    case .deepHistory(let name): "deep history of \(name)"
    }
  }
}

/// A transition of a statechart, for diagrams and reports.
public struct StatechartTransition<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The source state.
  public let source: Name
  /// The targets, one in each of several regions; empty when the transition leaves and enters no state.
  public let targets: [StatechartTarget<Name>]
  /// The name of its inputs, or `done`, `done of` another state, or `always`.
  public let trigger: String
  /// The name of its guard; nil when it has none.
  public let guardName: String?
  /// A Boolean value that indicates whether the source stays active although the transition leads to one of
  /// its inner states.
  public let isInternal: Bool

  /// The first target; nil when the transition leaves and enters no state.
  public var target: StatechartTarget<Name>? { targets.first }
}

extension StatechartTransition: CustomStringConvertible {
  /// A text such as `on: play [has disc] -> playing`.
  public var description: String {
    let goals = targets.map { "\($0)" }.joined(separator: " & ")
    return "\(source): \(trigger)" + (guardName.map { " [\($0)]" } ?? "")
      + (goals.isEmpty ? "" : " -> \(goals)")
  }
}

/// One step of a statechart for an input.
public enum StatechartStep<Name: Hashable & Sendable>: Hashable, Sendable {
  /// A state was left.
  case exited(Name)
  /// A transition was taken.
  case took(StatechartTransition<Name>)
  /// A state was entered.
  case entered(Name)
}

extension StatechartStep: CustomStringConvertible {
  /// A text such as `exit playing`, `on: power -> off` or `enter off`.
  public var description: String {
    switch self {
    case .exited(let name): "exit \(name)"
    case .took(let transition): "\(transition)"
    case .entered(let name): "enter \(name)"
    }
  }
}

/// A condition of a statechart's transition: of `onInput`, `onDone` or `onAlways`.
///
/// Create it with `when`. It is evaluated more than once per input, so it must depend on its arguments alone.
public struct StatechartGuard<Input, State> {
  /// The name in diagrams and reports.
  public let name: String
  /// Returns whether it holds for the input of the turn; nil at the beginning of a chart.
  let holds: (Input?, State) -> Bool

  init(name: String, holds: @escaping (Input?, State) -> Bool) {
    self.name = name
    self.holds = holds
  }
}
