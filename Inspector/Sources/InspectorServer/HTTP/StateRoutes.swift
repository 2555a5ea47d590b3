import InspectorCore

extension Route {
  /// States, their differences, and values over time.
  static let stateRoutes: [Route] = [
    Route("GET", "state") { view, query, _ throws(InspectorProblem) in
      let turn = try view.clamped(query.turn())
      let store = try view.store(query.needed("store"))
      let path = try query.path()
      if try query.text("whole") != nil {
        let state = try await view.states.state(store, at: turn, view)
        return .json(["text": .text(String(decoding: try state.part(path).json, as: UTF8.self))])
      }
      let at = try query.number("at", in: 0...Int(UInt32.max)) ?? 0
      let count = try query.number("count", in: 0...1000) ?? 200
      return .json(try await view.level(store, turn, path, from: at, count: count))
    },
    Route("GET", "search") { view, query, _ throws(InspectorProblem) in
      let turn = try view.clamped(query.turn())
      let store = try view.store(query.needed("store"))
      guard let needle = TextNeedle(try query.needed("text")) else {
        throw .malformed("The request needs `text`.")
      }
      return .json(JSONSearch(needle, in: try await view.states.state(store, at: turn, view).root).output)
    },
    Route("GET", "difference") { view, query, _ throws(InspectorProblem) in
      let (from, to) = (try view.clamped(query.turn("from")), try view.clamped(query.turn("to")))
      let store = try view.store(query.needed("store"))
      let states = try await view.states.states(store, at: [from, to], view)
      guard let earlier = states[view.index.origin(of: store, at: from)],
        let later = states[view.index.origin(of: store, at: to)]
      else { throw .failure("The application did not answer with both states; ask again.") }
      let difference = JSONDifference(from: earlier.root, to: later.root)
      return .json([
        "changes": .array(difference.changes.map(\.output)), "isComplete": .bool(difference.isComplete),
      ])
    },
    Route("GET", "values") { view, query, _ throws(InspectorProblem) in
      let store = try view.store(query.needed("store"))
      let path = try query.path()
      let (from, to) = (try view.clamped(query.turn("from")), try view.clamped(query.turn("to")))
      return .json(try await view.values(store, path, from: from, to: to))
    },
  ]
}

extension HistoryState {
  func part(_ path: [JSONPathStep]) throws(InspectorProblem) -> JSONSlice {
    guard let part = root[path] else {
      throw .missing("The state of turn \(of) has nothing at this path.")
    }
    return part
  }
}

extension HistoryView {
  /// The place of a store by its name.
  func store(_ name: String) throws(InspectorProblem) -> Int {
    guard let store = index.store(named: name) else {
      throw .missing("There is no store `\(name.prefix(100))` in this history.")
    }
    return store
  }

  /// A turn that is not after the last one, or after a break behind it.
  func clamped(_ turn: UInt64) -> UInt64 {
    min(turn, max(index.turns.last?.number ?? 0, index.begin, index.breaks.last?.number ?? 0))
  }

  func level(
    _ store: Int, _ turn: UInt64, _ path: [JSONPathStep], from start: Int, count: Int
  ) async throws(InspectorProblem) -> JSONOutput {
    let isOwn = index.origin(of: store, at: turn) == turn && turn > index.begin
    // Together, because both are computed at once.
    if isOwn { _ = try? await states.states(store, at: [turn - 1, turn], self) }
    let state = try await states.state(store, at: turn, self)
    let part = try state.part(path)
    var before: JSONSlice? = part
    var existed = true
    if isOwn {
      let earlier = try? await states.state(store, at: turn - 1, self)
      before = earlier?.root[path]
      existed = earlier == nil || before != nil
    }
    return .joined([
      [
        "turn": .unsigned(turn), "of": .unsigned(state.of), "origin": .text(state.origin),
        "kind": state.kind.map { .text($0) }, "reflected": .bool(state.isReflected),
      ],
      JSONLevel(of: part, before: before, existed: existed, from: start, count: count).output,
    ])
  }

  /// A value after each turn that changed it.
  func values(
    _ store: Int, _ path: [JSONPathStep], from: UInt64, to: UInt64
  ) async throws(InspectorProblem) -> JSONOutput {
    let steps = ValueSteps(view: self, store: store)
    let (turns, isWhole) = steps.turns(from: from, through: to, limit: 5000)
    var values: [JSONOutput] = []
    var last: JSONSlice??
    let wasWalked = try await steps.walk(turns, sizeLimit: Self.valueBudget) { turn, state in
      guard let state else { return true }
      let value = state.root[path]
      defer { last = .some(value) }
      if let last, Self.isSame(last, value) { return true }
      guard values.count < 1000 else { return false }
      values.append([
        "n": .unsigned(turn), "text": value.map { .text($0.preview) } ?? .null,
        "number": value?.double.map { .double($0) },
      ])
      return true
    }
    return ["values": .array(values), "isComplete": .bool(isWhole && wasWalked)]
  }
}
