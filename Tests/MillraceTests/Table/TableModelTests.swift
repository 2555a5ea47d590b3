import Testing

@testable import Millrace

@Suite("A table behaves like a list of pairs")
struct TableModelTests {
  @Test("every operation does to a table what it does to a list of pairs", arguments: 1...8)
  func agreesWithModel(seed: Int) throws {
    var random = TableSupport.Generator(seed: seed)
    var twin = TableSupport.Twin(ids: 0..<(seed % 2 == 0 ? 30 : 400))
    var history: [String] = []
    for _ in 0..<600 {
      history.append(twin.step(&random))
      try check(twin, "seed \(seed), last steps \(history.suffix(3))")
    }
  }

  @Test("a copy never changes with the original, nor the original with a copy", arguments: 1...4)
  func copiesAreValues(seed: Int) throws {
    var random = TableSupport.Generator(seed: seed)
    var twins = [TableSupport.Twin(ids: 0..<60)]
    for _ in 0..<1_500 {
      let chosen = Int.random(in: 0..<twins.count, using: &random)
      if twins.count < 12, Int.random(in: 0..<20, using: &random) == 0 { twins.append(twins[chosen]) }
      _ = twins[chosen].step(&random)
    }
    for twin in twins { try check(twin, "seed \(seed)") }
  }

  private func check(_ twin: TableSupport.Twin, _ context: String) throws {
    let (table, pairs) = (twin.table, twin.pairs)
    let ids = pairs.map(\.id)
    let rows = pairs.map(\.row)
    try #require(table.count == pairs.count, "\(context)")
    try #require(table.isEmpty == pairs.isEmpty, "\(context)")
    try #require(table.map(\.id) == ids, "\(context)")
    try #require(table.map(\.row) == rows, "\(context)")
    try #require(Array(table.ids) == ids, "\(context)")
    try #require(Array(table.rows) == rows, "\(context)")
    let (idView, rowView) = (table.ids, table.rows)
    try #require(idView.indices.map { idView[$0] } == ids, "\(context)")
    try #require(rowView.indices.map { rowView[$0] } == rows, "\(context)")
    try #require(table.first?.id == ids.first && table.first?.row == rows.first, "\(context)")
    try #require(table.last?.id == ids.last && table.last?.row == rows.last, "\(context)")
    try #require(ids.map { table.position(of: $0) } == Array(pairs.indices), "\(context)")
    try #require(ids.map { table[$0] } == rows, "\(context)")
    let absent = Set(twin.ids).subtracting(ids)
    try #require(
      absent.allSatisfy { table[$0] == nil && !table.contains(id: $0) && table.position(of: $0) == nil },
      "\(context)")
    try check(table.storage, context)
  }

  private func check(_ storage: TableStorage<Int, TableSupport.Row>, _ context: String) throws {
    let holes = storage.slots.indices.filter { storage.slots[$0].row == nil }
    try #require(storage.holes == holes, "\(context)")
    try #require(storage.slots.last.map { $0.row != nil } ?? true, "\(context)")
    try #require(storage.index.count == storage.count, "\(context)")
  }
}
