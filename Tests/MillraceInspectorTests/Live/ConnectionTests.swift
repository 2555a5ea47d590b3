import Millrace
import MillraceCoding
import MillraceInspectorWire
import Testing

@testable import MillraceInspector

@Suite("The connection to the inspector")
@InspectorActor
struct ConnectionTests {
  private func limits() -> InspectorLimits {
    var limits = InspectorLimits.patient
    limits.firstDelay = .milliseconds(1)
    limits.longestDelay = .milliseconds(20)
    return limits
  }

  private func makeFlow(_ errors: ErrorBox) -> Flow {
    let flow = Flow(name: "notes")
    flow.errorHandler = { errors.add($0) }
    return flow
  }

  @Test("after a cut everything is said again, and the turns of the meantime follow")
  func reconnect() async throws {
    let tool = ToolReader(try FakeTool())
    let errors = ErrorBox()
    let flow = makeFlow(errors)
    let store = makeShelf(flow: flow)
    Inspector.attach(to: flow, address: tool.tool.address, limits: limits())?.showShelf(store)
    var expected: [UInt64] = []
    for round in 0..<5 as Range<UInt64> {
      let connection = try await tool.connection()
      for _ in 0..<10 { store.send(.counted(by: 3)) }
      expected += Array(round * 20 + 1...round * 20 + 10)
      let last = round * 20 + 10
      try await tool.turn(last)
      try await tool.frame { $0["state"]?.number == last }
      connection.cut()
      try await tool.untilCut()
      for _ in 0..<10 { store.send(.counted(by: 3)) }
      expected += Array(last + 1...last + 10)
    }
    _ = try await tool.connection()
    try await tool.turn(100)
    #expect(tool.turns() == expected)
    #expect(tool.frames.count { $0.kind == "application" } == 6)
    #expect(tool.frames.count { $0.kind == "store" && $0["exact"] == .bool(true) } >= 6)
    #expect(await errors.next().contains("was cut"))
  }

  @Test("an application that is there first is connected when the tool comes")
  func early() async throws {
    let late = try FakeTool(listens: false)
    let errors = ErrorBox()
    let flow = makeFlow(errors)
    let store = makeShelf(flow: flow)
    Inspector.attach(to: flow, address: late.address, limits: limits())
    #expect(await errors.next().contains("cannot be reached"))
    store.send(.cleared)
    try late.listen()
    let tool = ToolReader(late)
    _ = try await tool.connection()
    try await tool.turn(1)
  }

  @Test("a tool with another key gets nothing, and the error handler one sentence")
  func wrongKey() async throws {
    let tool = ToolReader(try FakeTool(isKeyWrong: true))
    let errors = ErrorBox()
    let flow = makeFlow(errors)
    let store = makeShelf(flow: flow)
    Inspector.attach(to: flow, address: tool.tool.address, limits: limits())
    store.send(.cleared)
    for _ in 0..<3 { try await tool.untilCut() }
    #expect(await errors.next().contains("the key is wrong"))
    #expect(tool.frames.isEmpty)
    flow.errorHandler(.homeless(flow: "last"))
    #expect(await errors.next().contains("last"))
  }

  @Test("a peer that says nothing is left after the handshake's time")
  func silent() async throws {
    let tool = ToolReader(try FakeTool(.silent))
    let errors = ErrorBox()
    let flow = makeFlow(errors)
    var limits = limits()
    limits.handshake = .milliseconds(20)
    Inspector.attach(to: flow, address: tool.tool.address, limits: limits)
    #expect(await errors.next().contains("has not completed the handshake"))
    try await tool.untilCut()
  }

  @Test("another service is no inspector")
  func foreign() async throws {
    for text in [
      "HTTP/1.1 400 Bad Request\r\n\r\n", "\0\0\0\u{0C}\0\0\0\u{08}{\"a\":12}", "\0\0\u{7F}\u{7F}",
    ] {
      let tool = ToolReader(try FakeTool(.saying(Array(text.utf8))))
      let errors = ErrorBox()
      let flow = makeFlow(errors)
      Inspector.attach(to: flow, address: tool.tool.address, limits: limits())
      let error = await errors.next()
      #expect(error.contains("The connection to the inspector at tcp://127.0.0.1:"))
      #expect(error.contains("Check that"))
      try await tool.untilCut()
    }
  }

  @Test("a tool that does not read costs the oldest turns, which are counted, and no memory")
  func stalled() async throws {
    let tool = ToolReader(try FakeTool(.stalled))
    let errors = ErrorBox()
    let flow = makeFlow(errors)
    let store = makeShelf(flow: flow)
    var limits = limits()
    limits.waiting = 100
    limits.output = 10_000
    let inspector = Inspector.attach(to: flow, address: tool.tool.address, limits: limits)
    _ = try await tool.connection()
    let note = String(repeating: "x", count: 10_000)
    for _ in 0..<3000 { store.send(.added(note)) }
    #expect(inspector != nil)
    tool.tool.read()
    try await tool.turn(3000)
    var expected: UInt64 = 1
    var dropped: UInt64 = 0
    for frame in tool.frames {
      if frame.kind == "dropped" {
        dropped += frame["dropped"]?.number ?? 0
        expected = (frame["until"]?.number ?? 0) + 1
      }
      guard let turn = frame["turn"]?.number else { continue }
      #expect(turn == expected)
      expected = turn + 1
    }
    #expect(dropped + UInt64(tool.turns().count) == 3000)
    #expect(dropped > 0)
  }

  @Test("the end of a flow is not kept up by a tool that does not read")
  func stalledEnd() async throws {
    let tool = ToolReader(try FakeTool(.stalled))
    var flow: Flow? = Flow(name: "notes")
    var store = flow.map { makeShelf(flow: $0) }
    var limits = limits()
    limits.farewell = .milliseconds(20)
    if let flow { Inspector.attach(to: flow, address: tool.tool.address, limits: limits) }
    _ = try await tool.connection()
    for _ in 0..<3000 { store?.send(.added(String(repeating: "x", count: 10_000))) }
    weak let left = flow
    (flow, store) = (nil, nil)
    #expect(left == nil)
    tool.tool.read()
    try await tool.untilCut()
  }
}
