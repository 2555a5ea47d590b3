/// Where a transition of a statechart leads.
public enum StatechartTarget<Name: Hashable & Sendable>: Hashable, Sendable {
  /// To a state, and from there to the one where it begins.
  case state(Name)
  /// To the inner state that was active when the outer one was left, and from there to where that begins.
  case history(Name)
  /// To the innermost states that were active when the outer one was left.
  case deepHistory(Name)

  /// The state that it is about.
  public var name: Name {
    switch self {
    case .state(let name), .history(let name), .deepHistory(let name): name
    }
  }
}

extension StatechartTarget: CustomStringConvertible {
  /// Such as `on`, `history of on` or `deep history of on`.
  public var description: String {
    switch self {
    case .state(let name): "\(name)"
    case .history(let name): "history of \(name)"
    case .deepHistory(let name): "deep history of \(name)"
    }
  }
}

/// A transition of a statechart, as a drawing or a report shows it.
public struct StatechartTransition<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The state that it belongs to.
  public let source: Name
  /// Where it leads; nil when it leaves no state and enters none.
  public let target: StatechartTarget<Name>?
  /// What the inputs that it takes are called, or `done`.
  public let trigger: String
  /// What its guard is called; nil when it has none.
  public let guardName: String?
  /// Whether its source stays active when it leads to an inner state of that.
  public let isInternal: Bool
}

extension StatechartTransition: CustomStringConvertible {
  /// Such as `on: play [has disc] -> playing`.
  public var description: String {
    "\(source): \(trigger)" + (guardName.map { " [\($0)]" } ?? "") + (target.map { " -> \($0)" } ?? "")
  }
}

/// One thing that an input does in a statechart.
public enum StatechartStep<Name: Hashable & Sendable>: Hashable, Sendable {
  /// A state was left.
  case exited(Name)
  /// A transition was taken.
  case took(StatechartTransition<Name>)
  /// A state was entered.
  case entered(Name)
}

extension StatechartStep: CustomStringConvertible {
  /// Such as `exit playing`, `on: power -> off` or `enter off`.
  public var description: String {
    switch self {
    case .exited(let name): "exit \(name)"
    case .took(let transition): "\(transition)"
    case .entered(let name): "enter \(name)"
    }
  }
}

/// Whether a transition of a statechart may be taken.
///
/// Made by `when`. It is asked more than once for an input, so it must answer by what it is given alone.
public struct StatechartGuard<Input, State> {
  /// What drawings and reports call it.
  public let name: String
  let holds: (Input, State) -> Bool

  init(name: String, holds: @escaping (Input, State) -> Bool) {
    self.name = name
    self.holds = holds
  }
}
