import InspectorCore

/// The contents of a running application's history: its file, and the application itself.
struct LiveSource: HistorySource {
  let file: HistoryFile
  let flow: UInt64
  let requests: ApplicationRequests

  func text(at place: RecordPlace) throws(InspectorProblem) -> String {
    try head(place).text("text") ?? ""
  }

  func turn(at place: RecordPlace) throws(InspectorProblem) -> TurnContent {
    let head = try head(place)
    return TurnContent(
      text: head.text("text") ?? "", kind: head.text("kind"), message: try body(place))
  }

  func events(at place: RecordPlace) throws(InspectorProblem) -> [EventContent] {
    let head = try head(place)
    if let event = head["event"] { return Self.event(event).map { [$0] } ?? [] }
    guard let effects = head["effects"] else { return [] }
    return effects.children.compactMap { Self.event($0.value) }
  }

  func state(at place: RecordPlace) throws(InspectorProblem) -> StateContent {
    let head = try head(place)
    return StateContent(
      kind: head.text("kind"), isReflected: head["reflected"]?.bool ?? false,
      json: head.first == "marks" ? try file.state(marksAt: place) : try body(place), origin: "sample")
  }

  func ask(_ request: ApplicationRequest) async throws(InspectorProblem) -> [UInt8] {
    try await requests.ask(request, flow: flow)
  }

  private func head(_ place: RecordPlace) throws(InspectorProblem) -> Members {
    try file.head(at: place)
  }

  private func body(_ place: RecordPlace) throws(InspectorProblem) -> [UInt8] {
    place.body == 0 ? [] : try file.read(Int(place.body), at: place.offset + UInt64(place.head))
  }

  private static func event(_ value: JSONSlice) -> EventContent? {
    let members = Members(value)
    guard let step = members.text("kind").flatMap({ EffectStep($0) }),
      let effect = members["effect"]?.unsigned, let turn = members["turn"]?.unsigned
    else { return nil }
    return EventContent(
      effect: effect, turn: turn, step: step, label: members.text("label"), id: members.text("id"),
      queue: members.text("queue"), reason: members.text("reason"), part: members.text("part"))
  }
}
