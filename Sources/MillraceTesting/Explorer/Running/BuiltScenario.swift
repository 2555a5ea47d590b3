import Millrace

/// The parts that a scenario has built, as its explorer sees them.
final class BuiltScenario: @unchecked Sendable {
  // Sound: it is touched in the isolation of its world, whose executor is the explorer, and by the explorer
  // itself while none of its jobs runs; all of that is one thread.

  struct Rule {
    let text: String
    let holds: () -> Bool
  }

  var flows: [Flow] = []
  /// The flow that the scenario did not name.
  var mainFlow: Flow?
  var tokens: [ObservationToken] = []
  var scripts: [[() -> Void]] = []
  var works: [() async throws -> Void] = []
  var followed: [(name: String, value: () -> Any)] = []
  var alwaysRules: [Rule] = []
  var finalRules: [Rule] = []
  /// The titles of effects that may be in flight at the end.
  var lasting: Set<String> = []
  /// The results of the turns of the present step.
  var results = StepResults()
  /// The maximum number of turns of a run, and so of a step.
  var turnLimit = Int.max
  /// The locks that stop a chain of turns without end; empty until there is one.
  private(set) var brakes: [FlowLock] = []
  /// The error that work of the scenario has thrown.
  var failure: (any Error)?

  /// Takes the record of a turn; `flow` is the number of its flow.
  ///
  /// A step that takes more turns than a run may take is stopped: it would not come to its end.
  func take(_ record: TurnRecord, of flow: Int) {
    results.take(record, of: flow)
    if results.turns.count > turnLimit, brakes.isEmpty {
      brakes = flows.map { $0.lock("the bound of \(turnLimit) turns") }
    }
  }

  /// The first rule that does not hold.
  func broken(_ rules: [Rule]) -> String? {
    rules.first { !$0.holds() }?.text
  }

  /// Returns the hash of everything still pending, as far as the flows can tell.
  ///
  /// - Returns: The hash, and whether everything that waits could be distinguished.
  func pendingHash() -> (value: UInt64, isFaithful: Bool) {
    var hasher = Hasher()
    var isFaithful = true
    for flow in flows {
      flow.hashPending(into: &hasher) { message in
        var hash = StateHash()
        hash.combine(message)
        isFaithful = isFaithful && hash.isFaithful
        return hash.finalize()
      }
    }
    return (UInt64(bitPattern: Int64(hasher.finalize())), isFaithful)
  }

  /// True when messages wait for a lock or a gate.
  var hasWaitingMessages: Bool { flows.contains { $0.hasWaitingMessages || $0.hasDelayedMessages } }

  /// The flows in which messages wait for a lock, as a finding names them.
  var lockedMessages: [String] {
    flows.filter { $0.lockCount > 0 && $0.hasWaitingMessages }.map { flow in
      let locks = flow.lockNames.map { "“\($0)”" }.joined(separator: ", ")
      return "what is sent to the flow “\(flow.name)” (behind its lock \(locks))"
    }
  }

  /// True when a store has ended by now.
  var hasLostStore: Bool { flows.contains { $0.storeCount < $0.laneCount } }

  /// A number for each flow that changes when a turn calls code that may keep something outside of the
  /// states, before the present step.
  private var calls: [Int?] = []

  /// Counts the calls before a step.
  func countCalls() {
    calls.removeAll(keepingCapacity: true)
    for flow in flows { calls.append(flow.callCount) }
  }

  /// Returns true when turns of the present step have called code that may keep something outside of the
  /// states.
  func hasCalled(in results: StepResults) -> Bool {
    // A step may have made a flow.
    if flows.count != calls.count { return true }
    for (number, flow) in flows.enumerated() {
      let now = flow.callCount
      if now != calls[number] || now == nil && results.flows.contains(number) { return true }
      // One tap is the explorer's own.
      let hasEvents = results.events.contains { $0.effect.store.flow == number }
      if hasEvents && flow.effectTapCount > 1 { return true }
    }
    return false
  }

  var commonName: String? {
    for flow in flows {
      var names: Set<String> = []
      for name in flow.storeNames where !names.insert(name).inserted { return name }
    }
    return nil
  }

  func isAlive(_ store: StoreName) -> Bool { flows[store.flow].hasStore(store.number) }

  var storeCount: Int { flows.reduce(0) { $0 + $1.storeCount } }

  var postedCount: Int { flows.reduce(0) { $0 + $1.postedCount } }

  /// Calls the closure with each store's state and each followed value.
  func forEachState(_ body: (String, Any) -> Void) {
    for flow in flows { flow.forEachWholeState(body) }
    for (name, value) in followed { body(name, value()) }
  }

  /// Calls the closure with each store's state as people read it, and each followed value.
  func forEachShownState(_ body: (String, Any) -> Void) {
    for flow in flows { flow.forEachShownState(body) }
    for (name, value) in followed { body(name, value()) }
  }

  /// Removes and returns the step's results.
  func takeResults() -> StepResults {
    defer { results = StepResults() }
    return results
  }

  /// Releases everything, so that the stores can end.
  func close() {
    tokens = []
    scripts = scripts.map { _ in [] }
    works = works.map { _ in {} }
    followed = []
    alwaysRules = []
    finalRules = []
    flows = []
    mainFlow = nil
    brakes = []
  }
}
