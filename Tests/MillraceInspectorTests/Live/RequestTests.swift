import Foundation
import Millrace
import MillraceCoding
import MillraceInspectorWire
import RecordFixture
import TestResources
import Testing

@testable import MillraceInspector

@Suite("Requests of the inspector")
@InspectorActor
struct RequestTests {
  private struct Rig {
    let tool: ToolReader
    let flow: Flow
    let store: Store<Shelf, ShelfMessage>
    let connection: FakeConnection
  }

  private func rig(
    allowing permissions: InspectorPermissions = [.goBack, .send],
    limits: InspectorLimits = InspectorLimits(),
    effect: @escaping (ShelfMessage) -> Effect<ShelfMessage> = { _ in .none }
  ) async throws -> Rig {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow, effect: effect)
    Inspector.attach(to: flow, allowing: permissions, address: tool.tool.address, limits: limits)?
      .showShelf(store)
    return Rig(tool: tool, flow: flow, store: store, connection: try await tool.connection())
  }

  private func randomMessage(_ random: inout RecordRandom) -> ShelfMessage {
    switch random.below(4) {
    case 0: .added("note \(random.below(100))")
    case 1: .counted(by: random.below(1000))
    case 2: .signedIn(token: "\(random.below(10))")
    default: .cleared
    }
  }

  private func json(_ value: some Encodable) throws -> String {
    try JournalValue(cbor: try RecordEncoder().encode(value)).json()
  }

  @Test("a sample comes at once, with the number of the last turn")
  func sample() async throws {
    let rig = try await rig()
    rig.store.send(.added("Milk"))
    let answer = try await rig.tool.ask(rig.connection, "sample")
    #expect(answer["error"] == nil)
    let state = try #require(rig.tool.frames.last { $0.kind == "state" })
    #expect(state["state"]?.number == 1)
    #expect(state["kind"] == .text("shelf@1"))
    #expect(state.body == (try JournalValue(json: try json(rig.store.withState { copy $0 }))))
  }

  @Test("facts name the stores")
  func facts() async throws {
    let rig = try await rig()
    let answer = try await rig.tool.ask(rig.connection, "facts")
    let facts = try #require(answer.body?.array?.first)
    #expect(facts["name"] == .text("shelf"))
    #expect(facts["store"]?.number == 1)
    #expect(facts["tables"]?.array != nil)
  }

  @Test("computed states are those that the store had")
  func compute() async throws {
    for seed in 0..<12 as Range<UInt64> {
      var random = RecordRandom(seed)
      var limits = InspectorLimits.patient
      if seed % 3 == 0 { limits.slice = .zero }
      let rig = try await rig(limits: limits)
      var states = [rig.store.withState { copy $0 }]
      for _ in 0..<60 {
        rig.store.send(randomMessage(&random))
        states.append(rig.store.withState { copy $0 })
      }
      try await rig.tool.turn(60)
      let from = seed % 2 == 0 ? 0 : random.below(50)
      let turns = rig.tool.frames.compactMap { frame -> String? in
        guard let turn = frame["turn"]?.number, turn > from, let body = frame.body else { return nil }
        return #"{"turn":\#(turn),"store":"shelf","kind":"note@2","message":\#(body.json())}"#
      }
      let want = (0..<8).map { _ in from + random.below(61 - from) }
      let begin =
        from == 0 ? "" : #""states":[{"store":"shelf","kind":"shelf@1","state":\#(try json(states[from]))}],"#
      let answer = try await rig.tool.ask(
        rig.connection, "compute", #"{\#(begin)"turns":[\#(turns.joined(separator: ","))],"want":\#(want)}"#)
      #expect(answer.body?["problems"] == .array([]), "seed \(seed)")
      let found = try #require(answer.body?["states"]?.array)
      #expect(found.count == want.count, "seed \(seed)")
      for (turn, state) in zip(want.sorted(), found) {
        #expect(state["turn"]?.number == UInt64(turn), "seed \(seed)")
        #expect(
          state["state"] == (try JournalValue(json: try json(states[turn]))), "seed \(seed), turn \(turn)")
      }
      #expect(rig.flow.lastSequence == 60)
    }
  }

  @Test("what cannot be computed is a problem of its turn, and requests beyond the limits are refused")
  func problems() async throws {
    var limits = InspectorLimits.patient
    limits.computed = 4
    let rig = try await rig(limits: limits)
    let turn = #""store":"shelf","kind":"note@2","message":{"cleared":{}}"#
    let partly = try await rig.tool.ask(
      rig.connection, "compute",
      #"{"turns":[{"turn":1,"store":"shelf","kind":"note@9","message":1},{"turn":2,"store":"x","kind":"note@2","message":1},{"turn":2,"store":"shelf","kind":null},{"turn":3,\#(turn)}],"want":[3],"stores":["shelf"]}"#
    )
    #expect(partly.body?["problems"]?.array?.compactMap { $0["turn"]?.number } == [1, 2])
    #expect(partly.body?["states"]?.array?.count == 1)
    for (body, reason) in [
      (#"{"turns":[{"turn":2,\#(turn)},{"turn":1,\#(turn)}]}"#, "not in order"),
      (
        #"{"turns":[{"turn":1,\#(turn)},{"turn":2,\#(turn)},{"turn":3,\#(turn)},{"turn":4,\#(turn)},{"turn":5,\#(turn)}]}"#,
        "at a time"
      ),
      (#"{"turns":[{"turn":1,"kind":"note@2"}]}"#, "not complete"), (#"{"turns":[{}]}"#, "no number"),
      (#"{"turns":1}"#, "not a list"),
      (#"{"want":["x"]}"#, "not a number"), (#"{"stores":[1]}"#, "not a list of names"),
      ("{", "cannot be read"),
      ("", "cannot be read"),
    ] {
      let answer = try await rig.tool.ask(rig.connection, "compute", body)
      #expect(answer["error"]?.text?.contains(reason) == true, "\(body)")
    }
  }

  @Test("a message of the tool has its turn, as posted; without permission it has none")
  func send() async throws {
    let rig = try await rig()
    let body = #"{"store":"shelf","kind":"note@2","message":{"added":{"_0":"from the tool"}}}"#
    #expect(try await rig.tool.ask(rig.connection, "send", body)["error"] == nil)
    let turn = try await rig.tool.turn(1)
    #expect(turn["cause"] == .text("posted"))
    #expect(rig.store.withState { $0.notes } == ["from the tool"])
    for (body, reason) in [
      (#"{"store":"x","kind":"note@2","message":1}"#, "shows no store `x`"),
      (#"{"store":"shelf","kind":"note@2","message":1}"#, "cannot be read"),
      (#"{"store":"shelf","kind":"note","message":1}"#, "not complete"),
    ] {
      #expect(try await rig.tool.ask(rig.connection, "send", body)["error"]?.text?.contains(reason) == true)
    }
    let other = try await self.rig(allowing: [])
    #expect(
      try await other.tool.ask(other.connection, "send", body)["error"]?.text?.contains(".send") == true)
    #expect(
      try await other.tool.ask(other.connection, "show", body)["error"]?.text?.contains(".goBack") == true)
    #expect(try await other.tool.ask(other.connection, "dance")["error"]?.text?.contains("`dance`") == true)
    #expect(other.flow.lastSequence == 0)
  }

  @Test("hostile requests are answered with a sentence or end the connection, and nothing else happens")
  func hostile() async throws {
    let rig = try await rig(allowing: [])
    var connection = rig.connection
    let samples = [
      (
        #"{"request":5,"do":"compute","flow":1}"#,
        #"{"turns":[{"turn":1,"store":"shelf","kind":"note@2","message":{"cleared":{}}}],"want":[1]}"#
      ),
      (#"{"request":5,"do":"sample"}"#, ""), (#"{"request":5,"do":"facts"}"#, "[]"),
      (#"{"request":5,"do":"show"}"#, #"{"turn":1,"states":[]}"#), (#"{"other":5,"do":"show"}"#, "{}"),
    ]
    for seed in 0..<300 as Range<UInt64> {
      var random = RecordRandom(seed)
      var (head, body) = samples[random.below(samples.count)]
      if seed % 10 == 0 { head = damaged(head, &random) }
      body = damaged(body, &random)
      connection.send(Frame(head: head, body: Array(body.utf8)))
      connection.request(1_000_000 + Int(seed), "dance")
      if seed % 10 == 0 {
        // The damaged head may have ended the connection.
        if try await rig.tool.frameOrConnection({ $0["answer"]?.number == 1_000_000 + seed }) != nil {
          continue
        }
        connection = try await rig.tool.connection()
      } else {
        try await rig.tool.frame { $0["answer"]?.number == 1_000_000 + seed }
      }
    }
    #expect(rig.flow.lastSequence == 0)
    #expect(!rig.tool.frames.contains { $0.kind == "showing" })
  }

  private func damaged(_ text: String, _ random: inout RecordRandom) -> String {
    var bytes = Array(text.utf8)
    for _ in 0..<random.below(3) where !bytes.isEmpty {
      let place = random.below(bytes.count)
      if random.below(2) == 0 { bytes.remove(at: place) } else { bytes[place] = UInt8(32 + random.below(95)) }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("a state of 100 MB is sent whole", .enabled(if: testsAreLong))
  func large() async throws {
    let rig = try await rig()
    rig.store.replace(Shelf(notes: (0..<1000).map { _ in String(repeating: "0123456789", count: 10_000) }))
    let answer = try await rig.tool.ask(rig.connection, "sample")
    #expect(answer["error"] == nil)
    let state = try #require(rig.tool.frames.last { $0.kind == "state" })
    #expect(state.body?["notes"]?.array?.count == 1000)
    rig.store.send(.cleared)
    try await rig.tool.turn(1)
  }
}

/// A state that no encoder writes.
private struct Unwritable: Codable, Sendable {
  var count = 0

  init() {}
  init(from decoder: any Decoder) throws {}

  func encode(to encoder: any Encoder) throws {
    throw EncodingError.invalidValue(self, .init(codingPath: [], debugDescription: "it cannot be written"))
  }
}

extension RequestTests {
  @Test("a state that cannot be encoded is reported once, and samples are answered")
  func unwritable() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let errors = ErrorBox()
    flow.errorHandler = { errors.add($0) }
    let store = Store(Unwritable(), of: ShelfMessage.self, name: "bad", flow: flow) { _, _ in .none }
    Inspector.attach(to: flow, address: tool.tool.address, limits: .patient)?
      .show(store, state: RecordSchema("bad"), messages: RecordSchema("note", version: 2))
    let connection = try await tool.connection()
    for _ in 0..<3 { #expect(try await tool.ask(connection, "sample")["error"] == nil) }
    #expect(await errors.next().contains("`bad` cannot be sent to the inspector: it cannot be written"))
    flow.errorHandler(.homeless(flow: "last"))
    #expect(await errors.next().contains("last"))
  }
}
