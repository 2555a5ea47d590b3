@testable import Millrace

extension TableSupport {
  /// A table and the plainest thing that should behave like it.
  struct Twin {
    var table = RowTable<Int, Row>()
    var pairs: [(id: Int, row: Row)] = []
    /// The ids a step chooses among.
    var ids: Range<Int>

    init(ids: Range<Int>) {
      self.ids = ids
    }

    var rowsByID: [Int: Row] { Dictionary(uniqueKeysWithValues: pairs.map { ($0.id, $0.row) }) }

    func place(_ id: Int) -> Int? { pairs.firstIndex { $0.id == id } }

    /// Does one step, chosen by the generator, to both, and says what it did.
    mutating func step(_ random: inout Generator) -> String {
      let id = Int.random(in: ids, using: &random)
      let row = Row(number: Int.random(in: 0..<1_000_000, using: &random))
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<15: return assign(row, id)
      case 15..<35: return change(id)
      case 35..<40: return changeOrAdd(id)
      case 40..<47: return append(row, id)
      case 47..<60: return insert(row, id, &random)
      case 60..<70: return move(id, &random)
      case 70..<74: return moveMany(&random)
      case 74..<92: return remove(id, byAssigning: Bool.random(using: &random))
      case 92..<95: return removeMany(&random)
      case 95..<97: return removeSome(modulo: Int.random(in: 5..<20, using: &random))
      case 97: return changeAll()
      case 98: return sort(&random)
      default: return removeAll(&random)
      }
    }

    private mutating func put(_ row: Row, _ id: Int) {
      if let place = place(id) { pairs[place].row = row } else { pairs.append((id, row)) }
    }

    private mutating func assign(_ row: Row, _ id: Int) -> String {
      table[id] = row
      put(row, id)
      return "table[\(id)] = \(row.number)"
    }

    private mutating func change(_ id: Int) -> String {
      table[id]?.number += 1
      if let place = place(id) { pairs[place].row.number += 1 }
      return "table[\(id)]?.number += 1"
    }

    private mutating func changeOrAdd(_ id: Int) -> String {
      table[id, default: Row(number: 0)].tags.append(id)
      var row = place(id).map { pairs[$0].row } ?? Row(number: 0)
      row.tags.append(id)
      put(row, id)
      return "table[\(id), default:].tags.append"
    }

    private mutating func append(_ row: Row, _ id: Int) -> String {
      table.append(row, id: id)
      pairs.removeAll { $0.id == id }
      pairs.append((id, row))
      return "append(id: \(id))"
    }

    private mutating func insert(_ row: Row, _ id: Int, _ random: inout Generator) -> String {
      // Half of the insertions go to the front, where gaps are opened for them.
      let position = Bool.random(using: &random) ? 0 : Int.random(in: 0...pairs.count, using: &random)
      table.insert(row, id: id, at: position)
      pairs.removeAll { $0.id == id }
      pairs.insert((id, row), at: min(position, pairs.count))
      return "insert(id: \(id), at: \(position))"
    }

    private mutating func move(_ id: Int, _ random: inout Generator) -> String {
      guard let place = place(id) else { return "no move: \(table.move(id: id, to: -1))" }
      let position = Int.random(in: 0..<pairs.count, using: &random)
      table.move(id: id, to: position)
      pairs.insert(pairs.remove(at: place), at: position)
      return "move(id: \(id), to: \(position))"
    }

    private mutating func moveMany(_ random: inout Generator) -> String {
      guard !pairs.isEmpty else { return "nothing" }
      let offsets = pairs.indices.filter { _ in Int.random(in: 0..<8, using: &random) == 0 }
      let destination = Int.random(in: 0...pairs.count, using: &random)
      table.move(fromOffsets: offsets.shuffled(using: &random), toOffset: destination)
      let chosen = Set(offsets)
      let before = pairs.indices.filter { $0 < destination && !chosen.contains($0) }
      let after = pairs.indices.filter { $0 >= destination && !chosen.contains($0) }
      pairs = (before + offsets + after).map { pairs[$0] }
      return "move(fromOffsets: \(offsets), toOffset: \(destination))"
    }

    private mutating func remove(_ id: Int, byAssigning: Bool) -> String {
      if byAssigning { table[id] = nil } else { table.remove(id: id) }
      pairs.removeAll { $0.id == id }
      return "remove(\(id))"
    }

    private mutating func removeMany(_ random: inout Generator) -> String {
      let offsets = Set(pairs.indices.filter { _ in Int.random(in: 0..<10, using: &random) == 0 })
      table.remove(atOffsets: offsets)
      pairs = pairs.indices.filter { !offsets.contains($0) }.map { pairs[$0] }
      return "remove(atOffsets: \(offsets.sorted()))"
    }

    private mutating func removeSome(modulo: Int) -> String {
      table.removeAll { $0.row.number % modulo == 0 }
      pairs.removeAll { $0.row.number % modulo == 0 }
      return "removeAll(where: divisible by \(modulo))"
    }

    private mutating func changeAll() -> String {
      table.updateAll { id, row in row.number += id }
      for place in pairs.indices { pairs[place].row.number += pairs[place].id }
      return "updateAll"
    }

    private mutating func sort(_ random: inout Generator) -> String {
      let rising = Bool.random(using: &random)
      // A coarse order, so that there are equal rows whose order must stay.
      table.sort { rising ? $0.row.number % 7 < $1.row.number % 7 : $0.row.number % 7 > $1.row.number % 7 }
      pairs.sort { rising ? $0.row.number % 7 < $1.row.number % 7 : $0.row.number % 7 > $1.row.number % 7 }
      return "sort(rising: \(rising))"
    }

    private mutating func removeAll(_ random: inout Generator) -> String {
      guard Int.random(in: 0..<4, using: &random) == 0 else { return "nothing" }
      table.removeAll(keepingCapacity: Bool.random(using: &random))
      pairs = []
      return "removeAll"
    }
  }
}
