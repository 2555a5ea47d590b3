import Testing

@testable import Millrace

@MainActor
@Suite("A row whose id is unequal to itself")
struct UnequalIDTests {
  private typealias Table = RowTable<Double, String>

  @Test("is one row, which is found, changed, moved and removed as others are")
  func oneRow() throws {
    var table: Table = [1: "a", .nan: "b"]
    for text in ["c", "d"] { table[.nan] = text }
    #expect(table.count == 2 && table[.nan] == "d" && table.position(of: .nan) == 1)
    #expect(table.append("e", id: .nan) == "d" && table.insert("f", id: .nan, at: 0) == "e")
    #expect(table.contains(id: .nan) && table.first?.row == "f")
    #expect(table.move(id: .nan, to: 1) && table.last?.row == "f")
    table.update(id: .nan) { $0 += "!" }
    #expect(table[.nan, default: "?"] == "f!")
    let stamp = table.changeStamp
    table.sort { $0.row < $1.row }
    #expect(table.changeStamp == stamp, "it is sorted already")
    table.sort { $0.row > $1.row }
    #expect(table.changeStamp != stamp && table.rows.map { $0 } == ["f!", "a"])
    #expect(table == [.nan: "f!", 1: "a"])
    #expect(throws: DuplicateRowID.self) { try Table(uniqueIDsWithRows: [(.nan, "a"), (.nan, "b")]) }
    #expect(Table([(.nan, "a"), (.nan, "b")], uniquingIDsWith: +)[.nan] == "ab")
    #expect(table.remove(id: .nan) == "f!" && table.remove(id: .nan) == nil)
    table[.nan] = "g"
    table[.nan] = nil
    #expect(table.ids.map { $0 } == [1])
  }

  @Test("keeps its place among others that come and go", arguments: [1, 2, 3] as [UInt64])
  func law(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    var table = Table()
    var twin: [(id: Double, text: String)] = []
    func place(_ id: Double) -> Int? { twin.firstIndex { $0.id == id || $0.id.isNaN && id.isNaN } }
    for step in 0..<2_000 {
      let id = Bool.random(using: &random) ? Double.nan : Double(Int.random(in: 0..<40, using: &random))
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        table[id] = "\(step)"
        if let place = place(id) { twin[place].text = "\(step)" } else { twin.append((id, "\(step)")) }
      case 1:
        table.remove(id: id)
        if let place = place(id) { twin.remove(at: place) }
      case 2:
        guard !twin.isEmpty else { continue }
        let target = Int.random(in: 0..<twin.count, using: &random)
        table.move(id: id, to: target)
        if let place = place(id) { twin.insert(twin.remove(at: place), at: target) }
      default:
        table.sort { $0.row < $1.row }
        twin.sort { $0.text < $1.text }
      }
      #expect(table.rows.map { $0 } == twin.map(\.text), "seed \(seed), step \(step)")
      #expect(table.count == twin.count && table.contains(id: .nan) == (place(.nan) != nil))
    }
  }

  @Test("tells its observers, and those of other rows nothing")
  func observed() {
    struct State { var table: Table = [.nan: "a", 1: "b"] }
    let store = observersStore(State())
    var seen: [String?] = []
    let token = store.observe(\.table, row: .nan) { seen.append($0) }
    let other = store.observe(\.table, row: 1) { _ in seen.append("other") }
    store.edit { $0.table[.nan] = "c" }
    store.edit {
      $0.table[.nan] = "d"
      $0.table.sort { $0.row > $1.row }
    }
    store.edit { $0.table[.nan] = nil }
    #expect(seen == ["c", "d", nil])
    withExtendedLifetime((token, other)) {}
  }
}
