import Millrace
import Testing

@testable import SevenTasks

@Suite("Cells: formulas")
struct FormulaTests {
  private func value(_ source: String, _ cells: [String: String] = [:]) -> CellValue? {
    var sheet = Sheet()
    for (name, source) in cells {
      if let id = CellID(name) { sheet.write(source, at: id) }
    }
    let last = CellID(column: 25, row: 99)
    sheet.write(source, at: last)
    return sheet.value(at: last)
  }

  @Test(
    "formulas are calculated as in school",
    arguments: [
      ("=1+2*3", 7), ("=(1+2)*3", 9), ("=-2*-3", 6), ("=10-4-3", 3), ("=100/10/2", 5), ("= 1 +  1 ", 2),
      ("=A0+1", 6), ("=a0*B1", 10), ("=SUM(A0:B1)", 14), ("=sum(A0, 1, B1)", 8), ("=AVERAGE(A0:A1)", 6),
      ("=MIN(A0:B1)", 2), ("=max(B1:A0)", 7), ("=COUNT(A0:C9)", 3), ("=D5", 0), ("=sum(sum(A0:A1);1)", 13),
      ("=.5*2", 1),
    ] as [(String, Double)])
  func values(source: String, number: Double) {
    #expect(value(source, ["A0": "5", "A1": "7", "B1": "2", "C3": "text"]) == .number(number))
  }

  @Test(
    "a formula that is not understood is a value that says why",
    arguments: [
      ("=", "The formula is not understood at character 2: a number, a cell or '(' is expected there."),
      ("=1+", "The formula is not understood at character 4: a number, a cell or '(' is expected there."),
      ("=(1", "The formula is not understood at character 4: ')' is expected there."),
      ("=1 2", "The formula is not understood at character 4: the end or an operator is expected there."),
      ("=A", "The formula is not understood at character 2: a cell such as B7 is expected there."),
      ("=A0:", "The formula is not understood at character 4: the end or an operator is expected there."),
      ("=SUM(A0:)", "The formula is not understood at character 9: a cell such as B7 is expected there."),
      ("=1.2.3", "The formula is not understood at character 2: a number is expected there."),
      ("=NOW()", "There is no function 'NOW'; use SUM, AVERAGE, MIN, MAX, COUNT."),
      ("=A100", "There is no cell A100: the sheet ends at Z99."),
      ("=AAA999999", "There is no cell AAA999999: the sheet ends at Z99."),
      ("=1/0", "The formula divides by zero."),
      ("=AVERAGE(D1:D9)", "The formula divides by zero."),
      (
        "=" + String(repeating: "9", count: 300) + "*" + String(repeating: "9", count: 20),
        "The result is too large."
      ),
      ("=C3+1", "C3 holds a text, and a number is needed."),
      ("=D0", "D0, which this cell reads, has no value."),
      ("=SUM(D0:D9)", "D0, which this cell reads, has no value."),
      ("=Z99", "This cell reads itself, directly or by way of others; change one of them."),
    ])
  func errors(source: String, sentence: String) {
    guard case .error(let error)? = value(source, ["C3": "text", "D0": "=1/0"]) else {
      Issue.record("\(source) has a value")
      return
    }
    #expect(error.description == sentence)
  }

  @Test("a formula cannot be longer than the stack is deep", arguments: ["(", "-", "sum(", "1+"])
  func long(part: String) {
    #expect(value("=" + String(repeating: part, count: 100_000)) == .error(.tooLong))
  }

  @Test("a text, a number and an empty cell are what they are")
  func contents() {
    #expect(value("3,5") == .number(3.5))
    #expect(value("Sum:") == .text("Sum:"))
    #expect(value("nan") == .text("nan"))
    #expect(value("") == nil)
  }

  @Test("a cell's name reads as the cell, also beyond Z", arguments: 0..<2_000)
  func names(column: Int) {
    let id = CellID(column: column, row: column * 7)
    #expect(CellID(id.description) == id)
    #expect(CellID(id.description.lowercased()) == id)
  }

  @Test(
    "no other text is a cell's name",
    arguments: ["", "A", "7", "7A", "A-1", "A 1", "ABCD1", "A1234567", "Ä1", "A١"])
  func noNames(text: String) {
    #expect(CellID(text) == nil)
  }
}
