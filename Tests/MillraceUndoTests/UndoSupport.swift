import Foundation
import Millrace
import MillraceOptics
import MillraceUndo

struct Circle: Hashable, Codable {
  var x: Int
  var y: Int
  var diameter = 10
  /// The picture that an effect loads, and no step changes.
  var image = ""
}

/// A drawing as the circle drawer of the 7GUIs has it.
struct Drawing: UndoableState, Equatable, Codable {
  var circles: RowTable<Int, Circle> = [:]
  var title = ""
  var note: String?
  var selected: Int?
  var undoHistory = UndoHistory<Drawing>()

  static let undoParts: [UndoPart<Drawing>] = [
    .rows("circles", \.circles) { present, old in
      var row = old
      row.image = present.image
      return row
    },
    .value("title", \.title),
    .value("note", at: Lens(\Drawing.note).appending(Prism<String?, String>.some)),
  ]

  init(circles: Int = 0) {
    for id in 0..<circles { self.circles[id] = Circle(x: id, y: 0) }
  }
}

enum DrawingMessage: Codable, Hashable, Sendable {
  case add(Int, Circle)
  case move([Int], by: Int)
  case remove(Int)
  case typed(String)
  case select(Int?)
  case loaded(Int, image: String)
  case undo(UndoMessage)
}

/// The update of a drawing, without names for its steps.
func plainUpdate(_ drawing: inout Drawing, _ message: DrawingMessage) -> Effect<DrawingMessage> {
  switch message {
  case .add(let id, let circle): drawing.circles[id] = circle
  case .move(let ids, let distance): for id in ids { drawing.circles[id]?.x += distance }
  case .remove(let id): drawing.circles[id] = nil
  case .typed(let title): drawing.title = title
  case .select(let id): drawing.selected = id
  case .loaded(let id, let image): drawing.circles[id]?.image = image
  case .undo(let message): drawing.take(message)
  }
  return .none
}

/// The update of a drawing whose messages are steps.
func updateDrawing(_ drawing: inout Drawing, _ message: DrawingMessage) -> Effect<DrawingMessage> {
  let update = undoableUpdate(naming: stepName, plainUpdate)
  return update(&drawing, message)
}

func stepName(_ message: DrawingMessage) -> UndoName? {
  switch message {
  case .add: "Add Circle"
  case .move(let ids, _): "Move \(ids.count) circles"
  case .remove: "Remove Circle"
  case .typed: UndoName("Typing", joining: "title")
  case .select, .loaded, .undo: nil
  }
}

/// The parts that an undo puts back.
struct Picture: Equatable {
  var circles: RowTable<Int, Circle>
  var title: String
  var note: String?

  init(_ drawing: Drawing) {
    circles = drawing.circles
    title = drawing.title
    note = drawing.note
  }
}

func throughJSON(_ drawing: Drawing) throws -> Drawing {
  try JSONDecoder().decode(Drawing.self, from: JSONEncoder().encode(drawing))
}
