import InspectorCore

extension Route {
  /// Branches: what would have been.
  static let branchRoutes: [Route] = [
    Route("POST", "branch") { view, _, body throws(InspectorProblem) in
      guard view.facts.computes else {
        throw .impossible(
          "No application is connected that could compute a branch; start it with the inspector.")
      }
      let branch = try await BranchRequest(body, view).computed(view)
      return .json(branch.output(view.branches.add(branch), view))
    },
    Route("POST", "branch/remove") { view, _, body throws(InspectorProblem) in
      guard let id = try body.object["branch"]?.integer.flatMap({ Int(exactly: $0) }) else {
        throw .malformed(#"The request needs a body such as {"branch":1}."#)
      }
      view.branches.remove(id)
      return .json([:])
    },
    Route("GET", "branch/difference") { view, query, _ throws(InspectorProblem) in
      let branch = try view.branch(&query)
      let store = try view.store(query.needed("store"))
      guard let after = branch.state(of: store, after: branch.last) else {
        return .json(["changes": .array([]), "isComplete": .bool(true)])
      }
      let earlier = try await view.states.state(store, at: view.end(after: branch.from), view)
      let difference = JSONDifference(from: earlier.root, to: after.root)
      return .json([
        "changes": .array(difference.changes.map(\.output)), "isComplete": .bool(difference.isComplete),
      ])
    },
    Route("GET", "branch/state") { view, query, _ throws(InspectorProblem) in
      let branch = try view.branch(&query)
      let turn = min(try query.turn(), branch.last)
      let store = try view.store(query.needed("store"))
      let path = try query.path()
      let at = try query.number("at", in: 0...Int(UInt32.max)) ?? 0
      let count = try query.number("count", in: 0...1000) ?? 200
      let isWhole = try query.text("whole") != nil
      guard let state = branch.state(of: store, after: turn) else {
        throw .impossible(
          "The state after turn \(turn) of the branch was not asked for, because it is large.")
      }
      let part = try state.part(path)
      if isWhole { return .json(["text": .text(String(decoding: part.json, as: UTF8.self))]) }
      let isOwn = branch.turns.contains { $0.number == turn && $0.store == store }
      let earlier = isOwn ? branch.state(of: store, after: turn - 1) : state
      return .json(
        .joined([
          [
            "turn": .unsigned(turn), "of": .unsigned(state.of), "origin": .text(state.origin),
            "kind": state.kind.map { .text($0) }, "reflected": .bool(false),
          ],
          JSONLevel(
            of: part, before: earlier?.root[path], existed: earlier == nil || earlier?.root[path] != nil,
            from: at, count: count
          ).output,
        ]))
    },
  ]
}

extension HistoryView {
  /// Takes the number of a branch from the query; the last one without it.
  func branch(_ query: inout RequestQuery) throws(InspectorProblem) -> Branch {
    guard let id = try query.number("branch", in: 1...Int.max) else { return try branches.last }
    return try branches[id]
  }

  /// The turn with which a branch is compared: the last of the history, or of the hundred after its
  /// beginning.
  func end(after turn: UInt64) -> UInt64 {
    let place = min(index.place(atOrAfter: turn &+ 1) + 99, index.turns.count - 1)
    return place >= 0 ? max(turn, index.turns[place].number) : turn
  }
}
