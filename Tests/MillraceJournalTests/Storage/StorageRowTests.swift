import MillraceSQLite
import Testing

@testable import MillraceJournal

@Suite("The columns of rows")
struct StorageRowTests {
  private func journal() throws -> Database {
    try JournalFormat.open("", mode: .memory, meta: [.id: .text("1")]).database
  }

  private func columns(of table: String, _ database: Database) throws -> Set<String> {
    let rows = try database.prepare("SELECT name FROM pragma_table_info('\(table)')")
    var names: Set<String> = []
    while try rows.step() { names.insert(rows.text(0)) }
    return names
  }

  private func check<Row: TableRow & Equatable>(_ row: Row, without: Set<String> = []) throws {
    let database = try journal()
    #expect(Set(Row.columnNames) == (try columns(of: Row.table, database)).subtracting(without))
    var insertion = try Insertion<Row>(into: database)
    try insertion.run(row)
    #expect(try database.rows(of: Row.self) == [row])
    database.close()
  }

  @Test("The columns of each row are those of its table, and a row that is written is read again")
  func sameColumns() throws {
    try check(
      TurnRow(
        sequence: 1, time: -2, store: 3, type: 4, message: [5], cause: 6, source: 7, asked: 8, unhandled: 9,
        effects: [10, 11], sum: .max))
    try check(TurnRow(sequence: 1, message: [], sum: 2))
    try check(EventRow(number: 1, after: 2, time: 3, store: 4, event: [5], sum: 6))
    try check(
      SnapshotRow(sequence: 1, store: 2, type: 3, time: 4, state: [5, 6], sum: 7), without: ["id"])
    try check(
      TaskRow(
        key: "a", store: 1, type: 2, request: [3], asked: 4, time: 5, status: 6, attempts: 7, ended: 8, sum: 9
      ))
    try check(GapRow(after: 1, until: 2, reason: "full"))
  }

  @Test("An insertion writes the numbers of each row, also those that are NULL after others that were not")
  func numbersOfEachRow() throws {
    let database = try journal()
    var insertion = try Insertion<TurnRow>(into: database)
    let rows: [TurnRow] = [
      TurnRow(sequence: 1, store: 1, type: 1, message: [1], cause: 2, source: 5, sum: 1),
      TurnRow(sequence: 2, store: 1, message: nil, cause: 2, effects: [2], sum: 1),
      TurnRow(sequence: 3, store: 2, type: 1, message: [3], cause: 2, source: 0, unhandled: 1, sum: 3),
    ]
    for row in rows { try insertion.run(row) }
    #expect(try database.rows(of: TurnRow.self, "ORDER BY sequence") == rows)
    var update = try Insertion<TurnRow>(updating: database)
    var changed = rows[1]
    changed.asked = 4
    try update.run(changed)
    #expect(try database.rows(of: TurnRow.self, "ORDER BY sequence") == [rows[0], changed, rows[2]])
    database.close()
  }

  @Test("Each member of a line is known when an export is read")
  func members() {
    #expect(LineNames.of(TurnRow.self).first == "turn")
    #expect(
      LineNames.of(TaskRow.self) == [
        "task", "time", "store", "kind", "version", "request", "asked", "status", "attempts", "ended",
      ])
  }
}
