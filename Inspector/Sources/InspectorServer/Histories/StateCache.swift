import InspectorCore

/// The states of a history that were asked for lately, and the way to others.
actor StateCache {
  /// The maximum size of all cached states, in bytes.
  static let limit = 256 << 20

  private struct Key: Hashable {
    let store: Int
    let of: UInt64
  }

  private let source: any HistorySource
  private var states: [Key: HistoryState] = [:]
  /// The keys in the order of their last use.
  private var order: [Key] = []
  private var size = 0

  init(_ source: any HistorySource) { self.source = source }

  /// Returns the state of a store after a turn.
  ///
  /// - Throws: ``InspectorProblem`` with the reason why there is none.
  func state(
    _ store: Int, at turn: UInt64, _ view: HistoryView
  ) async throws(InspectorProblem) -> HistoryState {
    let found = try await states(store, at: [turn], view)
    guard let state = found[view.index.origin(of: store, at: turn)] else {
      throw .failure("The application did not answer with the state of turn \(turn); ask again.")
    }
    return state
  }

  /// Returns the states of a store after several turns, by the turns that they are of.
  ///
  /// Those that have to be computed one after the other are computed together.
  func states(
    _ store: Int, at turns: [UInt64], _ view: HistoryView
  ) async throws(InspectorProblem) -> [UInt64: HistoryState] {
    let index = view.index
    var found: [UInt64: HistoryState] = [:]
    var open: [Computation] = []
    for turn in turns.sorted() {
      let of = index.origin(of: store, at: turn)
      if found[of] != nil || open.last?.wanted.last == of { continue }
      if let known = take(Key(store: store, of: of)) {
        found[of] = known
        continue
      }
      switch index.plan(store, at: turn, isConnected: view.facts.computes) {
      case .impossible(let reason): throw .impossible(reason)
      case .kept(let sample): found[of] = try read(sample, of, store)
      case .compute(let sample, let places):
        // The turns that an earlier computation of this call takes need not be taken twice.
        if let last = open.last, let reached = last.turns.last, let place = places.firstIndex(of: reached),
          places.count > place
        {
          open[open.count - 1] = Computation(
            store: store, base: last.base, turns: last.turns + places[(place + 1)...],
            wanted: last.wanted + [of])
        } else {
          let (base, rest) = try base(sample, places, index, store)
          open.append(Computation(store: store, base: base, turns: rest, wanted: [of]))
        }
      }
    }
    for computation in open {
      let body = try computation.body(index, source)
      let answer = try await source.ask(ApplicationRequest(.compute, body: body))
      for (turn, state) in try computation.states(answer) {
        keep(state, Key(store: store, of: turn))
        found[turn] = state
      }
    }
    return found
  }

  /// The state to begin with, a cached one if it is nearer, and the turns that follow it.
  private func base(
    _ sample: StateSample?, _ places: [Int], _ index: HistoryIndex, _ store: Int
  ) throws(InspectorProblem) -> (HistoryState?, [Int]) {
    for place in places.indices.reversed().prefix(1000) {
      if let known = take(Key(store: store, of: index.turns[places[place]].number)), !known.isReflected {
        return (known, Array(places[(place + 1)...]))
      }
    }
    guard let sample else { return (nil, places) }
    return (try read(sample, index.origin(of: store, at: sample.turn), store), places)
  }

  private func read(
    _ sample: StateSample, _ of: UInt64, _ store: Int
  ) throws(InspectorProblem) -> HistoryState {
    let content = try source.state(at: sample.place)
    let document: JSONDocument
    do { document = try JSONDocument(content.json) } catch {
      throw .failure("The state that was kept is damaged. \(error)")
    }
    let state = HistoryState(
      of: of, origin: content.origin, kind: content.kind, isReflected: content.isReflected,
      document: document)
    keep(state, Key(store: store, of: of))
    return state
  }

  // MARK: The cache

  private func take(_ key: Key) -> HistoryState? {
    guard let state = states[key] else { return nil }
    if order.last != key {
      order.removeAll { $0 == key }
      order.append(key)
    }
    return state
  }

  private func keep(_ state: HistoryState, _ key: Key) {
    guard states[key] == nil, state.document.bytes.count <= Self.limit else { return }
    states[key] = state
    order.append(key)
    size += state.document.bytes.count
    while size > Self.limit || order.count > 2000 {
      let oldest = order.removeFirst()
      size -= states.removeValue(forKey: oldest)?.document.bytes.count ?? 0
    }
  }
}
