/// The audit of a proof: runs that leave nothing out, compared with what the search has seen.
struct ProofAudit {
  enum Verdict {
    /// No order showed anything new.
    case passed
    /// The audit ended early; the reason follows a "because".
    case stopped(String)
    /// An order showed something new.
    case found(Finding)
    /// An order that had been run before went otherwise.
    case unrepeatable(Schedule)
    /// Rules read more places than the search knew; the search must be repeated.
    case looksAtMore(Set<Footprint.Place>)
  }

  private(set) var orders = 0
  /// True when these are all possible orders.
  private(set) var wasWhole = false

  private var run: Run
  private let ends: Set<UInt64>
  /// The orders of the search, and then those of the audit, as hashes, with the hash of what happened in
  /// each.
  private var seen: [UInt64: UInt64]
  /// True when an order was run that had been run before.
  private(set) var hasRepeated = false
  /// The estimated number of all orders; nil before a sample was drawn.
  private(set) var estimate: Double?
  private let monitor: ExplorationMonitor

  /// Creates an audit of a search's run, which has seen some orders and final states.
  init(run: Run, orders: [UInt64: UInt64], ends: Set<UInt64>, monitor: ExplorationMonitor) {
    seen = orders
    self.run = run
    self.run.looksAlways = true
    self.ends = ends
    self.monitor = monitor
  }

  mutating func go() -> Verdict {
    let audit = run.explorer.audit
    var random = AuditSearch(seed: audit.seed, count: audit.orders)
    var goesOn = true
    while goesOn {
      let isSample = random.isSampling
      let known = seen.count
      if let verdict = take(&random) { return verdict }
      let isNew = seen.count > known
      // Orders that repeat others are drawn again, once.
      orders = min(orders + 1, audit.orders)
      goesOn = random.end(isNew: isNew || isSample)
      estimate = random.estimate
      guard isSample, !random.isSampling, let estimate, estimate <= Double(audit.orders) else { continue }
      if let verdict = takeAll(atMost: audit.orders) { return verdict }
    }
    return .passed
  }

  /// Runs all orders when there are at most `count`; returns nil when there are more.
  private mutating func takeAll(atMost count: Int) -> Verdict? {
    var search = ExhaustiveSearch(skipsIndependent: false, skipsKnown: false)
    let drawn = orders
    for number in 1...count {
      if let verdict = take(&search) { return verdict }
      orders += 1
      if search.end(wasCut: false) { continue }
      orders = number
      wasWhole = true
      return .passed
    }
    // The first orders of a search are alike; they are no sample.
    orders = drawn
    return nil
  }

  /// Makes one run; returns the verdict if the audit ends with it.
  private mutating func take(_ search: inout some OrderStrategy) -> Verdict? {
    if let reason = monitor.reasonToEnd { return .stopped(reason) }
    monitor.report("the search is complete, \(orders) orders audited")
    let result = run.go(&search)
    let order = hash(of: result.schedule)
    let before = seen.updateValue(result.course, forKey: order)
    if !result.visible.isSubset(of: run.visible) { return .looksAtMore(result.visible) }
    if let before {
      hasRepeated = true
      if before != result.course { return .unrepeatable(result.schedule) }
    }
    switch result.outcome {
    case .finished: if ends.contains(result.finalState) { return nil }
    case .givenUp: return nil
    case .cut: return .stopped("of the bound of \(run.explorer.limits.steps) steps a run")
    case .wrong: break
    }
    return .found(Shrinking(run: run, monitor: monitor).undeclared(result, ends))
  }
}
