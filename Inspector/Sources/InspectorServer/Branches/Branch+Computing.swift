import InspectorCore

extension BranchRequest {
  /// Has the application compute the branch, and compares it with what happened.
  func computed(_ view: HistoryView) async throws(InspectorProblem) -> Branch {
    var bases: [Int: HistoryState] = [:]
    for store in Set(turns.map(\.store)).sorted() {
      do throws(InspectorProblem) {
        let state = try await view.states.state(store, at: from, view)
        if !state.isReflected { bases[store] = state }
      } catch {
        // Without a state, the application begins with the store's first one, which is right at the beginning
        // only.
        guard from == 0, view.index.begin == 0 else { throw error }
      }
    }
    var branch = Branch(from: from, turns: turns, bases: bases)
    branch.problems = problems
    guard !turns.isEmpty else { return branch }
    let answer = try await view.source.ask(ApplicationRequest(.compute, body: try body(branch, view)))
    try branch.take(answer, view)
    await branch.compare(view)
    return branch
  }

  private func body(_ branch: Branch, _ view: HistoryView) throws(InspectorProblem) -> [UInt8] {
    let names = view.index.stores.map { JSONOutput.text($0.applicationName) }
    var body = Array(#"{"states":["#.utf8)
    for (number, (store, state)) in branch.bases.sorted(by: { $0.key < $1.key }).enumerated() {
      if number > 0 { body.append(UInt8(ascii: ",")) }
      JSONOutput.object([
        "store": names[store], "kind": state.kind.map { .text($0) }, "state": .raw(state.root.json),
      ]).write(to: &body)
    }
    body += #"],"turns":["#.utf8
    for (number, turn) in turns.enumerated() {
      if number > 0 { body.append(UInt8(ascii: ",")) }
      JSONOutput.object([
        "turn": .unsigned(turn.number), "store": names[turn.store], "kind": .text(turn.kind),
        "message": .raw(turn.message[...]),
      ]).write(to: &body)
    }
    guard body.count <= Computation.sizeLimit else {
      throw .impossible(
        "The messages of the branch have more than 200 MB; begin it later, or with fewer turns.")
    }
    body += #"],"want":["#.utf8
    body += wanted(branch).map { "\($0)" }.joined(separator: ",").utf8
    body += #"],"stores":["#.utf8
    body +=
      Set(turns.map(\.store)).sorted().map { String(decoding: names[$0].bytes, as: UTF8.self) }
      .joined(separator: ",").utf8
    body += "]}".utf8
    return body
  }

  /// The turns whose states are asked for: all, or the last one of each store if the states are large.
  private func wanted(_ branch: Branch) -> [UInt64] {
    let size = branch.bases.values.map(\.document.bytes.count).max() ?? 0
    // An answer has the states of all stores after each wanted turn.
    let stores = max(1, branch.bases.count)
    if turns.count <= 1000, turns.count * stores * max(size, 100) <= BranchBook.sizeLimit {
      return turns.map(\.number)
    }
    return Set(turns.map(\.store)).compactMap { store in turns.last { $0.store == store }?.number }.sorted()
  }
}

extension Branch {
  /// Takes the application's answer.
  mutating func take(_ answer: [UInt8], _ view: HistoryView) throws(InspectorProblem) {
    let root: JSONSlice
    do { root = try JSONDocument(answer).root } catch {
      throw .failure("The application's answer is damaged. \(error)")
    }
    let places = Dictionary(
      view.index.stores.enumerated().map { ($0.element.applicationName, $0.offset) },
      uniquingKeysWith: { first, _ in first })
    let own = Dictionary(turns.map { ($0.number, $0.store) }, uniquingKeysWith: { first, _ in first })
    for child in root["states"]?.children.map(\.value) ?? [] {
      guard let turn = child["turn"]?.unsigned, let state = child["state"],
        let store = child["store"]?.text.flatMap({ places[$0] }), own[turn] == store
      else { continue }
      states[store, default: [:]][turn] = HistoryState(
        of: turn, origin: "computed", kind: child["kind"]?.text, isReflected: false,
        document: JSONDocument(copying: state))
    }
    for child in root["problems"]?.children.map(\.value) ?? [] where problems.count < 100 {
      problems.append(
        Problem(
          store: child["store"]?.text ?? "", turn: child["turn"]?.unsigned,
          why: child["why"]?.text ?? "The application does not say why."))
    }
  }

  /// Compares the states after kept turns with those that followed them.
  mutating func compare(_ view: HistoryView) async {
    for store in states.keys.sorted() {
      let kept = turns.indices.filter { turns[$0].store == store && turns[$0].original != nil }
      let originals = kept.compactMap { turns[$0].original }
      guard !originals.isEmpty, let happened = try? await view.states.states(store, at: originals, view)
      else {
        continue
      }
      for place in kept {
        guard let original = turns[place].original, let state = states[store]?[turns[place].number],
          let earlier = happened[original]
        else { continue }
        turns[place].isSame = JSONDifference(from: earlier.root, to: state.root, limit: 1).changes.isEmpty
      }
    }
  }

  /// The branch as the page shows it.
  func output(_ id: Int, _ view: HistoryView) -> JSONOutput {
    [
      "branch": [
        "id": .number(id), "from": .unsigned(from), "last": .unsigned(last),
        "turns": .array(
          turns.map { turn in
            [
              "number": .unsigned(turn.number), "n": turn.original.map { .unsigned($0) } ?? .null,
              "store": .text(view.index.stores[turn.store].name), "name": .text(turn.name),
              "text": .text(turn.text), "same": turn.isSame.map { .bool($0) } ?? .null,
            ]
          }),
        "parts": parting.map { turn in
          [
            "number": .unsigned(turn.number), "n": turn.original.map { .unsigned($0) },
            "store": .text(view.index.stores[turn.store].name),
          ]
        } ?? .null,
        "problems": .array(
          problems.map {
            ["store": .text($0.store), "turn": $0.turn.map { .unsigned($0) }, "why": .text($0.why)]
          }),
      ]
    ]
  }
}
