/// The result of exploring a scenario.
public struct Exploration: Sendable {
  /// The number of runs that were completed, each in an order of its own; runs of the audit do not count.
  public internal(set) var runs = 0
  /// The number of runs that were given up because their rest was redundant.
  ///
  /// Their rest had been run before in an equivalent order, or from a known state.
  public internal(set) var pruned = 0
  /// The number of steps in all runs of the search.
  public internal(set) var steps = 0
  /// The number of distinct final states of the runs, counting the stores and shared values.
  public internal(set) var finalStates = 0
  /// True when every order, or an equivalent one, was tried.
  ///
  /// Orders are equivalent as far as the explorer sees what the steps touch.
  public internal(set) var isComplete = false
  /// The number of orders that the audit ran, without any reduction, after the search; see
  /// ``Explorer/Audit``.
  public internal(set) var auditedOrders = 0
  /// True when the audit was completed, or the search left out nothing that an audit could find.
  public internal(set) var isAudited = false
  /// The reason, in a few words, why the search or the audit did not try every order; nil when there is none.
  public internal(set) var bound: String?
  /// The least probability that random runs find a mistake of the requested depth; nil for other strategies.
  public internal(set) var probability: Double?
  /// The seed of the runs; nil when nothing was drawn at random.
  public internal(set) var seed: UInt64?
  /// The mistake that was found; nil when there is none.
  public internal(set) var finding: Finding?
  /// The real time that the exploration took.
  public internal(set) var duration = Duration.zero
  /// Sentences that name what the explorer could not see well, and the remedy.
  public internal(set) var remarks: [String] = []
  /// True when the audit has run every possible order.
  var auditWasWhole = false

  /// True when all orders were tried, an audit without reductions found nothing new, and there is no finding.
  public var isProven: Bool { isComplete && isAudited && finding == nil }
}

extension Exploration: CustomStringConvertible {
  /// The finding, if any, and the figures.
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
        "A mistake of the requested depth would have been found with a probability of at least \(Int(probability * 100)) %."
      )
    }
    if let seed { lines.append("Seed \(seed).") }
    return (lines + remarks).joined(separator: "\n")
  }

  private var verdict: String {
    if isComplete { return "every order was tried" }
    if let bound {
      let advice = finding == nil && seed == nil ? "; the random orders of `.prioritised` reach further" : ""
      return "not every order was tried, because \(bound)\(advice)"
    }
    if finding != nil, auditedOrders > 0 { return "the audit ended with the finding" }
    return finding == nil ? "nothing was found" : "the search ended with the finding"
  }

  private var audit: String? {
    guard isComplete else { return nil }
    let orders = auditedOrders == 1 ? "1 order" : "\(auditedOrders) orders"
    if let bound { return "Not proven: the audit ended after \(orders), because \(bound)." }
    if !isAudited {
      return "Not proven: the audit is off, so undeclared shared values were not found (Explorer.audit)."
    }
    if auditedOrders == 0 { return nil }
    return auditWasWhole
      ? "Audited: without any reduction there \(auditedOrders == 1 ? "is" : "are") \(orders), with no other outcome."
      : "Audited: \(auditedOrders) random orders without any reduction had no other outcome."
  }
}
