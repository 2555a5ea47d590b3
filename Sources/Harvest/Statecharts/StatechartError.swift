/// An error of a statechart.
///
/// All but ``endless(completions:states:)``, ``tooManyStates(limit:)`` and ``foreignConfiguration(_:)`` are
/// found when the chart is created.
public enum StatechartError: Error, Hashable, Sendable {
  /// The chart names no state.
  case noStates
  /// Two states have the same name.
  case nameUsedTwice(String)
  /// No inner state is marked as the initial one; the outer one is nil for the chart itself.
  case noInitial(outer: String?, inner: [String])
  /// Several inner states are marked as the initial one; the outer one is nil for the chart itself.
  case severalInitials(outer: String?, initials: [String])
  /// A parallel state has no regions.
  case noRegions(parallel: String)
  /// A region has no inner states.
  case emptyRegion(String, parallel: String)
  /// A region is marked as the initial one, but all of them begin together.
  case initialRegion(String, parallel: String)
  /// A transition leads to a state that the chart does not name.
  case unknownTarget(String, source: String)
  /// A transition leads from one region into another of the same parallel state.
  case targetInAnotherRegion(String, source: String, parallel: String)
  /// A transition leads to the history of a state that has no inner ones.
  case historyOfLeaf(String, source: String)
  /// A transition waits until a state is done, which can never happen.
  case neverDone(String)
  /// A delay is negative.
  case negativeDelay(state: String, delay: Duration)
  /// Each state that was done led to one that is done at once, without end.
  case endless(completions: Int, states: [String])
  /// More states can be reached than the limit allows.
  case tooManyStates(limit: Int)
  /// A saved configuration is not one of the chart.
  case foreignConfiguration(String)
}

extension StatechartError: CustomStringConvertible {
  /// A sentence that says what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .noStates:
      "The statechart has no states; name at least one, and mark one with `initial: true`."
    case .nameUsedTwice(let name):
      "The name `\(name)` is used for two states, so that a transition to it could mean either; "
        + "give one of them another name."
    case .noInitial(let outer, let inner):
      "\(Self.place(outer)) has inner states, but begins in none of them; "
        + "mark one of \(Self.list(inner)) with `initial: true`."
    case .severalInitials(let outer, let initials):
      "\(Self.place(outer)) can begin in one state only, but \(Self.list(initials)) are all marked "
        + "with `initial: true`; mark one."
    case .noRegions(let parallel):
      "The parallel state `\(parallel)` has no regions; put a `state` into it for each, or make it a `state`."
    case .emptyRegion(let region, let parallel):
      "The region `\(region)` of `\(parallel)` has no inner states, so that nothing can happen in it; "
        + "give it some, or leave it out."
    case .initialRegion(let region, let parallel):
      "The region `\(region)` is marked with `initial: true`, but all regions of `\(parallel)` begin together; "
        + "leave the mark out."
    case .unknownTarget(let target, let source):
      "A transition of `\(source)` leads to `\(target)`, which is not a state of the chart; "
        + "add that state, or let the transition lead to another."
    case .targetInAnotherRegion(let target, let source, let parallel):
      "A transition of `\(source)` leads to `\(target)`, which is in another region of `\(parallel)`, where a state "
        + "is active already; let it lead to `\(parallel)`, or let that region take the input itself."
    case .historyOfLeaf(let target, let source):
      "A transition of `\(source)` leads to the history of `\(target)`, which has no inner states to remember; "
        + "let it lead to `\(target)` itself."
    case .neverDone(let name):
      "`\(name)` has an `onDone`, but is never done; a `state` needs a `finalState` in it, "
        + "and a `parallel` one in each region."
    case .negativeDelay(let state, let delay):
      "`\(state)` has an `after` of \(delay), which is before it is entered; wait for zero or more."
    case .endless(let completions, let states):
      "The chart was stopped after \(completions) transitions by `onDone` for one input, the last ones of "
        + "\(Self.list(states)), because each led to a state that is done at once; give one of them a guard."
    case .foreignConfiguration(let configuration):
      "The chart cannot be in `\(configuration)`, as one of another chart or of an earlier version of this one can; "
        + "begin with the chart's `initialState`, or bring the kept state into the form of this chart first."
    case .tooManyStates(let limit):
      "More than \(limit) states of the chart can be reached; ask for more, for fewer inputs, "
        + "or keep what has many values out of the state."
    }
  }

  private static func place(_ outer: String?) -> String {
    outer.map { "The state `\($0)`" } ?? "The statechart"
  }

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
