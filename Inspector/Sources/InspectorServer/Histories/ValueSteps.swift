import InspectorCore

/// A walk over the states of a store in a range of turns, in pieces of bounded size.
struct ValueSteps {
  /// The maximum size of the states that are asked for at once, in bytes.
  private static let pieceSize = 16 << 20

  let view: HistoryView
  let store: Int

  /// The turns whose states can be seen in a range: all turns of the store if they can be computed, otherwise
  /// those with a kept state.
  ///
  /// The latest come last.
  func turns(from first: UInt64, through last: UInt64, limit: Int = .max) -> (turns: [UInt64], isWhole: Bool)
  {
    let index = view.index
    let all = index.stores[store]
    if all.isExact, view.facts.computes {
      let start = all.turns.firstPlace { index.turns[Int($0)].number >= first }
      let end = all.turns.firstPlace { index.turns[Int($0)].number > last }
      let begin = max(start, end - limit)
      return ((begin..<max(begin, end)).map { index.turns[Int(all.turns[$0])].number }, begin == start)
    }
    let start = all.samples.firstPlace { $0.turn >= first }
    let end = all.samples.firstPlace { $0.turn > last }
    let begin = max(start, end - limit)
    var turns: [UInt64] = []
    for place in begin..<max(begin, end) {
      let of = index.origin(of: store, at: all.samples[place].turn)
      if of >= first, turns.last != of { turns.append(of) }
    }
    return (turns, begin == start)
  }

  /// Calls a closure with the state after each turn, nil where there is none, until it returns false.
  ///
  /// - Returns: True if all turns were walked.
  func walk(
    _ turns: [UInt64], sizeLimit: Int, body: (UInt64, HistoryState?) -> Bool
  ) async throws(InspectorProblem) -> Bool {
    var rest = turns[...]
    var size = 0
    var pieceCount = 1
    while !rest.isEmpty {
      guard size < sizeLimit else { return false }
      let piece = rest.prefix(pieceCount)
      rest = rest.dropFirst(pieceCount)
      let states = try await states(Array(piece))
      var pieceBytes = 0
      for turn in piece {
        pieceBytes += states[turn]?.document.bytes.count ?? 0
        if !body(turn, states[turn]) { return rest.isEmpty && turn == piece.last }
      }
      size += pieceBytes
      // As many as fit, by the size of the last ones.
      pieceCount = min(max(1, Self.pieceSize / max(1, pieceBytes / piece.count)), 500)
    }
    return true
  }

  /// The states that there are; a turn without one does not hide those of others.
  private func states(_ turns: [UInt64]) async throws(InspectorProblem) -> [UInt64: HistoryState] {
    do {
      return try await view.states.states(store, at: turns, view)
    } catch {
      guard error.status == 409 else { throw error }
      guard turns.count > 1 else { return [:] }
      let half = turns.count / 2
      let first = try await states(Array(turns[..<half]))
      let second = try await states(Array(turns[half...]))
      return first.merging(second) { first, _ in first }
    }
  }
}

extension HistoryView {
  /// The maximum size of the states that one request for changed turns or values looks at, in bytes.
  static let valueBudget = 64 << 20

  /// Judges further turns by whether they changed a value.
  func extend(
    _ list: inout FilteredTurns, changed: TurnFilter.ChangedValue
  ) async throws(InspectorProblem) {
    let end = index.turns.count
    guard list.judged < end, let store = index.store(named: changed.store),
      let entries = EntryFilter(list.filter, index)
    else { return list.take([], through: end) }
    let steps = ValueSteps(view: self, store: store)
    let first = index.turns[list.judged].number
    let last = index.turns[end - 1].number
    let (turns, _) = steps.turns(from: first, through: last)
    let before = first > 0 ? index.origin(of: store, at: first - 1) : 0
    var earlier: JSONSlice??
    var found: [Int] = []
    var through = list.judged
    let isWhole = try await steps.walk([before] + turns, sizeLimit: Self.valueBudget) { turn, state in
      guard let state else {
        earlier = nil
        return true
      }
      let value = state.root.value(dotted: changed.path)
      if let known = earlier, turn >= first, let place = index.place(of: turn) {
        if !Self.isSame(known, value), entries.passes(index.turns[place]),
          (try? contains(list.filter.text, at: place)) ?? false
        {
          found.append(place)
        }
      }
      earlier = .some(value)
      if let place = index.place(of: turn) { through = max(through, place + 1) }
      return true
    }
    list.take(found, through: isWhole ? end : through)
  }

  static func isSame(_ one: JSONSlice?, _ other: JSONSlice?) -> Bool {
    switch (one, other) {
    case (nil, nil): true
    case (let one?, let other?): one.hasSameBytes(as: other)
    default: false
    }
  }
}

extension JSONSlice {
  /// The value at a path of names and places, which are told apart by the value's form; nil if there is none.
  func value(dotted path: [String]) -> JSONSlice? {
    var slice = self
    for step in path {
      guard let next = slice.form == .array ? Int(step).flatMap({ slice[$0] }) : slice[step] else {
        return nil
      }
      slice = next
    }
    return slice
  }
}
