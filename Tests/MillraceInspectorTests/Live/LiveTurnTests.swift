import Millrace
import MillraceCoding
import MillraceInspectorWire
import Testing

@testable import MillraceInspector

@Suite("Turns at the inspector")
@InspectorActor
struct LiveTurnTests {
  @Test("without an address nothing is attached, and turns stay plain")
  func off() {
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    #expect(Inspector.attach(to: flow, limits: .patient) == nil)
    #expect(!flow.isRecorded)
    store.send(.cleared)
  }

  @Test("an address that cannot be used is reported as a sentence without the key")
  func badAddress() {
    let flow = Flow(name: "notes")
    var errors: [String] = []
    flow.errorHandler = { errors.append("\($0)") }
    let digits = "000102030405060708090a0b0c0d0e0f"
    let inspector = Inspector.attach(
      to: flow, limits: .patient,
      variable: { $0 == "MILLRACE_INSPECTOR" ? "http://x:1#\(digits)" : nil })
    #expect(inspector == nil)
    #expect(errors.count == 1)
    #expect(errors.first?.contains("begins neither with `tcp://` nor with `unix://`") == true)
    #expect(errors.first?.contains(digits) == false)
  }

  @Test("in a release build the inspector is off, and says so if the variable is set")
  func release() throws {
    let flow = Flow(name: "notes")
    var warnings: [String] = []
    let inspector = Inspector.attach(
      to: flow, isAllowed: false, limits: .patient, variable: { _ in "tcp://127.0.0.1:1#00" },
      warn: { warnings.append($0) })
    #expect(inspector == nil)
    #expect(warnings.first?.contains("inReleaseBuilds: true") == true)
    _ = Inspector.attach(
      to: flow, isAllowed: false, limits: .patient, warn: { warnings.append($0) })
    #expect(warnings.count == 1)
  }

  @Test("the tool is told of the application, its flow, its stores and every turn")
  func turns() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow) { message in
      if case .added("tea") = message {
        .run(label: "brew") { send in await send(.counted(by: 7)) }
      } else {
        .none
      }
    }
    let inspector = Inspector.attach(
      to: flow, as: "Notes", allowing: [.goBack, .send], address: tool.tool.address, limits: .patient
    )
    inspector?.showShelf(store)
    _ = try await tool.connection()
    store.send(.added("Milk"))
    store.send(.added("tea"))
    let counted = try await tool.turn(3)
    let application = try #require(tool.frames.first)
    #expect(application["application"] == .text("Notes"))
    #expect(application["process"]?.number != nil)
    let told = try #require(tool.frames.first { $0.kind == "flow" })
    #expect(told["name"] == .text("notes"))
    #expect(told["allows"] == .array([.text("back"), .text("send")]))
    let shelf = try #require(tool.frames.first { $0.kind == "store" })
    #expect(shelf["name"] == .text("shelf"))
    #expect(shelf["exact"] == .bool(true))
    #expect(shelf["messages"] == .array([.text("note@2")]))
    #expect(shelf["states"] == .array([.text("shelf@1")]))
    let first = try #require(tool.frames.first { $0["turn"]?.number == 1 })
    #expect(first["store"] == shelf["store"])
    #expect(first["kind"] == .text("note@2"))
    #expect(first["name"] == .text("added"))
    #expect(first["text"] == .text("added(Milk)"))
    #expect(first["cause"] == .text("sent"))
    #expect(first["handled"] == nil)
    #expect(first["reflected"] == nil)
    #expect(first["update"]?.number != nil)
    #expect(first["observers"]?.number != nil)
    #expect(first.body == (try JournalValue(json: #"{"added":{"_0":"Milk"}}"#)))
    let second = try #require(tool.frames.first { $0["turn"]?.number == 2 })
    let started = try #require(second["effects"]?.array?.first)
    #expect(started["kind"] == .text("started"))
    #expect(started["label"] == .text("brew"))
    #expect(started["turn"]?.number == 2)
    #expect(counted["cause"]?.text?.hasSuffix("of turn 2") == true)
    let end = try await tool.frame("event")
    #expect(end["event"]?["kind"] == .text("finished"))
    #expect(end["after"]?.number == 3)
  }

  @Test("a store without schemas is reflected")
  func reflected() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    Inspector.attach(to: flow, address: tool.tool.address, limits: .patient)
    _ = try await tool.connection()
    store.send(.signedIn(token: "abc"))
    let turn = try await tool.turn(1)
    #expect(turn["reflected"] == .bool(true))
    #expect(turn["kind"] == nil)
    #expect(turn["text"] == .text("signedIn(token: abc)"))
    #expect(turn.body == (try JournalValue(json: #"{"signedIn":{"token":"abc"}}"#)))
    let told = try #require(tool.frames.last { $0.kind == "store" })
    #expect(told["exact"] == .bool(false))
    let state = try await tool.frame { $0["state"]?.number == 1 }
    #expect(state["reflected"] == .bool(true))
    #expect(state.body?["token"] == .text("abc"))
  }

  @Test("hidden paths are never sent, in states, messages or texts")
  func hidden() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let (exact, other) = (makeShelf(flow: flow), makeShelf(flow: flow, name: "other"))
    Inspector.attach(
      to: flow, hiding: ["*.token", "*.signedIn.token", "shelf.notes.1"], address: tool.tool.address,
      limits: .patient)?
      .showShelf(exact)
    let connection = try await tool.connection()
    for store in [exact, other] {
      store.send(.signedIn(token: "hush"))
      store.send(.added("plain"))
      store.send(.added("hush"))
    }
    try await tool.turn(6)
    let answer = try await tool.ask(connection, "sample")
    #expect(answer["error"] == nil)
    let computed = try await tool.ask(
      connection, "compute",
      #"{"turns":[{"turn":1,"store":"shelf","kind":"note@2","message":{"signedIn":{"token":"hush"}}}],"want":[1]}"#
    )
    #expect(computed.body?["states"]?.array?.first?["state"]?["token"] == .text("(hidden)"))
    let turn = try #require(tool.frames.first { $0["turn"]?.number == 1 })
    #expect(turn["text"] == .text("signedIn(token: (hidden))"))
    for frame in tool.frames where frame["store"]?.number != nil {
      let text = frame.head.json() + (frame.body?.json() ?? "")
      let isOther = frame["turn"]?.number ?? frame["state"]?.number ?? 0 > 3
      #expect(!text.contains("secret"))
      if !isOther && frame["turn"]?.number != 3 { #expect(!text.contains("hush")) }
    }
  }

  @Test("a turn's text is one line")
  func oneLine() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    Inspector.attach(to: flow, address: tool.tool.address, limits: .patient)?.showShelf(store)
    _ = try await tool.connection()
    store.send(.added(String(repeating: "a\nb", count: 200)))
    let text = try await tool.turn(1)["text"]?.text ?? ""
    #expect(text.count == 200)
    #expect(text.hasPrefix("added(a ba ba b"))
    #expect(text.hasSuffix("…"))
  }

  @Test("ten thousand messages are all there, in order, and posted ones among them")
  func many() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    Inspector.attach(to: flow, address: tool.tool.address, limits: .patient)?.showShelf(store)
    _ = try await tool.connection()
    let sender = store.sender()
    for number in 0..<10_000 {
      if number % 10 == 0 { sender.send(.counted(by: number)) } else { store.send(.counted(by: number)) }
    }
    store.pump()
    try await tool.turn(10_000)
    #expect(tool.turns() == Array(1...10_000))
    #expect(!tool.frames.contains { $0.kind == "dropped" })
  }

  @Test("an output with little room gets every turn, in order, and the state behind them")
  func narrow() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    var limits = InspectorLimits.patient
    limits.output = 100
    Inspector.attach(to: flow, address: tool.tool.address, limits: limits)?.showShelf(store)
    _ = try await tool.connection()
    for number in 1...1000 { store.send(.counted(by: number)) }
    try await tool.frame { $0["state"]?.number == 1000 }
    #expect(tool.turns() == Array(1...1000))
    #expect(!tool.frames.contains { $0.kind == "dropped" })
  }

  @Test("what the buffer cannot hold is dropped from its beginning, and counted")
  func overflow() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    for number in 0..<3 { store.send(.counted(by: number)) }
    var limits = InspectorLimits.patient
    limits.waiting = 10
    // The window is so long that the connection takes nothing while these are sent, unless it does so at
    // once.
    limits.window = .milliseconds(200)
    Inspector.attach(to: flow, address: tool.tool.address, limits: limits)
    for number in 0..<1000 { store.send(.counted(by: number)) }
    try await tool.turn(1003)
    var expected: UInt64 = 4
    for frame in tool.frames {
      if frame.kind == "dropped" {
        let (from, until) = (frame["from"]?.number ?? 0, frame["until"]?.number ?? 0)
        #expect(from == expected)
        #expect(frame["dropped"]?.number == until - from + 1)
        expected = until + 1
      }
      if let turn = frame["turn"]?.number {
        #expect(turn == expected)
        expected = turn + 1
      }
    }
    #expect(expected == 1004)
    #expect(tool.frames.contains { $0.kind == "dropped" })
  }

  @Test("the tool is told when the flow has ended, and nothing of the inspector stays")
  func end() async throws {
    let tool = ToolReader(try FakeTool())
    var flow: Flow? = Flow(name: "notes")
    var store = flow.map { makeShelf(flow: $0) }
    var inspector = flow.flatMap {
      Inspector.attach(to: $0, address: tool.tool.address, limits: .patient)
    }
    if let store { inspector?.showShelf(store) }
    _ = try await tool.connection()
    store?.send(.cleared)
    weak let leftFlow = flow
    weak let leftInspector = inspector
    (flow, store, inspector) = (nil, nil, nil)
    try await tool.frame("ended")
    #expect(tool.turns() == [1])
    try await tool.untilCut()
    #expect(leftFlow == nil)
    #expect(leftInspector == nil)
  }

  @Test("after detaching nothing more is sent")
  func detaching() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    let inspector = Inspector.attach(to: flow, address: tool.tool.address, limits: .patient)
    _ = try await tool.connection()
    store.send(.cleared)
    inspector?.detach()
    store.send(.cleared)
    inspector?.detach()
    try await tool.frame("ended")
    #expect(tool.turns() == [1])
  }

  @Test("two flows of a process are two connections with different numbers")
  func twoFlows() async throws {
    let tools = [ToolReader(try FakeTool()), ToolReader(try FakeTool())]
    let flows = [Flow(name: "a"), Flow(name: "b")]
    let stores = flows.map { makeShelf(flow: $0) }
    for (tool, flow) in zip(tools, flows) {
      Inspector.attach(to: flow, address: tool.tool.address, limits: .patient)
    }
    var numbers: [UInt64] = []
    for (tool, store) in zip(tools, stores) {
      _ = try await tool.connection()
      store.send(.cleared)
      let turn = try await tool.turn(1)
      numbers.append(try #require(turn["flow"]?.number))
      #expect(tool.frames.first { $0.kind == "flow" }?["flow"]?.number == numbers.last)
    }
    #expect(Set(numbers).count == 2)
  }
}
