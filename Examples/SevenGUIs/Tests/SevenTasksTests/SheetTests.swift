import Millrace
import Testing

@testable import SevenTasks

@Suite("Cells: who follows whom")
struct SheetTests {
  private func cell(_ name: String) throws -> CellID { try #require(CellID(name)) }

  private func sheet(_ sources: KeyValuePairs<String, String>) throws -> Sheet {
    var sheet = Sheet()
    for (name, source) in sources { sheet.write(source, at: try cell(name)) }
    return sheet
  }

  @Test("a change reaches those that depend on it, in order, and no other")
  func propagation() throws {
    var sheet = try sheet([
      "A0": "1", "B0": "=A0+1", "C0": "=A0+B0", "D0": "=C0*2", "E0": "5", "F0": "=E0",
    ])
    let evaluated = sheet.write("10", at: try cell("A0"))
    #expect(evaluated.map(\.description) == ["A0", "B0", "C0", "D0"])
    #expect(sheet.value(at: try cell("D0")) == .number(42))
  }

  @Test("where a value stays the same, those that read it are left alone")
  func damping() throws {
    var sheet = try sheet(["A0": "1", "B0": "=MAX(A0, 100)", "C0": "=B0+1"])
    #expect(sheet.write("2", at: try cell("A0")).map(\.description) == ["A0", "B0"])
    #expect(sheet.write("2", at: try cell("A0")).isEmpty)
    #expect(sheet.write("=1+1", at: try cell("A0")).map(\.description) == ["A0"])
  }

  @Test("an emptied cell is 0 for those that read it")
  func emptied() throws {
    var sheet = try sheet(["A0": "5", "B0": "=A0+1"])
    #expect(sheet.write("", at: try cell("A0")).map(\.description) == ["B0"])
    #expect(sheet.value(at: try cell("B0")) == .number(1))
    #expect(sheet.cells.count == 1)
  }

  @Test("a cycle is a value of the cells in it, those behind read an error, and it ends with its cause")
  func cycle() throws {
    var sheet = try sheet(["A0": "=C0", "B0": "=A0+1", "C0": "1", "D0": "=B0*2"])
    sheet.write("=B0", at: try cell("C0"))
    for name in ["A0", "B0", "C0"] { #expect(sheet.value(at: try cell(name)) == .error(.cycle)) }
    #expect(sheet.value(at: try cell("D0")) == .error(.unusable(try cell("B0"))))
    sheet.write("4", at: try cell("C0"))
    #expect(sheet.value(at: try cell("D0")) == .number(10))
  }

  @Test("of two cycles through one cell, the one that is left stays")
  func twoCycles() throws {
    var sheet = try sheet(["A0": "=B0+C0", "B0": "=A0", "C0": "=A0"])
    sheet.write("=B0", at: try cell("A0"))
    #expect(sheet.value(at: try cell("A0")) == .error(.cycle))
    #expect(sheet.value(at: try cell("B0")) == .error(.cycle))
    #expect(sheet.value(at: try cell("C0")) == .error(.unusable(try cell("A0"))))
  }

  @Test("a chain as long as the sheet does not need the stack")
  func chain() throws {
    let size = SheetSize(columns: 100, rows: 100)
    var sheet = Sheet(size: size)
    let ids = SheetSize.cells(from: CellID(column: 0, row: 0), to: size.last)
    sheet.write("1", at: ids[0])
    for (before, id) in zip(ids, ids.dropFirst()) { sheet.write("=\(before)+1", at: id) }
    #expect(sheet.value(at: size.last) == .number(10_000))
    #expect(sheet.write("2", at: ids[0]).count == 10_000)
    #expect(sheet.value(at: size.last) == .number(10_001))
    sheet.write("=\(size.last)", at: ids[0])
    #expect(sheet.value(at: ids[5_000]) == .error(.cycle))
  }

  @Test("a cell outside of the sheet is not written")
  func outside() {
    var sheet = Sheet()
    #expect(sheet.write("1", at: CellID(column: 26, row: 0)).isEmpty)
    #expect(sheet.write("1", at: CellID(column: -1, row: 0)).isEmpty)
    #expect(sheet.cells.isEmpty)
  }

  @Test(
    "however a sheet came about, its values are those of the same sheet written at once", arguments: 1...40)
  func law(seed: UInt64) throws {
    var random = RandomSource.seeded(seed)
    let size = SheetSize(columns: 4, rows: 3)
    let ids = SheetSize.cells(from: CellID(column: 0, row: 0), to: size.last)
    func any() throws -> CellID { try #require(ids.randomElement(using: &random)) }
    var sheet = Sheet(size: size)
    for step in 0..<120 {
      let id = try any()
      let source =
        switch Int.random(in: 0..<8, using: &random) {
        case 0: ""
        case 1: "text"
        case 2: "=SUM(\(try any()):\(try any()))"
        case 3: "=\(try any())/\(try any())"
        case 4, 5: "=\(try any())+\(try any())"
        default: "\(Int.random(in: -3...3, using: &random))"
        }
      let before = sheet
      let evaluated = Set(sheet.write(source, at: id))
      // Only what depends on the cell is evaluated, and all that has changed.
      #expect(evaluated.isSubset(of: dependents(of: id, in: sheet).union([id])), "seed \(seed), step \(step)")
      for other in ids where other != id && sheet.value(at: other) != before.value(at: other) {
        #expect(evaluated.contains(other), "seed \(seed), step \(step)")
      }
      var fresh = Sheet(size: size)
      for other in ids.shuffled(using: &random) { fresh.write(sheet.source(at: other), at: other) }
      for other in ids {
        let isSame = fresh.value(at: other) == sheet.value(at: other)
        #expect(isSame, "\(other) after \(id) = \(source), seed \(seed), step \(step)")
      }
    }
  }

  /// The cells that depend on a cell, found by another way than the sheet's: from all formulas.
  private func dependents(of id: CellID, in sheet: Sheet) -> Set<CellID> {
    var found: Set<CellID> = []
    var waiting = [id]
    while let next = waiting.popLast() {
      for (other, cell) in sheet.cells where cell.formula.reads.contains(next) && found.insert(other).inserted
      {
        waiting.append(other)
      }
    }
    return found
  }
}
