import Testing

@testable import Millrace

@Suite("A table tells what changed")
struct TableChangeTests {
  @Test("a new table and an emptied one are distinguished: only the new one has the initial stamp")
  func initialStamp() {
    var table = RowTable<Int, TableSupport.Row>()
    #expect(table.changeStamp == .initial)
    #expect(table.ids.changeStamp == .initial)
    table[1] = .init(number: 1)
    table[1] = nil
    #expect(table.isEmpty)
    #expect(table.changeStamp != .initial)
  }

  @Test("a table made row by row knows all its changes since it was empty")
  func knowsEverythingSinceCreation() {
    let table = TableSupport.table(ids: [3, 1])
    #expect(TableSupport.changes(table, since: .initial) == ["3 inserted", "1 inserted"])
  }

  @Test("each kind of change is reported in order, and a row as often as it changed")
  func kinds() {
    var table = TableSupport.table(ids: 1...4)
    let seen = table.changeStamp
    table[2]?.number += 1
    table[2]?.number += 1
    table[5] = .init(number: 5)
    table.insert(.init(number: 6), id: 6, at: 0)
    table.move(id: 1, to: 3)
    table.remove(id: 3)
    table[4] = nil
    table.append(.init(number: 0), id: 2)
    #expect(
      TableSupport.changes(table, since: seen) == [
        "2 updated", "2 updated", "5 inserted", "6 inserted", "1 moved", "3 removed", "4 removed",
        "2 updated",
        "2 moved",
      ])
  }

  @Test("what changes nothing draws no stamp")
  func nothingChanged() {
    var table = TableSupport.table(ids: 1...4)
    let seen = table.changeStamp
    table[9]?.number += 1
    table[9] = nil
    table.remove(id: 9)
    table.update(id: 9) { $0.number += 1 }
    table.move(id: 2, to: 1)
    let moved = table.move(id: 9, to: 0)
    #expect(!moved)
    table.move(fromOffsets: [1, 2], toOffset: 3)
    table.move(fromOffsets: [1, 2], toOffset: 2)
    table.move(fromOffsets: [], toOffset: 0)
    table.remove(atOffsets: [])
    table.removeAll { _ in false }
    table.sort { $0.id < $1.id }
    #expect(table.changes(since: seen) == .unchanged)
    var empty = RowTable<Int, TableSupport.Row>()
    empty.removeAll()
    empty.updateAll { _, row in row.number = 0 }
    #expect(empty.changeStamp == .initial)
  }

  @Test("a change of everything makes the states before it unknown")
  func bulkChanges() throws {
    let start = TableSupport.table(ids: 1...4)
    var sorted = start
    sorted.sort { $0.id > $1.id }
    var rewritten = start
    rewritten.updateAll { id, row in row.number = id }
    var emptied = start
    emptied.removeAll()
    for table in [sorted, rewritten, emptied] { #expect(table.changes(since: start.changeStamp) == .unknown) }
    let made = try RowTable(uniqueIDsWithRows: [(1, "a"), (2, "b")])
    #expect(made.changes(since: .initial) == .unknown)
    let stamp = sorted.changeStamp
    sorted[1]?.number += 1
    #expect(TableSupport.changes(sorted, since: stamp) == ["1 updated"])
  }

  @Test("copies that diverged do not know each other's states, and know the one they have in common")
  func divergedCopies() {
    let common = TableSupport.table(ids: 1...3)
    var left = common
    var right = common
    left[1]?.number += 1
    right[2]?.number += 1
    #expect(left.changes(since: right.changeStamp) == .unknown)
    #expect(right.changes(since: left.changeStamp) == .unknown)
    #expect(TableSupport.changes(left, since: common.changeStamp) == ["1 updated"])
    #expect(TableSupport.changes(right, since: common.changeStamp) == ["2 updated"])
    #expect(left.changeStamp(of: 3) == right.changeStamp(of: 3))
    #expect(left.changeStamp(of: 1) != right.changeStamp(of: 1))
  }

  @Test(
    "the log stays as small as the table allows, however many changes there are", arguments: [1, 100, 2_000])
  func boundedLog(rows: Int) {
    var table = TableSupport.table(ids: 0..<rows)
    var longest = 0
    for round in 0..<20_000 {
      table[round % rows]?.number += 1
      longest = max(longest, table.log.entries.count)
    }
    #expect(longest <= max(16, min(rows, 512)))
    #expect(table.log.entries.capacity <= 2 * 512)
    #expect(table.changes(since: .initial) == .unknown)
  }

  @Test("a state is known for at least half as many changes as the log may hold")
  func memory() {
    var table = TableSupport.table(ids: 0..<2_000)
    for _ in 0..<700 {
      let seen = table.changeStamp
      for _ in 0..<256 { table[5]?.number += 1 }
      guard case .changed(let changes) = table.changes(since: seen) else {
        Issue.record("256 changes were forgotten")
        return
      }
      #expect(changes.count == 256)
      table[7]?.number += 1
    }
  }

  @Test("the stamp of the ids changes with the ids and their order, not with the rows")
  func orderStamp() {
    var table = TableSupport.table(ids: 1...4)
    var stamp = table.ids.changeStamp
    func changed() -> Bool {
      defer { stamp = table.ids.changeStamp }
      return stamp != table.ids.changeStamp
    }
    table[1]?.number += 1
    table[1] = .init(number: 7)
    table.update(id: 2) { $0.number += 1 }
    table.updateAll { _, row in row.number += 1 }
    #expect(!changed())
    table[5] = .init(number: 5)
    #expect(changed())
    table.move(id: 5, to: 0)
    #expect(changed())
    table.insert(.init(number: 6), id: 6, at: 2)
    #expect(changed())
    table.remove(id: 1)
    #expect(changed())
    table.sort { $0.id > $1.id }
    #expect(changed())
    table.removeAll()
    #expect(changed())
  }

  @Test("a change that was begun and then threw is reported, for it may have been half done")
  func thrownChange() {
    var table = TableSupport.table(ids: 1...2)
    func refuse(_ row: inout TableSupport.Row) throws(TableSupport.Refusal) {
      row.number = -1
      throw TableSupport.Refusal()
    }
    let seen = table.changeStamp
    #expect(throws: TableSupport.Refusal.self) { try table.update(id: 1, refuse) }
    #expect(throws: TableSupport.Refusal.self) { try refuse(&table[2]!) }
    #expect(throws: TableSupport.Refusal.self) { try refuse(&table[3, default: .init(number: 0)]) }
    #expect(TableSupport.changes(table, since: seen) == ["1 updated", "2 updated", "3 inserted"])
    #expect(table.rows.map(\.number) == [-1, -1, -1])
    #expect(throws: TableSupport.Refusal.self) {
      try table.updateAll { id, row throws(TableSupport.Refusal) in
        row.number = id
        if id == 2 { throw TableSupport.Refusal() }
      }
    }
    #expect(table.rows.map(\.number) == [1, 2, -1])
    #expect(table.changeStamp(of: 1) == table.changeStamp)
    #expect(table.changeStamp(of: 3) != table.changeStamp)
  }
}
