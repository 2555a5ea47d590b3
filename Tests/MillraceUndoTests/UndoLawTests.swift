import Foundation
import Millrace
import MillraceUndo
import TestResources
import Testing

@Suite("The laws of undo")
struct UndoLawTests {
  /// The plainest history: whole states.
  struct Model {
    var past: [Picture] = []
    var future: [Picture] = []
    var joining: String?

    /// `isStep` is true if the history has made a step even of nothing: of rows that came and went.
    mutating func record(from before: Picture, to after: Picture, joining key: String?, isStep: Bool) {
      if before == after && !isStep { return }
      future = []
      let joins = key != nil && key == joining && !past.isEmpty
      if !joins { past.append(before) }
      joining = key
      // A step that together has changed nothing is none.
      if past.last == after && !isStep {
        past.removeLast()
        joining = nil
      }
    }
  }

  @Test(
    "n undos lead to the state n steps before, and as many redos back, as with whole states",
    arguments: 1...(testsAreLong ? 2_000 : 40))
  func agreesWithWholeStates(seed: Int) throws {
    var random = SeededGenerator(seed: seed)
    var drawing = Drawing(circles: random.below(12))
    var model = Model()
    var story: [String] = []
    for step in 0..<120 {
      let before = Picture(drawing)
      let roll = random.below(10)
      if roll < 6 {
        let key = random.below(3) == 0 ? "key \(random.below(2))" : nil
        let count = random.below(4) + (random.below(8) == 0 ? 20 : 0)
        drawing.undoable("step \(step)", joining: key) { drawing in
          if random.below(6) == 0 { story.append(replace(&drawing, &random)) }
          for _ in 0..<count { story.append(change(&drawing, &random)) }
        }
        model.record(
          from: before, to: Picture(drawing), joining: key,
          isStep: drawing.undoHistory.undoName == "step \(step)")
        story.append("= step \(step) \(key ?? "")")
      } else if roll < 8 {
        let result = drawing.undo()
        story.append("undo \(result)")
        if let earlier = model.past.popLast() {
          model.future.append(before)
          model.joining = nil
          try #require(result.kept.isEmpty, "seed \(seed): \(story.suffix(30))")
          try #require(Picture(drawing) == earlier, "seed \(seed): \(story.suffix(30))")
        }
      } else if roll < 9 {
        let result = drawing.redo()
        story.append("redo \(result)")
        if let later = model.future.popLast() {
          model.past.append(before)
          model.joining = nil
          try #require(result.kept.isEmpty, "seed \(seed): \(story.suffix(30))")
          try #require(Picture(drawing) == later, "seed \(seed): \(story.suffix(30))")
        }
      } else {
        // A restart, which takes the history with it.
        let again = try throughJSON(drawing)
        try #require(again == drawing, "seed \(seed): \(story.suffix(30))")
        drawing = again
      }
      try #require(drawing.undoHistory.canUndo == !model.past.isEmpty, "seed \(seed): \(story.suffix(30))")
      try #require(drawing.undoHistory.canRedo == !model.future.isEmpty, "seed \(seed): \(story.suffix(30))")
    }
    // All the way back, and all the way forward.
    while drawing.undoHistory.canUndo {
      let before = Picture(drawing)
      drawing.undo()
      try #require(Picture(drawing) == model.past.removeLast(), "seed \(seed): \(story)")
      model.future.append(before)
    }
    while drawing.undoHistory.canRedo {
      drawing.redo()
      try #require(Picture(drawing) == model.future.removeLast(), "seed \(seed): \(story)")
    }
  }

  /// Assigns another table, which is empty, new, or one of the old rows.
  private func replace(_ drawing: inout Drawing, _ random: inout SeededGenerator) -> String {
    var circles = RowTable<Int, Circle>()
    let kind = random.below(4)
    for (id, row) in drawing.circles.shuffled(using: &random) where kind > 1 && random.below(3) > 0 {
      circles[id] = random.below(3) == 0 ? Circle(x: random.below(100), y: 3) : row
    }
    for _ in 0..<random.below(4) where kind > 0 { circles[random.below(20)] = Circle(x: 1, y: 4) }
    if kind > 2 { circles.sort { $0.id < $1.id } }
    drawing.circles = circles
    return "replaced \(circles.map(\.id))"
  }

  /// Does one change of any kind.
  private func change(_ drawing: inout Drawing, _ random: inout SeededGenerator) -> String {
    let id = random.below(20)
    let count = drawing.circles.count
    switch random.below(16) {
    case 0: drawing.circles[id] = Circle(x: random.below(100), y: 1)
    case 1: drawing.circles[id]?.x += random.below(2)
    case 2: drawing.circles[id, default: Circle(x: 0, y: 0)].y += 1
    case 3: drawing.circles[id] = nil
    case 4: drawing.circles.remove(id: id)
    case 5: drawing.circles.append(Circle(x: random.below(9), y: 2), id: id)
    case 6:
      let highest = drawing.circles.contains(id: id) ? count - 1 : count
      drawing.circles.insert(Circle(x: 3, y: random.below(9)), id: id, at: random.below(highest + 1))
    case 7: if count > 0 { drawing.circles.move(id: id, to: random.below(count)) }
    case 8:
      let offsets = (0..<count).filter { _ in random.below(3) == 0 }
      drawing.circles.move(fromOffsets: offsets, toOffset: random.below(count + 1))
    case 9: drawing.circles.sort { $0.row.x < $1.row.x }
    case 10: drawing.circles.update(id: id) { $0.diameter += random.below(2) }
    case 11:
      if random.below(3) == 0 { drawing.circles.updateAll { _, row in row.diameter += 1 } }
    case 12: if random.below(6) == 0 { drawing.circles.removeAll() }
    case 13: drawing.circles.removeAll { $0.row.x % 7 == 1 }
    case 14: drawing.title += "\(random.below(2))"
    default: drawing.circles.remove(atOffsets: (0..<count).filter { _ in random.below(5) == 0 })
    }
    return "\(drawing.circles.map(\.id))"
  }

  @Test("what one step has changed and changed back is no step")
  func noChange() {
    var drawing = Drawing(circles: 3)
    drawing.undoable("Add") { $0.circles[9] = Circle(x: 0, y: 0) }
    drawing.undo()
    drawing.undoable("Nothing") { drawing in
      drawing.circles[1]?.x += 1
      drawing.circles[1]?.x -= 1
      drawing.title = ""
    }
    #expect(!drawing.undoHistory.canUndo)
    #expect(drawing.undoHistory.redoName == "Add")
  }
}
