import Foundation
import Millrace
import MillraceJournal
import MillraceTesting
import MillraceUndo
import TestResources
import Testing

@Suite("Undo in a store")
struct UndoStoreTests {
  @Test("an undo is a turn: observers, and a test store, see it")
  @MainActor func turns() async {
    let store = Store(Drawing(circles: 2), update: updateDrawing)
    var seen: [String] = []
    let token = store.observe(\.undoHistory.canUndo) { seen.append("canUndo \($0)") }
    let rows = store.observeChanges(in: \.circles) { changes, _ in
      if case .changed(let list) = changes { seen.append("\(list.map { "\($0.id) \($0.kind)" })") }
    }
    let test = TestStore(store)
    test.send(.move([0, 1], by: 5)) { drawing in
      drawing.undoable("Move 2 circles") { drawing in
        drawing.circles[0]?.x = 5
        drawing.circles[1]?.x = 6
      }
    }
    test.send(.undo(.undo)) { $0.undo() }
    #expect(
      seen == [
        "canUndo true", #"["0 updated", "1 updated"]"#, "canUndo false", #"["1 updated", "0 updated"]"#,
      ])
    await test.finish()
    withExtendedLifetime((token, rows)) {}
  }

  @Test("typing is one step until a pause on the environment's clock")
  @MainActor func settling() async throws {
    let clock = ManualClock()
    let store = Store(
      Drawing(), environment: StoreEnvironment(clock: clock),
      subscriptions: { $0.undoHistory.settling(after: .seconds(1), as: DrawingMessage.undo) },
      update: updateDrawing)
    func pauseBegins() async throws {
      let end = clock.now.advanced(by: .seconds(1))
      try await clock.waitUntil { clock.sleepers == [end] }
    }
    store.send(.typed("C"))
    try await pauseBegins()
    await clock.advance(by: .milliseconds(900))
    store.send(.typed("Ci"))
    try await pauseBegins()
    await clock.advance(by: .milliseconds(900))
    #expect(store.undoHistory.isJoining)
    await clock.advance(by: .milliseconds(100))
    try await clock.waitUntil { !store.undoHistory.isJoining }
    store.send(.typed("Cir"))
    #expect(store.undoHistory.undoNames == ["Typing", "Typing"])
    store.send(.undo(.undo))
    #expect(store.title == "Ci")
  }

  @Test(
    "two parts with one name stop the program at the first step, and when a history is read", .realProcess)
  func oneName() async {
    struct Twins: UndoableState {
      var first = 0
      var second = 0
      var undoHistory = UndoHistory<Twins>()
      static let undoParts: [UndoPart<Twins>] = [.value("x", \.first), .value("x", \.second)]
    }
    let results = [
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        var twins = Twins()
        twins.undoable("Step") { $0.second = 1 }
      },
      await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
        _ = try JSONDecoder().decode(UndoHistory<Twins>.self, from: Data(#"{"undo":[],"changes":3}"#.utf8))
      },
    ]
    #if DEBUG
    for result in results {
      let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
      #expect(
        text.contains(
          #"Two undo parts of `Twins` have the same name, of ["x", "x"]; name each part differently."#))
    }
    #endif
  }

  @Test("a table that a step changes and then replaces is reported to the error handler")
  @MainActor func reported() {
    let store = Store(Drawing(circles: 2), of: DrawingMessage.self) { drawing, message in
      func load(_ drawing: inout Drawing) {
        drawing.circles[0] = nil
        drawing.circles = [0: Circle(x: 1, y: 1)]
      }
      switch message {
      case .select:
        return drawing.undoable("Load") { drawing in
          load(&drawing)
          return .none
        }
      default: drawing.undoable("Load") { load(&$0) }
      }
      return .none
    }
    var errors: [String] = []
    store.flow.errorHandler = { errors.append("\($0)") }
    store.send(.remove(0))
    #expect(store.undoHistory.problem != nil && errors.isEmpty, "the form without an effect cannot report")
    store.send(.select(nil))
    #expect(errors.count == 1 && errors[0].contains("The step `Load` cannot be undone"))
  }

  @Test("through a journal, a history undoes what was done before a restart", arguments: [true, false])
  @MainActor func restart(bySnapshot: Bool) async throws {
    let folder = NSTemporaryDirectory() + "millrace-undo-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func start() throws -> (Store<Drawing, DrawingMessage>, Journal) {
      let flow = Flow(name: "drawing")
      let store = Store(Drawing(circles: 3), name: "drawing", flow: flow, update: updateDrawing)
      let journal = try Journal(of: flow, at: folder + "/app.journal")
      try journal.record(store, state: RecordSchema("drawing"), messages: RecordSchema("drawing message"))
      try journal.start()
      return (store, journal)
    }
    var before: Drawing
    do {
      let (store, journal) = try start()
      store.send(.move([0, 2], by: 4))
      store.send(.remove(1))
      store.send(.typed("Three"))
      store.send(.undo(.undo))
      if bySnapshot { try journal.snapshot() }
      try await journal.flush()
      before = store.withState { copy $0 }
      try journal.close()
    }
    let (store, journal) = try start()
    #expect(store.withState { copy $0 } == before)
    #expect(store.undoHistory.undoNames == ["Remove Circle", "Move 2 circles"])
    store.send(.undo(.redo))
    #expect(store.title == "Three")
    for _ in 0..<3 { store.send(.undo(.undo)) }
    #expect(store.withState { Picture($0) } == Picture(Drawing(circles: 3)))
    try journal.close()
  }

  @Test("an effect's answer and an undo meet in every order, and neither loses the other")
  func races() async {
    let exploration = await Explorer().explore { world in
      let server = world.outside("server")
      let store = Store(Drawing(), of: DrawingMessage.self, flow: world.flow) { drawing, message in
        let effect = updateDrawing(&drawing, message)
        guard case .add(let id, _) = message else { return effect }
        return .run(label: "image \(id)") { send in
          let image = try await server.call("image", answers: [.success("photo")])
          await send(.loaded(id, image: image))
        }
      }
      world.user(
        "artist",
        sends: [
          .add(1, Circle(x: 1, y: 1)), .move([1], by: 5), .undo(.undo), .undo(.redo), .undo(.undo),
        ], to: store)
      world.always("an undo never takes back the image") {
        store.circles[1].map { [1, 6].contains($0.x) && ["", "photo"].contains($0.image) } ?? true
      }
      world.finally("the circle is where it was added, with its image") {
        store.circles[1] == Circle(x: 1, y: 1, image: "photo")
          && store.undoHistory.redoNames == ["Move 1 circles"]
      }
    }
    #expect(exploration.isProven, "\(exploration)")
  }
}
