/// A fault, or a possible fault, of a statechart.
public enum StatechartFinding<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The state is entered in no configuration that can be reached.
  case unreachable(Name)
  /// These innermost states can be active together, and then no input is accepted although the chart is not
  /// finished.
  case deadEnd([Name])
  /// No state accepts the input.
  case ignored(input: String)
  /// Whenever the transition could be taken, one of the others is taken instead.
  case shadowed(StatechartTransition<Name>, by: [StatechartTransition<Name>])
  /// The source can be reached, but the transition's input does not come or its guard does not hold there.
  case neverTaken(StatechartTransition<Name>)
}

extension StatechartFinding: CustomStringConvertible {
  /// Sentences that say what is wrong, why, and what to do.
  public var description: String {
    switch self {
    case .unreachable(let name):
      "The state `\(name)` is never entered; add a transition that leads there, or remove the state."
    case .deadEnd(let names):
      "In \(Self.list(names)) the chart accepts no input and is not finished; add a transition that leaves it, "
        + "or use a `finalState`."
    case .ignored(let input):
      "No state accepts `\(input)`; add an `onInput` for it, or remove the input."
    case .shadowed(let transition, let others):
      "In the state `\(transition.source)`, the transition `\(transition)` is never taken, because "
        + "\(Self.list(others)) \(others.count == 1 ? "is" : "are") always taken instead; move it up, "
        + "make the \(others.count == 1 ? "other one" : "others") narrower, or remove it."
    case .neverTaken(let transition):
      "In the state `\(transition.source)`, the transition `\(transition)` is never taken, because its input does not "
        + "come there or its guard does not hold; correct it, or list its inputs."
    }
  }

  private static func list(_ names: [some Any]) -> String {
    names.map { "`\($0)`" }.joined(separator: " and ")
  }
}

/// The findings of a statechart's checks.
///
/// ```swift
/// let report = try chart.report()
/// #expect(report.isClean, "\(report)")
/// ```
public struct StatechartReport<Name: Hashable & Sendable>: Hashable, Sendable {
  /// The findings: unreachable states, dead ends, inputs, and transitions, in the order of the chart.
  public let findings: [StatechartFinding<Name>]
  /// The number of states of the machine that were tried.
  public let configurations: Int

  /// A Boolean value that indicates whether there are no findings.
  public var isClean: Bool { findings.isEmpty }
}

extension StatechartReport: CustomStringConvertible {
  /// The findings, one a line.
  public var description: String {
    let count = findings.count
    let heading =
      count == 0
      ? "The chart has no findings" : "The chart has \(count) finding\(count == 1 ? "" : "s")"
    let states = "\(configurations) state\(configurations == 1 ? "" : "s")"
    return
      ([heading + " in \(states) of its machine\(count == 0 ? "." : ":")"] + findings.map { "  - \($0)" })
      .joined(separator: "\n")
  }
}
