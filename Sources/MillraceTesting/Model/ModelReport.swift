import Millrace

/// The result of a model check.
///
/// ```swift
/// #expect(report.isSuccess, "\(report)")
/// ```
public struct ModelReport<State, Message: Sendable> {
  /// The number of situations found; a situation is a state with its effects in flight.
  public let states: Int
  /// The number of steps between situations, or from one to itself.
  public let transitions: Int
  /// The distance from the beginning to the farthest situation, in steps.
  public let depth: Int
  /// The bounds that stopped the search; empty when it is complete.
  public let bounds: [ModelBound]
  /// The mistakes, each with the shortest path to it.
  public let failures: [ModelFailure<State, Message>]
  /// The messages from outside that were handled in no state, as text.
  public let unusedMessages: [String]
  /// The rows that took no message; see ``Logic/rows``.
  public let unusedRows: [String]
  /// The states that no step leaves, each once, whatever effects are in flight.
  public let deadEnds: [State]
  let makeGraph: () -> ModelGraph<State, Message>

  /// True when the search has explored everything.
  public var isComplete: Bool { bounds.isEmpty }
  /// True when the search has explored everything and found no mistake: the rules are proven.
  public var isSuccess: Bool { failures.isEmpty && isComplete }
  /// True when the search, as far as it went, found no mistake.
  public var isSuccessWithinBounds: Bool { failures.isEmpty }
  /// The graph of everything that was found, to make test paths of.
  ///
  /// O(states + transitions).
  public var graph: ModelGraph<State, Message> { makeGraph() }
}

extension ModelReport: CustomStringConvertible {
  /// The counts, whether the check is complete, how to raise a bound that stopped it, and the mistakes with
  /// their paths.
  public var description: String {
    var lines = ["\(count(states, "state")), \(count(transitions, "transition")), depth \(depth)"]
    if isComplete {
      lines.append("complete: every state was checked")
    } else {
      lines.append("incomplete: stopped by " + bounds.map { "\($0)" }.joined(separator: ", "))
      lines += bounds.map(\.advice)
    }
    if !unusedMessages.isEmpty {
      lines.append("handled in no state: " + unusedMessages.joined(separator: ", "))
    }
    if !unusedRows.isEmpty { lines.append("rows never used: " + unusedRows.joined(separator: ", ")) }
    if !deadEnds.isEmpty {
      let shown = deadEnds.prefix(3).map { readableText($0) } + (deadEnds.count > 3 ? ["…"] : [])
      lines.append("\(count(deadEnds.count, "dead end")): " + shown.joined(separator: ", "))
    }
    for failure in failures { lines += ["", "\(failure)"] }
    return lines.joined(separator: "\n")
  }

  private func count(_ count: Int, _ word: String) -> String { "\(count) \(word)\(count == 1 ? "" : "s")" }
}

/// A mistake that a model check has found.
public struct ModelFailure<State, Message: Sendable> {
  /// The kinds of mistakes.
  public enum Kind: Hashable, Sendable {
    /// An `always` rule does not hold.
    case invariant
    /// An `eventually` goal is never reached.
    case unreached
    /// A `neverStuck` goal cannot be reached any more from some situation.
    case stuck
    /// The logic reports an error.
    case error
    /// The answers of an effect are not declared.
    case undeclaredEffect
    /// A message causes an endless chain of messages sent at once.
    case endless
  }

  /// The kind of mistake.
  public let kind: Kind
  /// The name of the rule, the text of the error, or the name of the effect.
  public let name: String
  /// A shortest path to the mistake, in steps from outside and from effects; nil for a goal that is never
  /// reached.
  public let path: ModelPath<State, Message>?
  let sentence: String
}

extension ModelFailure: CustomStringConvertible {
  /// A sentence, and the path to the mistake.
  public var description: String {
    guard let path else { return sentence }
    return sentence + "\n" + "\(path)".split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }
}
