import Millrace
import MillraceTesting
import Testing

private struct Unwritable: Codable, Equatable {
  var isBad = false

  struct Refusal: Error, CustomStringConvertible {
    let description = "it is secret"
  }

  func encode(to encoder: any Encoder) throws {
    if isBad { throw Refusal() }
    var container = encoder.singleValueContainer()
    try container.encode(1)
  }
}

struct HistoryRecorderTests {
  private static func counter(_ flow: Flow, name: String = "n") -> Store<Int, Int> {
    Store(0, name: name, flow: flow) { sum, number in
      sum += number
      return .none
    }
  }

  @Test("A recorder that is released records no more")
  func letGo() throws {
    let flow = Flow()
    let store = Self.counter(flow)
    var recorder: HistoryRecorder? = try HistoryRecorder(flow)
    try recorder?.record(store)
    store.send(1)
    weak let gone = recorder
    recorder = nil
    #expect(gone == nil)
    store.send(1)
  }

  @Test(
    "A message or a state that cannot be encoded ends the recording, tells the error handler, and is thrown")
  func notEncodable() throws {
    for isState in [true, false] {
      let flow = Flow(name: "app")
      var errors: [String] = []
      flow.errorHandler = { errors.append("\($0)") }
      let store = Store(Unwritable(), of: Unwritable.self, name: "s", flow: flow) { state, message in
        if isState { state.isBad = message.isBad }
        return .none
      }
      let recorder = try HistoryRecorder(flow)
      if isState {
        try recorder.record(store, state: { $0 }, message: { _ in 0 })
      } else {
        try recorder.record(store)
      }
      store.send(Unwritable())
      store.send(Unwritable(isBad: true))
      store.send(Unwritable())
      #expect(errors.count == 1)
      #expect(
        errors.first?.hasPrefix("The store `s` reports: The \(isState ? "state" : "message") ") == true,
        "\(errors)")
      let expected: HistoryError =
        isState
        ? .stateNotEncodable(store: "s", turn: 2, reason: "it is secret")
        : .messageNotEncodable(
          store: "s", turn: 2, message: "\(Unwritable(isBad: true))", reason: "it is secret")
      #expect(throws: expected) { try recorder.finish() }
      #expect(try Replay(lines: recorder.text).turnCount == 1)
    }
  }

  @Test("Stores of one name, of another flow, in a turn, missing or unknown are errors")
  func misuse() throws {
    let flow = Flow(name: "app")
    let other = Self.counter(Flow(name: "other"))
    let store = Self.counter(flow)
    let recorder = try HistoryRecorder(flow)
    #expect(throws: HistoryError.otherFlow(store: "n", flow: "other", expected: "app")) {
      try recorder.record(other)
    }
    try recorder.record(store)
    #expect(throws: HistoryError.nameTaken(store: "n")) { try recorder.record(Self.counter(flow)) }
    let late = Self.counter(flow, name: "late")
    var problem: (any Error)?
    let token = store.observe { _ in
      do { try recorder.record(late) } catch { problem = error }
    }
    store.send(1)
    token.cancel()
    #expect(problem as? HistoryError == .insideTurn(store: "late"))
    try recorder.finish()

    let replay = try Replay(lines: recorder.text)
    #expect(throws: HistoryError.storeMissing(store: "n", given: [])) { try replay.divergence { _ in } }
    #expect(throws: HistoryError.storeUnknown(store: "m", known: ["n"])) {
      try replay.divergence { try $0.add(Self.counter($0.flow, name: "m")) }
    }
    #expect(throws: HistoryError.otherFlow(store: "n", flow: "other", expected: "app")) {
      try replay.divergence { try $0.add(other) }
    }
    #expect(throws: HistoryError.self) {
      try replay.divergence {
        try $0.add(Store("", of: String.self, name: "n", flow: $0.flow) { _, _ in .none })
      }
    }
    let unknown = HistoryError.storeUnknown(store: "m", known: ["n", "a"])
    #expect(
      "\(unknown)" == """
        The stage has the store `m`, which is not in the history (there is `a`, `n`); give the store the `name:` with \
        which it was recorded.
        """)
  }

  @Test("A store that joins later is recorded from there")
  func joins() throws {
    let flow = Flow(name: "app")
    let first = Self.counter(flow)
    let recorder = try HistoryRecorder(flow)
    try recorder.record(first)
    first.send(1)
    let second = Self.counter(flow, name: "m")
    try recorder.record(second)
    second.send(2)
    first.send(3)
    try recorder.finish()
    let report = try Replay(lines: recorder.text).run { stage in
      try stage.add(Self.counter(stage.flow))
      try stage.add(Self.counter(stage.flow, name: "m"))
    }
    #expect(report.divergence == nil && report.turnsCompared == 3)
  }

  @Test("Numbers that are none are recorded, and are the same when they come again")
  func notANumber() throws {
    func make(_ flow: Flow) -> Store<Double, Double> {
      Store(0, name: "n", flow: flow) { sum, number in
        sum += number
        return .none
      }
    }
    let flow = Flow()
    let recorder = try HistoryRecorder(flow)
    let store = make(flow)
    try recorder.record(store)
    for number in [0.1, .infinity, -.infinity, .nan, 1] { store.send(number) }
    try recorder.finish()
    #expect(try Replay(lines: recorder.text).divergence { try $0.add(make($0.flow)) } == nil)
  }
}
