import Testing

@Suite("Rows of the pages about coming from an original") struct RowCheckerTests {
  private func problems(_ table: String, program: String, symbols: Set<String> = []) -> [String] {
    let checker = RowChecker(programs: [TextFile(path: "Boats.swift", text: program)], symbols: symbols)
    let page = TextFile(path: "Page.md", text: table)
    return checker.problems(in: page) + checker.strayMarks(in: [page])
  }

  private let same = "### Works the same\n\n| Name | Here |\n|---|---|\n| `Boat`, `sail(to:)` | the same |\n"
  private let changed = "### Replaced\n\n| Name | Here |\n|---|---|\n| `Boat` | `Ship(of:)` |\n"

  @Test("a name that works the same is shown by a program with all names and labels")
  func names() {
    #expect(problems(same, program: "Boat().sail(to: harbour)") == [])
    #expect(problems(same, program: "struct Boat { func sail(to harbour: Harbour) {} }") == [])
    #expect(problems(same, program: "Boat().sail(harbour)\nlet to = 1").count == 1)
    #expect(problems(same, program: "// Boat().sail(to: harbour)").count == 1)
    #expect(problems(same, program: "Boats().sail(to: harbour)").count == 1)
  }

  @Test("a replaced name needs a comment with the row, and the names of either cell")
  func comment() {
    #expect(problems(changed, program: "Ship(of: oak)\nBoat()").count == 1)
    #expect(problems(changed, program: "// row: `Boat`\nShip(of: oak)") == [])
    #expect(problems(changed, program: "  // row: `Boat`\nBoat()") == [])
    #expect(problems(changed, program: "// row: `Boat`\nShip(oak)").count == 1)
  }

  @Test("a comment may end early, and has to name one row")
  func beginnings() {
    let table =
      "### Behaviour\n\n| There | Here |\n|---|---|\n| a boat sank | it swims |\n| a boat flew | no |\n"
    #expect(problems(table, program: "// row: a boat s…\n// row: a boat flew\n") == [])
    #expect(
      problems(table, program: "// row: a boat…\n// row: a b\n") == [
        "Boats.swift: `// row: a boat…` fits 2 rows instead of one.",
        "Boats.swift: `// row: a b` fits 0 rows instead of one.",
      ])
  }

  @Test("a name that is not here is no public symbol")
  func missing() {
    let table = "### Not here\n\n| Name | Why |\n|---|---|\n| `Raft`, `Canoe` | no need |\n"
    #expect(problems(table, program: "") == [])
    #expect(problems(table, program: "", symbols: ["Canoe"]).count == 1)
    #expect(problems(table, program: "// row: `Raft`, `Canoe`\nRaft(Canoe())", symbols: ["Raft"]) == [])
  }

  @Test("a third column has the kind, an escaped bar is no end of a cell, and samples are left out")
  func tables() {
    let table = """
      ## Routing

      | Name | Here | Kind |
      |---|---|---|
      | `a \\| Boat` | the same | same |
      | `Ship` | `Liner` | replaced ✗ |

      ### The samples of the original's page

      | Sample | Why |
      |---|---|
      | `Whale` | none |
      """
    let rows = RowChecker.rows(in: TextFile(path: "Page.md", text: table))
    #expect(rows.map(\.there) == ["`a | Boat`", "`Ship`"])
    #expect(rows.map(\.kind) == [.compiles, .changed] && rows.map(\.line) == [5, 6])
  }
}
