import Millrace
import MillraceCore

/// The report of the search.
extension ModelSearch {
  func report() -> ModelReport<State, Message> {
    ModelReport(
      states: situations.count, transitions: edges.count, depth: Int(depths.last ?? 0),
      bounds: bounds(reached), failures: failures(),
      unusedMessages: texts.filter { !$0.value }.keys.sorted(),
      unusedRows: check.logic.rows.enumerated().filter { !usedRows.contains($0.offset) }.map(\.element),
      deadEnds: deadEndStates(),
      makeGraph: { self.graph() })
  }

  /// Returns the states of the dead ends; situations with other effects in flight share one state.
  private func deadEndStates() -> [State] {
    var known: Set<WholeKey<Key>> = []
    return deadEnds.map { situations[Int($0)].state }
      .filter { known.insert(WholeKey(check.key($0))).inserted }
  }

  private func bounds(_ reached: Set<ModelBound>) -> [ModelBound] {
    [.states(bounds.states), bounds.depth.map { .depth($0) }, bounds.inFlight.map { .inFlight($0) }]
      .compactMap { $0 }.filter(reached.contains)
  }

  private func failures() -> [ModelFailure<State, Message>] {
    var failures: [ModelFailure<State, Message>] = []
    func fail(
      _ kind: ModelFailure<State, Message>.Kind, _ name: String, _ finding: Finding,
      _ sentence: (_ place: String) -> String
    ) {
      let path = path(to: finding)
      let count = path.steps.count
      let place = count == 0 ? "at the beginning" : "after \(count) \(count == 1 ? "turn" : "turns")"
      failures.append(ModelFailure(kind: kind, name: name, path: path, sentence: sentence(place)))
    }
    for (rule, finding) in zip(check.invariants, broken) {
      guard let finding else { continue }
      fail(.invariant, rule.name, finding) { "always “\(rule.name)” fails \($0):" }
    }
    let scope = reached.isEmpty ? "no path leads there" : "not reached within the bounds"
    for (rule, isFound) in zip(check.goals, found) where !isFound {
      let sentence = "eventually “\(rule.name)” fails: \(scope)"
      failures.append(ModelFailure(kind: .unreached, name: rule.name, path: nil, sentence: sentence))
    }
    for rule in check.refuges {
      let stuck = stuck(rule)
      guard let first = stuck.first else { continue }
      let share = "as in \(stuck.count) of \(situations.count) states"
      fail(.stuck, rule.name, Finding(situation: first)) { place in
        "neverStuck “\(rule.name)” fails \(place): no path leads from there to it (\(share)):"
      }
    }
    if let endless {
      fail(.endless, "endless", endless) { _ in "a turn starts an endless chain of turns:" }
    }
    for (text, finding) in errors where !check.allowsErrors {
      fail(.error, text, finding) { "an error is reported \($0): \(text)" }
    }
    for (effect, finding) in undeclared {
      fail(.undeclaredEffect, effect.name, finding) { place in
        "the answers of “\(effect)”, which is requested \(place), are not declared;"
          + " declare them with `answers`, even if they are `[.never]` or `[.ends]`:"
      }
    }
    return failures
  }

  /// Returns the situations, the nearest first, from which no path leads to where the rule holds.
  ///
  /// A situation that was not fully explored is not blamed.
  private func stuck(_ rule: ModelCheck<State, Message, Key>.Rule) -> [Int32] {
    var sources = Array(repeating: [Int32](), count: situations.count)
    for edge in edges where edge.from != edge.to { sources[Int(edge.to)].append(edge.from) }
    var isSafe = situations.indices.map { rule.holds(situations[$0].state, []) || open.contains(Int32($0)) }
    var line = isSafe.indices.filter { isSafe[$0] }
    while let next = line.popLast() {
      for source in sources[next] where !isSafe[Int(source)] {
        isSafe[Int(source)] = true
        line.append(Int(source))
      }
    }
    return isSafe.indices.filter { !isSafe[$0] }.map { Int32($0) }
  }
}
