import Millrace
import MillraceTesting
import Testing

@testable import SevenTasks

@Suite("Cells")
struct CellsTests {
  @Test("what is typed counts when it is committed, or when another cell is selected")
  @MainActor func editing() async throws {
    let test = TestStore(Cells.store(size: SheetSize(columns: 3, rows: 3)))
    let (a, b) = (CellID(column: 0, row: 0), CellID(column: 1, row: 0))
    test.send(.edit("2")) { $0.draft = "2" }
    #expect(test.state.formula == "2")
    test.send(.commit) {
      $0.draft = nil
      $0.sheet.write("2", at: a)
    }
    test.send(.move(columns: 1, rows: 0)) { $0.selection = b }
    test.send(.edit("=A0*3")) { $0.draft = "=A0*3" }
    test.send(.select(a)) {
      $0.draft = nil
      $0.sheet.write("=A0*3", at: b)
      $0.selection = a
    }
    #expect(test.state.sheet.value(at: b) == .number(6))
    test.send(.edit("7")) { $0.draft = "7" }
    test.send(.cancel) { $0.draft = nil }
    #expect(test.state.formula == "2")
    await test.finish()
  }

  @Test("the selection stays in the sheet")
  @MainActor func selection() async {
    let test = TestStore(Cells.store(size: SheetSize(columns: 3, rows: 2)))
    test.send(.move(columns: -1, rows: -5))
    test.send(.move(columns: 9, rows: 9)) { $0.selection = CellID(column: 2, row: 1) }
    test.send(.select(CellID(column: 3, row: 0)))
    #expect(test.state.remark == "C1 is empty.")
    await test.finish()
  }

  @Test("a change is told to the observers of the cells that it changes, and to no other")
  @MainActor func observers() {
    let store = Cells.store(size: SheetSize(columns: 3, rows: 3))
    store.send(.edit("1"))
    store.send(.commit)
    for (column, source) in [(1, "=A0"), (2, "5")] {
      store.send(.select(CellID(column: column, row: 0)))
      store.send(.edit(source))
      store.send(.commit)
    }
    var told: [String] = []
    let tokens = (0..<3).map { column in
      store.observe(\.sheet.cells, row: CellID(column: column, row: 0)) { cell in
        told.append("\(column): \(cell?.value.description ?? "")")
      }
    }
    store.send(.select(CellID(column: 0, row: 0)))
    store.send(.edit("9"))
    #expect(told.isEmpty)
    store.send(.commit)
    #expect(told.sorted() == ["0: 9", "1: 9"])
    for token in tokens { token.cancel() }
  }
}
