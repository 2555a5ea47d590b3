/// The result of exploring a scenario.
public struct Exploration: Sendable {
  /// The number of runs that were gone through to their end, each in an order of its own, without those of the audit.
  public internal(set) var runs = 0
  /// The number of runs that were given up because the rest of them had been gone through before: in an equivalent order,
  /// or from a state that was known.
  public internal(set) var pruned = 0
  /// The number of steps that all runs of the search took together.
  public internal(set) var steps = 0
  /// The number of different states in which the runs ended, counting the stores and what is shared.
  public internal(set) var finalStates = 0
  /// True when every order was tried, or one that is equivalent to it as far as the explorer sees what steps touch.
  public internal(set) var isComplete = false
  /// The number of orders without any reduction that were run after the search; see ``Explorer/Audit``.
  public internal(set) var auditedOrders = 0
  /// True when no audit is missing: one was run to its end, or nothing was left out that it could find.
  public internal(set) var isAudited = false
  /// The reason why not every order was tried, or not every order of the audit, in a few words; nil when there is none.
  public internal(set) var bound: String?
  /// The least probability with which random runs would have found a mistake of the depth asked for; nil for other ways
  /// to explore.
  public internal(set) var probability: Double?
  /// The seed of the runs; nil where nothing was drawn.
  public internal(set) var seed: UInt64?
  /// The mistake that was found; nil when nothing was found.
  public internal(set) var finding: Finding?
  /// The real time that the exploration took.
  public internal(set) var duration = Duration.zero
  /// Sentences on what the explorer could not see well, and what to do about it.
  public internal(set) var remarks: [String] = []
  /// True when the audit has run every order that there is.
  var auditWasWhole = false

  /// True when all orders were tried, an audit without any reduction showed nothing else, and nothing is wrong.
  public var isProven: Bool { isComplete && isAudited && finding == nil }
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
    if let audit { lines.append(audit) }
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
    if finding != nil, auditedOrders > 0 { return "the audit ended with the finding" }
    return finding == nil ? "nothing was found" : "the search ended with the finding"
  }

  private var audit: String? {
    guard isComplete else { return nil }
    let orders = auditedOrders == 1 ? "1 order" : "\(auditedOrders) orders"
    if let bound { return "Not proven: the audit ended after \(orders), because \(bound)." }
    if !isAudited {
      return "Not proven: the audit is off, which finds what is shared and not declared (Explorer.audit)."
    }
    if auditedOrders == 0 { return nil }
    return auditWasWhole
      ? "Audited: without any reduction there \(auditedOrders == 1 ? "is" : "are") \(orders), with no other outcome."
      : "Audited: \(auditedOrders) random orders without any reduction had no other outcome."
  }
}
