import InspectorCore
import InspectorOut
import Millrace
import MillraceJournal

extension HistoryView {
  /// The maximum number of turns of a stretch.
  static let stretchLimit = 100_000
  /// The maximum number of turns whose states are put into a test.
  static let stepsLimit = 500

  /// Reads a stretch of turns whole.
  ///
  /// - Parameters:
  ///   - turns: The numbers of its first and last turn.
  ///   - names: The stores whose turns are wanted; empty for all.
  ///   - steps: The store whose states after each turn are wanted, too; nil for none.
  ///   - hasStates: False if no states are wanted.
  func stretch(
    _ turns: ClosedRange<UInt64>, stores names: Set<String> = [], steps: String? = nil, hasStates: Bool = true
  ) async throws(InspectorProblem) -> Stretch {
    let first = index.place(atOrAfter: turns.lowerBound)
    let last = turns.upperBound == .max ? index.turns.count : index.place(atOrAfter: turns.upperBound + 1)
    guard first < last else {
      throw .impossible(
        "There are no turns from turn \(turns.lowerBound) to \(turns.upperBound); choose others.")
    }
    guard last - first <= Self.stretchLimit else {
      throw .impossible(
        "There are \(last - first) turns in this stretch, and \(Self.stretchLimit) is the limit; choose a shorter one."
      )
    }
    let isWanted = index.stores.map { names.isEmpty || names.contains($0.name) }
    var stretch = Stretch(
      application: facts.application, flow: facts.flow,
      stores: zip(index.stores, isWanted).filter(\.1).map {
        Stretch.Store(name: $0.0.name, isExact: $0.0.isExact)
      }, turns: [])
    for place in first..<last where isWanted[Int(index.turns[place].store)] {
      stretch.turns.append(try turn(place))
    }
    guard let start = stretch.turns.first?.number, let end = stretch.turns.last?.number else {
      throw .impossible(
        "The stores have no turns from turn \(turns.lowerBound) to \(turns.upperBound); choose others.")
    }
    stretch.events = try events(of: stretch, isWanted)
    stretch.gaps = index.gaps.filter { $0.upperBound >= start && $0.lowerBound <= end }.map {
      JournalGap(
        after: $0.lowerBound &- 1, until: $0.upperBound &+ 1, reason: "they are missing in the history")
    }
    if hasStates { stretch.states = await states(of: stretch, isWanted, steps: steps) }
    return stretch
  }

  private func turn(_ place: Int) throws(InspectorProblem) -> Stretch.Turn {
    let entry = index.turns[place]
    let content = try source.turn(at: entry.place)
    let effects = entry.events == 0 ? [] : try source.events(at: entry.place)
    return Stretch.Turn(
      number: entry.number, at: entry.at, store: index.stores[Int(entry.store)].name,
      name: index.names[entry.name], text: content.text, kind: content.kind.flatMap { SchemaKind($0) },
      message: content.message.isEmpty ? nil : try? JournalValue(json: content.message),
      isExact: !entry.marks.isDisjoint(with: [.exact, .unchanged]) && !entry.marks.contains(.cut),
      cause: entry.cause, isHandled: !entry.marks.contains(.unhandled),
      duration: entry.update == nil && entry.observers == nil ? nil : entry.duration,
      effects: effects.map { JournalEffectEvent($0) })
  }

  // MARK: Events between turns

  private struct Seen: Hashable {
    let store: String
    let effect, turn: UInt64
    let step: EffectStep
  }

  /// The events between the turns of a stretch: the beginnings and ends of effects that no turn tells.
  private func events(of stretch: Stretch, _ isWanted: [Bool]) throws(InspectorProblem) -> [JournalEvent] {
    let (start, end) = (stretch.turns[0].number, stretch.turns[stretch.turns.count - 1].number)
    var seen: Set<Seen> = []
    for turn in stretch.turns {
      for event in turn.effects {
        seen.insert(
          Seen(store: turn.store, effect: event.effect, turn: event.turn, step: EffectStep(event.step)))
      }
    }
    var found: [(at: Int64, after: UInt64, store: String, event: EventContent)] = []
    for (place, store) in index.stores.enumerated() where isWanted[place] {
      let until = store.effects.firstPlace { $0.turn > end }
      // Effects that were begun long before seldom end here.
      for number in max(0, until - Self.stretchLimit)..<until {
        let effect = store.effects[number]
        if effect.ended.map({ after($0) < start }) ?? false { continue }
        for (step, at) in [(EffectStep.started, effect.began), (effect.step, effect.ended)] {
          let key = Seen(store: store.name, effect: effect.effect, turn: effect.turn, step: step)
          guard let at, !seen.contains(key) else { continue }
          let after = after(at)
          guard after >= start, after <= end else { continue }
          let contents = try source.events(at: step == .started ? effect.place : effect.endPlace)
          guard var content = contents.first(where: { $0.effect == effect.effect && $0.turn == effect.turn })
          else { continue }
          content.step = step
          found.append((at, after, store.name, content))
        }
      }
    }
    found.sort { ($0.after, $0.at, $0.store, $0.event.effect) < ($1.after, $1.at, $1.store, $1.event.effect) }
    return found.enumerated().map { number, one in
      JournalEvent(
        number: UInt64(number + 1), after: one.after, time: Timestamp(sinceEpoch: .nanoseconds(one.at)),
        store: one.store, effect: JournalEffectEvent(one.event))
    }
  }

  /// The last turn at or before a time.
  private func after(_ time: Int64) -> UInt64 {
    let next = index.turns.firstPlace { $0.at > time }
    return next == 0 ? index.begin : index.turns[next - 1].number
  }

  // MARK: States

  /// The states before a stretch, and those after the turns of one store, as far as there are any.
  private func states(of stretch: Stretch, _ isWanted: [Bool], steps: String?) async -> [Stretch.State] {
    var found: [Stretch.State] = []
    for (place, store) in index.stores.enumerated() where isWanted[place] && store.isExact {
      let before = try? await states.state(place, at: stretch.start, self)
      if let state = before.flatMap({ Stretch.State($0, of: store.name, after: stretch.start) }) {
        found.append(state)
      }
      guard store.name == steps else { continue }
      let turns = stretch.turns.filter { $0.store == store.name }.map(\.number)
      if turns.count <= Self.stepsLimit, let all = try? await states.states(place, at: turns, self) {
        for turn in turns {
          let state = all[index.origin(of: place, at: turn)]
          if let state = state.flatMap({ Stretch.State($0, of: store.name, after: turn) }) {
            found.append(state)
          }
        }
      } else if let last = turns.last, let state = try? await states.state(place, at: last, self) {
        if let state = Stretch.State(state, of: store.name, after: last) { found.append(state) }
      }
    }
    return found
  }
}

extension Stretch.State {
  init?(_ state: HistoryState, of store: String, after turn: UInt64) {
    guard !state.isReflected, let kind = state.kind.flatMap({ SchemaKind($0) }),
      let value = try? JournalValue(json: Array(state.root.json))
    else { return nil }
    self.init(turn: turn, store: store, kind: kind, value: value)
  }
}

extension JournalEffectEvent {
  init(_ event: EventContent) {
    let step: Step =
      switch event.step {
      case .started: .started
      case .waiting: .waiting
      case .finished: .finished
      case .failed: .failed(event.reason ?? "")
      case .cancelled: .cancelled
      case .dropped: .dropped(event.reason ?? "")
      }
    self.init(
      step: step, effect: event.effect, turn: event.turn, label: event.label, id: event.id, queue: event.queue
    )
  }
}

extension EffectStep {
  init(_ step: JournalEffectEvent.Step) {
    switch step {
    case .started: self = .started
    case .waiting: self = .waiting
    case .finished: self = .finished
    case .failed: self = .failed
    case .cancelled: self = .cancelled
    case .dropped: self = .dropped
    }
  }
}
