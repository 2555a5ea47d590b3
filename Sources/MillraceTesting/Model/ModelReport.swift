import Millrace

/// The result of a model check.
///
/// ```swift
/// #expect(report.isSuccess, "\(report)")
/// ```
public struct ModelReport<State, Message: Sendable> {
  /// The number of situations found; a situation is a state with the effects in flight.
  public let states: Int
  /// The number of steps that lead from one of them to another, or back to itself.
  public let transitions: Int
  /// The distance from the beginning to the farthest situation, in steps.
  public let depth: Int
  /// The bounds that stopped the search; empty when it has gone through everything.
  public let bounds: [ModelBound]
  /// The mistakes, each with the shortest way to it.
  public let failures: [ModelFailure<State, Message>]
  /// Messages from outside that were handled in no state, as text.
  public let unusedMessages: [String]
  /// Rows that took no message; see ``Logic/rows``.
  public let unusedRows: [String]
  /// The states from which nothing leads anywhere else.
  public let deadEnds: [State]
  let makeGraph: () -> ModelGraph<State, Message>

  /// True when the search has gone through everything.
  public var isComplete: Bool { bounds.isEmpty }
  /// True when nothing is wrong and everything was gone through, so that it is proven.
  public var isSuccess: Bool { failures.isEmpty && isComplete }
  /// True when nothing is wrong as far as the search went.
  public var isSuccessWithinBounds: Bool { failures.isEmpty }
  /// The graph of everything that was found, to make test paths of it.
  ///
  /// O(states + transitions).
  public var graph: ModelGraph<State, Message> { makeGraph() }
}

extension ModelReport: CustomStringConvertible {
  /// The counts, whether the check is complete and how to raise a bound that stopped it, then the mistakes with their ways.
  public var description: String {
    var lines = ["\(count(states, "state")), \(count(transitions, "transition")), depth \(depth)"]
    if isComplete {
      lines.append("complete: everything was gone through")
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
    /// An `always` does not hold.
    case invariant
    /// An `eventually` is never reached.
    case unreached
    /// From somewhere a `neverStuck` cannot be reached any more.
    case stuck
    /// The logic reports an error.
    case error
    /// An effect whose answers are not declared.
    case undeclaredEffect
    /// A message leads to endlessly many at once.
    case endless
  }

  /// The kind of mistake.
  public let kind: Kind
  /// The name of the rule, the text of the error, or the name of the effect.
  public let name: String
  /// A shortest way to it, in steps from outside and from effects; nil for what is never reached.
  public let path: ModelPath<State, Message>?
  let sentence: String
}

extension ModelFailure: CustomStringConvertible {
  /// A sentence, and the way to it.
  public var description: String {
    guard let path else { return sentence }
    return sentence + "\n" + "\(path)".split(separator: "\n").map { "  \($0)" }.joined(separator: "\n")
  }
}
