import Millrace
import MillraceCoding
import MillraceInspectorWire
import Testing

@testable import MillraceInspector

/// A message whose schema renames a member, and cannot write one of its values.
private struct Credentials: Codable, Hashable, Sendable {
  var secret: String
  var isBroken = false

  enum CodingKeys: String, CodingKey {
    case secret = "s"
    case isBroken = "b"
  }

  func encode(to encoder: any Encoder) throws {
    if isBroken { throw FakeFailure(reason: "it cannot be written") }
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(secret, forKey: .secret)
  }
}

@Suite("What goes wrong beside the inspector")
@InspectorActor
struct InspectorEndTests {
  @Test("a store that is shown while the connection is about to sleep keeps it awake")
  func shownBeforeSleep() {
    let shown = TypedShownStore(
      makeShelf(flow: Flow(name: "notes")).recordable(
        state: RecordSchema("shelf"), messages: RecordSchema("note")), state: { nil }, replace: { _ in },
      send: nil)
    var intake = InspectorIntake(limit: 10)
    let slept = intake.fallAsleep()
    intake.shown.append(shown.codec)
    let mustWake = intake.mustWake()
    let sleptWithNews = intake.fallAsleep()
    #expect((slept, mustWake, sleptWithNews) == (true, true, false))
    let taken = [intake.takeStores(), intake.takeStores()].map { $0.shown.map(\.name) }
    #expect(taken == [["shelf"], []])
    let sleptAgain = intake.fallAsleep()
    #expect(sleptAgain)
  }

  @Test("a past is in all stores before their observers are called, and so is the present again")
  func together() throws {
    let flow = Flow(name: "notes")
    let (first, second) = (makeShelf(flow: flow, name: "first"), makeShelf(flow: flow, name: "second"))
    let tool = try FakeTool()
    let inspector = try #require(
      Inspector.attach(to: flow, allowing: [.goBack], address: tool.address, limits: .patient))
    for store in [first, second] {
      inspector.show(
        store, state: RecordSchema("shelf \(store.storeName)"),
        messages: RecordSchema("note \(store.storeName)"))
    }
    var seen: [[Int]] = []
    let tokens = [first, second].map { store in
      store.observe(\.count) { _ in seen.append([first.state.count, second.state.count]) }
    }
    #expect(inspector.showPast(["first": Shelf(count: 1), "second": Shelf(count: 2)], after: 1))
    inspector.showPresent()
    #expect(seen == [[1, 2], [1, 2], [0, 0], [0, 0]])
    for token in tokens { token.cancel() }
  }

  @Test("of two inspectors of a flow one goes back at a time, and the present is not lost")
  func twoPasts() throws {
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    let tools = [try FakeTool(), try FakeTool()]
    let inspectors = tools.compactMap {
      Inspector.attach(to: flow, allowing: [.goBack], address: $0.address, limits: .patient)
    }
    for inspector in inspectors { inspector.showShelf(store) }
    store.send(.counted(by: 5))
    #expect(inspectors[0].showPast(["shelf": Shelf(count: 1)], after: 1))
    #expect(!inspectors[1].showPast(["shelf": Shelf(count: 2)], after: 1))
    #expect(store.state.count == 1)
    store.send(.counted(by: 7))
    inspectors[1].showPresent()
    #expect(store.state.count == 1)
    #expect(flow.lockCount == 1)
    inspectors[0].showPresent()
    #expect(store.state.count == 5)
    #expect(flow.lockCount == 0)
    #expect(inspectors[1].showPast(["shelf": Shelf(count: 2)], after: 1))
    inspectors[1].showPresent()
    #expect(store.state.count == 5)
  }

  @Test("a past that a connection has asked for is not shown after the connection has ended")
  func lateDecoding() async throws {
    let flow = Flow(name: "notes")
    let store = makeShelf(flow: flow)
    let tool = try FakeTool()
    let inspector = try #require(
      Inspector.attach(to: flow, allowing: [.goBack], address: tool.address, limits: .patient))
    inspector.showShelf(store)
    let body =
      #"{"turn":1,"states":[{"store":"shelf","kind":"shelf@1","state":{"notes":[],"count":9,"token":""}}]}"#
    let link = inspector.link
    inspector.connectionEnded(1_000_000)
    inspector.decodePast(Array(body.utf8), InspectorAnswer(link: link, connection: 1_000_000, request: 1))
    await afterWork(of: link)
    #expect(store.state.count == 0)
    #expect(flow.lockCount == 0)
    inspector.decodePast(Array(body.utf8), InspectorAnswer(link: link, connection: 1_000_001, request: 2))
    await afterWork(of: link)
    #expect(store.state.count == 9)
    #expect(flow.lockCount == 1)
    inspector.showPresent()
  }

  /// Waits until the work that was given to the work queue, and what it has left for the home, are done.
  private func afterWork(of link: InspectorLink) async {
    await withCheckedContinuation { done in
      link.doWork { link.home.run { _ in done.resume() } }
    }
  }

  @Test(
    "what a schema cannot write is not sent by reflection where paths are hidden, as it names members otherwise"
  )
  func hiddenFallback() async throws {
    let tool = ToolReader(try FakeTool())
    let flow = Flow(name: "notes")
    flow.errorHandler = { _ in }
    let store = Store(0, of: Credentials.self, name: "session", flow: flow) { _, _ in .none }
    Inspector.attach(to: flow, hiding: ["session.s"], address: tool.tool.address, limits: .patient)?
      .show(store, state: RecordSchema("count"), messages: RecordSchema("credentials"))
    _ = try await tool.connection()
    store.send(Credentials(secret: "hush"))
    store.send(Credentials(secret: "hush", isBroken: true))
    let last = try await tool.turn(2)
    #expect(last["name"] == .text("Credentials"))
    for frame in tool.frames {
      let text = frame.head.json() + (frame.body?.json() ?? "")
      #expect(!text.contains("hush"))
    }
  }
}
