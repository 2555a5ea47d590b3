import Katana
import KatanaTesting
import Millrace
import Testing

private struct Mark: Model, Identifiable, Equatable {
  var id: Double
  var count = 0
}

private struct Marks: Model, Equatable {
  var list: [Mark] = []
  var table: RowTable<Double, Mark> = [:]
}

private struct Count: Message {
  let id: Double
  let isInTable: Bool
}

private struct MarkUpdater: TypedUpdater {
  func update(model: inout Mark, message: Count) -> [any Command] {
    model.count += 1
    return [Counted(ids: Array(repeating: message.id, count: 1))]
  }
}

private struct Counted: Command, Equatable {
  var ids: [Double]
}

@Suite("A row whose id is a NaN")
struct UnequalRowTests {
  @Test("is reached in an array and in a table, and its commands are compared")
  func reached() {
    let updaters = [
      CombinedUpdater<Marks>(.row(of: \.list, MarkUpdater()) { (message: Count) in message.id }),
      CombinedUpdater<Marks>(.row(of: \.table, MarkUpdater()) { (message: Count) in message.id }),
    ]
    for (place, updater) in updaters.enumerated() {
      var marks = Marks(list: [Mark(id: 1), Mark(id: .nan)])
      marks.table[.nan] = Mark(id: .nan)
      let outcome = updater.outcome(of: Count(id: .nan, isInTable: place == 1), on: marks)
      #expect(outcome.isHandled)
      #expect((place == 0 ? outcome.model.list[1] : outcome.model.table[.nan])?.count == 1)
      #expect(outcome.commands == [Counted(ids: [.nan])] && outcome.commands != [Counted(ids: [1])])
    }
  }
}
