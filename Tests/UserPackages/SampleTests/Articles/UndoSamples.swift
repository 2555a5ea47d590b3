import Foundation
import Millrace
import MillraceJournal
import MillraceTesting
import MillraceUndo
import Testing

/// The samples of *Undo*.
enum UndoSample {
  nonisolated struct Circle: Codable, Hashable {
    var x: Int
    var y: Int
    var diameter = 20
    /// A picture that an effect loads.
    var picture: String?
  }

  nonisolated struct Drawing: UndoableState, Codable, Equatable {
    var circles: RowTable<Int, Circle> = [:]
    var title = ""
    var selected: Int?
    var undoHistory = UndoHistory<Drawing>()

    static let undoParts: [UndoPart<Drawing>] = [
      .rows("circles", \.circles) { present, old in
        var circle = old
        circle.picture = present.picture
        return circle
      },
      .value("title", \.title),
    ]
  }

  nonisolated enum DrawingMessage: Codable, Equatable, Sendable {
    case add(Int, Circle)
    case move([Int], by: Int)
    case typed(String)
    case select(Int?)
    case loaded(Int, picture: String)
    case undo(UndoMessage)
  }
}

@MainActor
@Suite("Undo") struct UndoSamples {
  typealias Circle = UndoSample.Circle
  typealias Drawing = UndoSample.Drawing
  typealias DrawingMessage = UndoSample.DrawingMessage

  func updateDrawing(_ drawing: inout Drawing, _ message: DrawingMessage) -> Effect<DrawingMessage> {
    switch message {
    case .add(let id, let circle):
      drawing.undoable("Add Circle") { $0.circles[id] = circle }
    case .move(let ids, let distance):
      drawing.undoable("Move \(ids.count) Circles") { drawing in
        for id in ids { drawing.circles[id]?.x += distance }
      }
    case .typed(let title):
      drawing.undoable("Typing", joining: "title") { $0.title = title }
    case .select(let id): drawing.selected = id
    case .loaded(let id, let picture): drawing.circles[id]?.picture = picture
    case .undo(let message): drawing.take(message)
    }
    return .none
  }

  @MainActor final class Menu { var title = "" }

  @Test("A step is undone and redone, and the menu names it")
  func steps() {
    let menu = Menu()
    let store = Store(
      Drawing(),
      subscriptions: { $0.undoHistory.settling(after: .seconds(1), as: DrawingMessage.undo) },
      update: updateDrawing)
    store.send(.add(1, Circle(x: 10, y: 10)))
    store.send(.move([1], by: 5))
    store.send(.undo(.undo))
    #expect(store.circles[1]?.x == 10)
    #expect(store.undoHistory.redoName == "Move 1 Circles")
    store.send(.undo(.redo))
    #expect(store.circles[1]?.x == 15)
    let token = store.observe(\.undoHistory.undoName, initial: true) { name in
      menu.title = name.map { "Undo \($0)" } ?? "Undo"
    }
    #expect(menu.title == "Undo Move 1 Circles")
    _ = token
  }

  @Test("Names of steps stand beside a plain update")
  func names() {
    let named = undoableUpdate(
      naming: { (message: DrawingMessage) -> UndoName? in
        switch message {
        case .add: "Add Circle"
        case .move(let ids, _): "Move \(ids.count) Circles"
        case .typed: UndoName("Typing", joining: "title")
        case .select, .loaded, .undo: nil
        }
      }, updateDrawing)
    let store = Store(Drawing(), update: named)
    store.send(.typed("C"))
    store.send(.typed("Ci"))
    #expect(store.undoHistory.undoNames == ["Typing"])
  }

  @Test("A journal keeps the history")
  func journal() throws {
    let folder = URL.temporaryDirectory.appending(path: "undo-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let store = Store(Drawing(), name: "drawing", update: updateDrawing)
    let journal = try Journal(of: store.flow, at: folder.appending(path: "app.journal"))
    try journal.record(store, state: RecordSchema("drawing"), messages: RecordSchema("drawing message"))
    try journal.start()
    store.send(.typed("Circles"))
    try journal.snapshot()
    try journal.close()
    let second = Store(Drawing(), name: "drawing", update: updateDrawing)
    let again = try Journal(of: second.flow, at: folder.appending(path: "app.journal"))
    try again.record(second, state: RecordSchema("drawing"), messages: RecordSchema("drawing message"))
    try again.start()
    second.send(.undo(.undo))
    #expect(second.title == "" && second.undoHistory.canRedo)
    try again.close()
  }

  @Test("A test describes a step in the words of the update")
  func testing() async {
    let test = TestStore(Store(Drawing(), update: updateDrawing))
    test.send(.typed("Circles")) { drawing in
      drawing.undoable("Typing", joining: "title") { $0.title = "Circles" }
    }
    test.send(.undo(.undo)) { $0.undo() }
    await test.finish()
  }
}
