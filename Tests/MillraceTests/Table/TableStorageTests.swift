import Testing

@testable import Millrace

@Suite("A table changes where it stands")
struct TableStorageTests {
  private typealias Row = TableSupport.Row

  @Test("no way of changing a row copies the row's own buffer or the table's")
  func changesInPlace() throws {
    var table = RowTable<Int, Row>()
    for id in 0..<100 {
      var row = Row(number: id)
      row.tags.reserveCapacity(100)
      row.tags.append(id)
      table[id] = row
    }
    func addresses() -> [UnsafeRawPointer?] {
      let tags = table.storage.slots[42].row?.tags.withUnsafeBufferPointer {
        UnsafeRawPointer($0.baseAddress)
      }
      return [tags ?? nil, table.storage.slots.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }]
    }
    let before = addresses()
    table[42]?.tags.append(1)
    #expect(addresses() == before)
    table[42]!.tags.append(2)
    #expect(addresses() == before)
    table[42, default: Row(number: 0)].tags.append(3)
    #expect(addresses() == before)
    table.update(id: 42) { $0.tags.append(4) }
    #expect(addresses() == before)
    table.updateAll { _, row in row.tags.append(5) }
    #expect(table[42]?.tags == [42, 1, 2, 3, 4, 5])
    #expect(addresses() == before)
  }

  @Test("no way of changing a table copies it because its changes are recorded", arguments: 0..<11)
  func recordsInPlace(way: Int) {
    var table = RowTable<Int, Row>()
    table.reserveCapacity(200)
    for id in 0..<100 { table[id] = Row(number: id) }
    func address() -> UnsafeRawPointer? {
      table.storage.slots.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) }
    }
    let before = address()
    let session = table.beginRecording()
    for _ in 0..<2 {
      switch way {
      case 0: table[42]?.number += 1
      case 1: table[table.count + 1] = Row(number: 1)
      case 2: table[42] = nil
      case 3: table[500]?.number += 1
      case 4: table.update(id: 42) { $0.number += 1 }
      case 5: table.insert(Row(number: 1), id: table.count + 1, at: 3)
      case 6: table.remove(id: 42)
      case 7: table.remove(atOffsets: [3])
      case 8: table.move(id: 42, to: 3)
      case 9: table.sort { $0.id > $1.id }
      default: table.sort { $0.id < $1.id }
      }
      #expect(address() == before)
    }
    session.close()
  }

  @Test("the table before a recording is there if another one is assigned before the first change")
  func holdsOldTable() {
    var table: RowTable = [1: "a", 2: "b"]
    let before = table
    var session = table.beginRecording()
    table[9]?.append("x")
    table.sort { $0.id < $1.id }
    table = [3: "c"]
    table[3] = "d"
    guard case .replaced(before) = table.endRecording(session) else { Issue.record(); return }
    session = table.beginRecording()
    table[3] = "e"
    table = [4: "f"]
    guard case .lost = table.endRecording(session) else { Issue.record(); return }
    session = table.beginRecording()
    let copy = table
    table = [:]
    table = copy
    guard case .changed(let inverses) = table.endRecording(session), inverses.isEmpty else {
      Issue.record()
      return
    }
  }

  @Test("moving rows about copies none of them")
  func movesInPlace() {
    var table = RowTable<Int, Row>()
    for id in 0..<50 { table[id] = Row(number: id, tags: [id]) }
    func addresses() -> [Int: UnsafeRawPointer?] {
      Dictionary(
        uniqueKeysWithValues: table.map { pair in
          (pair.id, pair.row.tags.withUnsafeBufferPointer { UnsafeRawPointer($0.baseAddress) })
        })
    }
    let before = addresses()
    for id in 0..<50 { table.move(id: id, to: (id * 7) % 50) }
    table.sort { $0.id > $1.id }
    #expect(addresses() == before)
  }

  @Test("a removed row is released at once")
  func releasesRemovedRows() {
    final class Load {}
    var table = RowTable<Int, Load>()
    for id in 0..<20 { table[id] = Load() }
    weak let assigned = table[3]
    weak let removed = table[4]
    weak let first = table[0]
    table[3] = nil
    table.remove(id: 4)
    table.remove(atOffsets: [0])
    #expect(assigned == nil && removed == nil && first == nil)
  }

  @Test("removing rows rebuilds the table once in about 2√n times", arguments: [false, true])
  func removalIsCheap(fromTheFront: Bool) {
    var random = TableSupport.Generator(seed: 5)
    var table = TableSupport.table(ids: 0..<10_000)
    let order = fromTheFront ? Array(0..<10_000) : Array(0..<10_000).shuffled(using: &random)
    var rebuilds = 0
    var tooMany = 0
    for id in order {
      let holes = table.storage.holes.count
      table.remove(id: id)
      if holes > 1, table.storage.holes.isEmpty { rebuilds += 1 }
      let limit = 1 + Int(2 * Double(table.storage.slots.count).squareRoot())
      if table.storage.holes.count > limit { tooMany += 1 }
    }
    #expect(tooMany == 0)
    #expect(table.isEmpty)
    #expect(rebuilds > 10)
    #expect(rebuilds <= 120)
  }

  @Test("inserting rows in one place opens a gap there once in about √n times", arguments: [0, 5_000])
  func insertionIsCheap(position: Int) {
    var table = TableSupport.table(ids: 0..<10_000)
    var gaps = 0
    for id in 10_000..<20_000 {
      let holes = table.storage.holes.count
      table.insert(Row(number: id), id: id, at: position)
      if table.storage.holes.count > holes { gaps += 1 }
    }
    #expect(table.count == 20_000)
    #expect(table.ids[position] == 19_999)
    #expect(gaps > 10)
    #expect(gaps <= 100)
  }

  @Test("a queue and a stack of rows keep no more slots than they need")
  func queuesStaySmall() {
    var queue = TableSupport.table(ids: 0..<100)
    for id in 100..<5_000 {
      queue[id] = Row(number: id)
      queue.remove(id: id - 100)
    }
    #expect(queue.storage.slots.count < 130)
    #expect(Array(queue.ids) == Array(4_900..<5_000))
    for id in (4_900..<5_000).reversed() { queue.remove(id: id) }
    #expect(queue.storage.slots.isEmpty && queue.storage.holes.isEmpty)
  }
}
