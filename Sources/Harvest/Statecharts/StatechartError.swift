import Millrace

/// An error of a statechart.
///
/// All but ``endless(completions:states:)``, ``tooManyStates(limit:)``, ``foreignConfiguration(_:)``,
/// ``notResumed(states:)`` and ``notRestored(states:)`` are found when the chart is created.
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
  /// The initial state of a state is not inside of it; the state is nil for the chart itself.
  case initialOutside(String, outer: String?)
  /// A final state has contents that it can never use.
  case partOfFinal(String, part: String)
  /// A region is marked as the initial one, but all of them begin together.
  case initialRegion(String, parallel: String)
  /// A transition leads to a state that the chart does not name.
  case unknownTarget(String, source: String)
  /// A transition leads from one region into another of the same parallel state.
  case targetInAnotherRegion(String, source: String, parallel: String)
  /// A transition has two targets that cannot be active together.
  case targetsApart(String, String, source: String)
  /// A transition leads to the history of a state that has no inner ones.
  case historyOfLeaf(String, source: String)
  /// A transition waits until a state is done, which can never happen.
  case neverDone(String)
  /// A transition waits for the end of a state that the chart does not name.
  case unknownDone(String, source: String)
  /// A delay is negative; one that is computed is reported to the flow's error handler, and counts as zero.
  case negativeDelay(state: String, delay: Duration)
  /// Each transition without an input led to another one, without end.
  case endless(completions: Int, states: [String])
  /// More states can be reached than the limit allows.
  case tooManyStates(limit: Int)
  /// A saved configuration is not one of the chart.
  case foreignConfiguration(String)
  /// A machine has begun, or was restored, in states whose effects and delays nothing has begun.
  case notResumed(states: [String])
  /// A machine was restored in states whose effects and delays its mapping cannot resume.
  case notRestored(states: [String])
}

extension StatechartError: AdvisingError {}

extension StatechartError: CustomStringConvertible {
  /// A sentence that says what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .noStates:
      "The statechart has no states; add at least one, and mark one with `initial: true`."
    case .nameUsedTwice(let name):
      "The name `\(name)` is used for two states, so a transition to it is ambiguous; "
        + "give one of them another name."
    case .noInitial(let outer, let inner):
      "\(Self.place(outer)) has inner states, but no initial one; "
        + "mark one of \(Self.list(inner)) with `initial: true`."
    case .severalInitials(let outer, let initials):
      "\(Self.place(outer)) can have only one initial state, but \(Self.list(initials)) are all marked "
        + "with `initial: true`; mark one."
    case .noRegions(let parallel):
      "The parallel state `\(parallel)` has no regions; add a `substate` for each region, or make it a `substate`."
    case .initialOutside(let target, let outer):
      "\(Self.place(outer)) begins in `\(target)`, which is not a state inside of it; "
        + "name one of its inner states in `initial(to:)`."
    case .partOfFinal(let name, let part):
      "The final state `\(name)` has \(part), but no input is taken in it; make it a `substate`, or move that to "
        + "a state around it."
    case .initialRegion(let region, let parallel):
      "The region `\(region)` is marked with `initial: true`, but all regions of `\(parallel)` are entered together; "
        + "remove the mark."
    case .unknownTarget(let target, let source):
      "A transition of `\(source)` leads to `\(target)`, which is not a state of the chart; "
        + "add that state, or change the target."
    case .targetInAnotherRegion(let target, let source, let parallel):
      "A transition of `\(source)` leads to `\(target)`, which is in another region of `\(parallel)`, where a state "
        + "is already active; change its target to `\(parallel)`, or handle the input in that region."
    case .targetsApart(let first, let second, let source):
      "A transition of `\(source)` leads to both `\(first)` and `\(second)`, which cannot be active together; "
        + "use targets in different regions of a `parallelState`."
    case .historyOfLeaf(let target, let source):
      "A transition of `\(source)` leads to the history of `\(target)`, which has no inner states to remember; "
        + "change its target to `\(target)` itself."
    case .neverDone(let name):
      "`\(name)` has an `onDone`, but is never done; a `substate` needs a `finalState` in it, "
        + "and a `parallelState` needs one in each region, or as the region."
    case .unknownDone(let name, let source):
      "An `onDone` of `\(source)` waits for `\(name)`, which is not a state of the chart; "
        + "add that state, or change the name."
    case .negativeDelay(let state, let delay):
      "`\(state)` has an `onDelay` of \(delay), which is negative; use zero or more."
    case .endless(let completions, let states):
      "The chart was stopped after \(completions) transitions without an input, the last ones of "
        + "\(Self.list(states)), because each leads to another one at once; give an `onDone` or `onAlways` of them "
        + "a guard."
    case .foreignConfiguration(let configuration):
      "The chart cannot be in `\(configuration)`, which may belong to another chart or to an earlier version of this "
        + "one; begin with the chart's `initialState`, or convert the stored configuration to this chart first."
    case .notResumed(let states):
      "The machine is in \(Self.list(states)) by a stored state, but the effects and delays of that have not begun; "
        + "create the machine with the effect that the chart's `effect(resuming:)` returns."
    case .notRestored(let states):
      "The machine is in \(Self.list(states)) by a restored state, but its mapping cannot resume the effects and "
        + "delays of that; lift the inputs of the chart with `lift(input:inject:)`."
    case .tooManyStates(let limit):
      "More than \(limit) states of the chart can be reached; raise the limit, check fewer inputs, "
        + "or keep values with many cases out of the state."
    }
  }

  private static func place(_ outer: String?) -> String {
    outer.map { "The state `\($0)`" } ?? "The statechart"
  }

  private static func list(_ names: [String]) -> String {
    names.map { "`\($0)`" }.joined(separator: ", ")
  }
}
