/// What exploring a scenario has come to.
public struct Exploration: Sendable {
  /// How many runs were gone through to their end, each in an order of its own.
  public internal(set) var runs = 0
  /// How many runs were given up because the rest of them had been gone through before: in an equivalent order, or from a
  /// state that was known.
  public internal(set) var pruned = 0
  /// How many steps all runs took together.
  public internal(set) var steps = 0
  /// How many different states the runs ended in, counting the stores and what is shared.
  public internal(set) var finalStates = 0
  /// Whether every order was tried, or one that is equivalent to it.
  public internal(set) var isComplete = false
  /// Why not every order was tried, in a few words; nil when it was, or when nobody asked for that.
  public internal(set) var bound: String?
  /// The least probability with which random runs would have found a mistake of the depth asked for; nil for other ways
  /// to explore.
  public internal(set) var probability: Double?
  /// The seed of the runs; nil where nothing was drawn.
  public internal(set) var seed: UInt64?
  /// What is wrong; nil when nothing was found.
  public internal(set) var finding: Finding?
  /// How long it took.
  public internal(set) var duration = Duration.zero
  /// What the explorer could not see well, and what to do about it.
  public internal(set) var remarks: [String] = []

  /// Whether all orders were tried and nothing is wrong.
  public var isProven: Bool { isComplete && finding == nil }
}

extension Exploration: CustomStringConvertible {
  /// The finding, if there is one, and the figures.
  public var description: String {
    var lines: [String] = []
    if let finding { lines += ["\(finding)", ""] }
    let runs = runs == 1 ? "1 schedule" : "\(runs) schedules"
    lines.append(
      "Explored \(runs) (\(pruned) more pruned) in \(steps) steps; \(finalStates) distinct final "
        + (finalStates == 1 ? "state" : "states") + "; \(verdict).")
    if let probability {
      lines.append(
        "A mistake of the depth asked for would have been found with a probability of at least \(Int(probability * 100)) %."
      )
    }
    if let seed { lines.append("Seed \(seed).") }
    return (lines + remarks).joined(separator: "\n")
  }

  private var verdict: String {
    if isComplete { return "every order was tried" }
    if let bound { return "not every order was tried, because \(bound)" }
    return finding == nil ? "nothing was found" : "the search ended with the finding"
  }
}
