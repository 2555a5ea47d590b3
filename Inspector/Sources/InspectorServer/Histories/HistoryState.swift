import InspectorCore

/// The state of a store after a turn.
struct HistoryState: Sendable {
  /// The turn whose state it is: the store's last one.
  let of: UInt64
  /// `sample`, `computed`, or `snapshot`.
  let origin: String
  /// The kind, such as `library@1`; nil without a schema.
  let kind: String?
  let isReflected: Bool
  let document: JSONDocument

  var root: JSONSlice { document.root }
}

/// The request to take turns again, and its answer: pure values.
struct Computation {
  let store: Int
  let base: HistoryState?
  /// The places of the turns in the index.
  let turns: [Int]
  /// The turns whose states are wanted, rising; each is one of `turns`.
  let wanted: [UInt64]

  /// The maximum size of a request, in bytes.
  static let sizeLimit = 200 << 20

  /// Makes the request's body, with the messages that the source has kept.
  func body(_ index: HistoryIndex, _ source: some HistorySource) throws(InspectorProblem) -> [UInt8] {
    let name = JSONOutput.text(index.stores[store].applicationName)
    var body = Array(#"{"states":["#.utf8)
    if let base {
      JSONOutput.object([
        "store": name, "kind": base.kind.map { .text($0) }, "state": .raw(base.root.json),
      ]).write(to: &body)
    }
    body += #"],"turns":["#.utf8
    for (number, place) in turns.enumerated() {
      if number > 0 { body.append(UInt8(ascii: ",")) }
      let turn = index.turns[place]
      let content = try source.turn(at: turn.place)
      JSONOutput.object([
        "turn": .unsigned(turn.number), "store": name, "kind": content.kind.map { .text($0) },
        "message": .raw(content.message[...]),
      ]).write(to: &body)
      guard body.count < Self.sizeLimit else {
        throw .impossible(
          "The messages between have more than 200 MB, so their turns are not taken again; ask for a turn nearer to a kept state."
        )
      }
    }
    body += #"],"want":["#.utf8
    body += wanted.map { "\($0)" }.joined(separator: ",").utf8
    body += #"],"stores":["#.utf8
    name.write(to: &body)
    body += "]}".utf8
    return body
  }

  /// Reads the answer: the states by their turns.
  func states(_ answer: [UInt8]) throws(InspectorProblem) -> [UInt64: HistoryState] {
    let root: JSONSlice
    do { root = try JSONDocument(answer).root } catch {
      throw .failure("The application's answer is damaged. \(error)")
    }
    if let problem = root["problems"]?[0] {
      let turn = problem["turn"]?.unsigned ?? 0
      throw .impossible(
        "The application could not take turn \(turn) again: \(problem["why"]?.text ?? "it does not say why")")
    }
    var states: [UInt64: HistoryState] = [:]
    guard let list = root["states"], list.form == .array else { return [:] }
    for child in list.children {
      guard let turn = child.value["turn"]?.unsigned, let state = child.value["state"] else { continue }
      states[turn] = HistoryState(
        of: turn, origin: "computed", kind: child.value["kind"]?.text, isReflected: false,
        document: JSONDocument(copying: state))
    }
    return states
  }
}
