/// A fault, or a possible fault, of a machine.
public enum MachineFinding<Input: Hashable, State: Hashable>: Hashable {
  /// The state cannot be reached from the initial one.
  case unreachable(State, initial: State)
  /// The state cannot be left and is not final; `acceptsInputs` is true when it takes some inputs and stays.
  case deadEnd(State, acceptsInputs: Bool)
  /// No state accepts the input.
  case ignored(Input)
  /// The input comes neither from outside nor from an effect that is ever started.
  case neverGiven(Input)
  /// Both rows match, and the first decides; `at` lists the matches, and is not empty.
  case overlap(RuleName, RuleName, at: [TransitionGraph<Input, State>.Match])
  /// Each match of the row is taken by one of the earlier rows.
  case shadowed(RuleName, by: [RuleName])
  /// The row matches no listed input in any listed state.
  case neverMatching(RuleName)
  /// The required state cannot be reached from the other one.
  case cannotReach(State, from: State)
  /// A transition leads to a state that was not listed.
  case unlisted(State, from: State, input: Input)
  /// Effects answered with more new inputs than the limit of a graph.
  case endlessAnswers(limit: Int)

  /// The check of the finding.
  public var check: MachineCheck {
    switch self {
    case .unreachable: .unreachable
    case .deadEnd: .deadEnd
    case .ignored: .ignored
    case .neverGiven: .neverGiven
    case .overlap: .overlap
    case .shadowed: .shadowed
    case .neverMatching: .neverMatching
    case .cannotReach: .cannotReach
    case .unlisted, .endlessAnswers: .unlisted
    }
  }
}

extension MachineFinding: CustomStringConvertible {
  /// Sentences that say what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .unreachable(let state, let initial):
      "No path leads to `\(state)` from `\(initial)`; add a row that leads there, or remove the state."
    case .deadEnd(let state, false):
      "`\(state)` accepts no input and is not final; add a row that leaves it, or list it among the final states."
    case .deadEnd(let state, true):
      "`\(state)` accepts inputs but is never left, and is not final; add a row that leaves it, or list it among "
        + "the final states."
    case .ignored(let input):
      "No state accepts `\(input)`; add a row for it, or remove the input."
    case .neverGiven(let input):
      "`\(input)` comes neither from outside nor from an effect; list it among the inputs from outside, or among "
        + "the answers of an effect."
    case .overlap(let first, let second, let matches):
      "\(first.atStart) and \(second) both match \(cases(matches)), and the first is used; make one of them narrower."
    case .shadowed(let row, let others):
      "\(row.atStart) is never used, because \(others.map(\.description).joined(separator: " and ")) "
        + "\(others.count == 1 ? "matches" : "match") all its cases; move it up, or remove it."
    case .neverMatching(let row):
      "\(row.atStart) matches no listed input in any listed state; correct it, or list its inputs and states."
    case .cannotReach(let goal, let state):
      "No path leads from `\(state)` to `\(goal)`, which must be reachable; add a row that leads there."
    case .unlisted(let state, let from, let input):
      "`\(input)` in `\(from)` leads to `\(state)`, which is not listed, so its inputs were not checked; "
        + "list it among the states."
    case .endlessAnswers(let limit):
      "Effects answer with more than \(limit) inputs that are not listed, so the search for more was "
        + "stopped; list the inputs to check, and declare only those as answers of effects."
    }
  }

  private func cases(_ matches: [TransitionGraph<Input, State>.Match]) -> String {
    let shown = matches.prefix(3).map { "`\($0.input)` in `\($0.state)`" }.joined(separator: ", ")
    return matches.count > 3 ? "\(shown) and \(matches.count - 3) more" : shown
  }
}

extension RuleName {
  fileprivate var atStart: String {
    let text = description
    return text.prefix(1).uppercased() + text.dropFirst()
  }
}

extension MachineFinding: Sendable where Input: Sendable, State: Sendable {}
extension MachineFinding: Codable where Input: Codable, State: Codable {}
