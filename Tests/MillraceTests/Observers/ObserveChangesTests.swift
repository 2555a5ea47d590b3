import Millrace
import TestResources
import Testing

@MainActor
@Suite("Observers of a table's changes")
struct ObserveChangesTests {
  /// Returns the changes of a turn as text; nil when the table could not tell.
  private static func text(_ changes: TableChanges<Int>) -> [String]? {
    switch changes {
    case .unchanged: []
    case .changed(let list): list.map { "\($0.id) \($0.kind)" }
    case .unknown: nil
    }
  }

  @Test("Each turn's changes are reported, oldest first, with the table as it is after them")
  func eachTurn() {
    let store = observersStore(ObserversState(notes: [1: "a", 2: "b"]))
    var turns: [[String]?] = []
    var counts: [Int] = []
    let token = store.observeChanges(in: \.notes) { changes, table in
      turns.append(Self.text(changes))
      counts.append(table.count)
    }
    store.edit { state in
      state.notes[1] = "A"
      state.notes[3] = "c"
      state.notes[1] = "AA"
    }
    store.edit { $0.count += 1 }
    store.edit { $0.notes[2] = nil }
    store.edit { $0.notes.move(id: 3, to: 0) }
    #expect(turns == [["1 updated", "3 inserted", "1 updated"], ["2 removed"], ["3 moved"]])
    #expect(counts == [3, 2, 2])
    token.cancel()
  }

  @Test(
    "A change of everything, a replaced table and more changes than the table remembers are reported as unknown"
  )
  func unknown() throws {
    let store = observersStore(ObserversState(notes: [1: "a", 2: "b"]))
    var turns: [[String]?] = []
    let token = store.observeChanges(in: \.notes) { changes, _ in turns.append(Self.text(changes)) }
    store.edit { $0.notes.updateAll { $1 += "!" } }
    store.edit { $0.notes = [5: "other"] }
    store.edit { state in for number in 0..<100 { state.notes[5] = "\(number)" } }
    store.edit { $0.notes[5] = "last" }
    #expect(turns == [nil, nil, nil, ["5 updated"]])
    token.cancel()
  }

  @Test("A row that comes and goes in one turn is reported as both, because the table did change")
  func cameAndWent() {
    let store = observersStore(ObserversState())
    var turns: [[String]?] = []
    let token = store.observeChanges(in: \.notes) { changes, _ in turns.append(Self.text(changes)) }
    store.edit { state in
      state.notes[1] = "short"
      state.notes[1] = nil
    }
    #expect(turns == [["1 inserted", "1 removed"]])
    token.cancel()
  }

  @Test(
    "The observers of rows are notified before those of the changes, and each goes on when the other ends")
  func withRows() {
    let store = observersStore(ObserversState(notes: [1: "a"]))
    var log: [String] = []
    let changes = store.observeChanges(in: \.notes) { _, _ in log.append("changes") }
    let row = store.observe(\.notes, row: 1) { log.append("row \($0 ?? "-")") }
    store.edit { $0.notes[1] = "b" }
    #expect(log == ["row b", "changes"])
    changes.cancel()
    store.pump()
    store.edit { $0.notes[1] = "c" }
    #expect(log == ["row b", "changes", "row c"])
    let again = store.observeChanges(in: \.notes) { _, _ in log.append("again") }
    row.cancel()
    store.pump()
    store.edit { $0.notes[1] = "d" }
    #expect(log == ["row b", "changes", "row c", "again"])
    again.cancel()
  }

  @Test("A list that applies the reported changes always shows the table")
  func mirror() {
    let store = observersStore(ObserversState())
    var mirror: [Int: String] = [:]
    let token = store.observeChanges(in: \.notes) { changes, table in
      if case .changed(let list) = changes {
        for change in list { mirror[change.id] = table[change.id] }
      } else {
        mirror = Dictionary(uniqueKeysWithValues: table.map { ($0.id, $0.row) })
      }
    }
    var random = SeededGenerator(seed: 4)
    for _ in 0..<300 {
      let ids = (0..<Int.random(in: 1...20, using: &random)).map { _ in Int.random(in: 0..<12, using: &random)
      }
      let kind = Int.random(in: 0..<10, using: &random)
      store.edit { state in
        if kind == 9 { state.notes.updateAll { $1 += "." } }
        for id in ids { state.notes[id] = (id + kind) % 3 == 0 ? nil : "\(id) \(kind)" }
      }
      let table = store.withState { state in state.notes.map { "\($0.id) \($0.row)" } }
      #expect(mirror.map { "\($0.key) \($0.value)" }.sorted() == table.sorted())
    }
    token.cancel()
  }
}
