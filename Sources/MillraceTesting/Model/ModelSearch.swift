import Millrace
import MillraceCore

/// A model check under way: a breadth-first search through situations.
final class ModelSearch<State, Message: Sendable, Key: Hashable> {
  private struct SituationKey: Hashable {
    let state: WholeKey<Key>
    let effects: EffectsInFlight
  }

  /// A step from one situation to another, by their numbers.
  struct Edge {
    let from: Int32
    let to: Int32
    let move: ModelMove
  }

  /// The place where a rule is broken or a goal reached: a situation, or some turns into a step from there.
  struct Finding {
    let situation: Int32
    var step: (move: ModelMove, turns: Int)?
  }

  let check: ModelCheck<State, Message, Key>
  let bounds: ModelBounds
  let machine: ModelMachine<State, Message>
  private var progress = ModelProgress(of: "\(State.self)")
  private var numbers: [SituationKey: Int32] = [:]
  private(set) var situations: [ModelSituation<State>] = []
  private(set) var edges: [Edge] = []
  /// The edge by which each situation was found; negative for the first.
  private(set) var parents: [Int32] = []
  private(set) var depths: [Int32] = []
  /// The decisions that lead to each first situation.
  private(set) var beginnings: [Int32: [Int32]] = [:]
  /// The situations from which some step was not explored.
  private(set) var open: Set<Int32> = []
  private(set) var reached: Set<ModelBound> = []
  private(set) var deadEnds: [Int32] = []

  private(set) var broken: [Finding?]
  private(set) var found: [Bool]
  private(set) var errors: [(text: String, finding: Finding)] = []
  private(set) var undeclared: [(effect: ModelEffect, finding: Finding)] = []
  private(set) var endless: Finding?
  private(set) var usedRows: Set<Int> = []
  /// True for each message from outside that was ever handled.
  private var isUsed: [Bool] = []
  private(set) var texts: [String: Bool] = [:]

  init(_ check: ModelCheck<State, Message, Key>, _ bounds: ModelBounds) {
    self.check = check
    self.bounds = bounds
    machine = ModelMachine(
      logic: check.logic, messages: check.messages, catalog: EffectCatalog(answers: check.answers))
    broken = Array(repeating: nil, count: check.invariants.count)
    found = Array(repeating: false, count: check.goals.count)
  }

  func run() {
    begin()
    var next = 0
    while next < situations.count {
      expand(Int32(next))
      next += 1
      if next % 256 == 0 { progress.report(done: next, found: situations.count, bounds) }
    }
  }

  private func begin() {
    var next: [Int32]? = []
    while let decisions = next {
      let (first, notes) = machine.beginning(decisions)
      next = decisions.next(notes.possibilities)
      guard let number = insert(first, by: -1, depth: 0) else { continue }
      if beginnings[number] == nil { beginnings[number] = decisions }
      for turn in notes.turns { look(at: turn.situation, Finding(situation: number)) }
      take(notes, Finding(situation: number))
    }
  }

  private func expand(_ number: Int32) {
    let situation = situations[Int(number)]
    let depth = depths[Int(number)] + 1
    if let bound = bounds.depth, depth > bound {
      open.insert(number)
      reached.insert(.depth(bound))
      return
    }
    var isDeadEnd = true
    for choice in machine.choices(in: situation) {
      var next: ModelMove? = ModelMove(choice: choice)
      while let move = next {
        let performed = machine.perform(move, in: situation)
        if case .message(let index) = choice { note(index, situation.state, isUsed: performed != nil) }
        guard let (after, notes) = performed else { break }
        next = move.next(notes.possibilities)
        if take(move, from: number, to: after, notes, depth: depth) != number { isDeadEnd = false }
      }
    }
    if isDeadEnd, !open.contains(number) { deadEnds.append(number) }
  }

  /// Records a move, and returns the number of the situation after it; nil if that is not explored.
  private func take(
    _ move: ModelMove, from number: Int32, to after: ModelSituation<State>,
    _ notes: ModelMachine<State, Message>.Notes, depth: Int32
  ) -> Int32? {
    // The last turn is checked where its situation turns out to be new.
    for (count, turn) in notes.turns.dropLast().enumerated() {
      look(at: turn.situation, Finding(situation: number, step: (move, count + 1)))
    }
    let finding = Finding(situation: number, step: (move, .max))
    take(notes, finding)
    // When a chain was cut or a bound was met, the situation is not fully explored.
    let target = notes.isEndless ? nil : insert(after, by: Int32(edges.count), depth: depth)
    // A key may leave out something that a rule reads.
    if target == nil || !check.hasWholeKey { look(at: after, finding) }
    guard let target else {
      open.insert(number)
      return nil
    }
    edges.append(Edge(from: number, to: target, move: move))
    return target
  }

  /// Returns the number of a situation; nil when a bound forbids it.
  private func insert(_ situation: ModelSituation<State>, by edge: Int32, depth: Int32) -> Int32? {
    if let bound = bounds.inFlight, situation.effects.entries.count > bound {
      reached.insert(.inFlight(bound))
      if !situations.isEmpty { return nil }
    }
    let key = SituationKey(state: WholeKey(check.key(situation.state)), effects: situation.effects)
    if let number = numbers[key] { return number }
    guard situations.isEmpty || situations.count < bounds.states else {
      reached.insert(.states(bounds.states))
      return nil
    }
    let number = Int32(situations.count)
    numbers[key] = number
    situations.append(situation)
    parents.append(edge)
    depths.append(depth)
    look(at: situation, Finding(situation: number))
    return number
  }

  // MARK: Findings

  private func look(at situation: ModelSituation<State>, _ finding: Finding) {
    for (place, rule) in check.invariants.enumerated() where broken[place] == nil {
      if !rule.holds(situation.state, rule.needsEffects ? effects(of: situation) : []) {
        broken[place] = finding
      }
    }
    for (place, rule) in check.goals.enumerated() where !found[place] {
      found[place] = rule.holds(situation.state, [])
    }
  }

  /// Returns the effects in flight, without those that only have to end.
  ///
  /// One whose end begins the next step of a sequence is among them.
  func effects(of situation: ModelSituation<State>) -> [ModelEffect] {
    let (effects, catalog) = (situation.effects, machine.catalog)
    return effects.entries.filter { entry in
      entry.phase != .stopping
        && (!effects.hasSaidAll(entry, catalog) || effects.hasMoreSteps(entry.sequence, catalog))
    }.map { catalog.kinds[Int($0.kind)].effect }
  }

  private func take(_ notes: ModelMachine<State, Message>.Notes, _ finding: Finding) {
    if !notes.usedRows.isEmpty { usedRows.formUnion(notes.usedRows) }
    for text in notes.errors where !errors.contains(where: { $0.text == text }) {
      errors.append((text, finding))
    }
    for effect in notes.undeclared where !undeclared.contains(where: { $0.effect == effect }) {
      undeclared.append((effect, finding))
    }
    if notes.isEndless, endless == nil {
      endless = finding
      // Its first turns are enough to show it.
      if let step = finding.step { endless?.step = (step.move, 20) }
    }
  }

  /// Records whether a message was used; its text is made once, and once more at its first use.
  private func note(_ index: Int32, _ state: State, isUsed: Bool) {
    let index = Int(index)
    if check.hasFixedMessages, index < self.isUsed.count, self.isUsed[index] || !isUsed { return }
    let text = "\(check.messages(state)[index])"
    texts[text] = texts[text, default: false] || isUsed
    guard check.hasFixedMessages else { return }
    if index == self.isUsed.count { self.isUsed.append(false) }
    self.isUsed[index] = isUsed
  }
}
