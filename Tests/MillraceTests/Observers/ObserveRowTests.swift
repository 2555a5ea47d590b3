import Millrace
import Testing

@MainActor
@Suite("Observers of a row")
struct ObserveRowTests {
  private func store(rows: Int) throws -> ObserversStore {
    let notes = try RowTable(uniqueIDsWithRows: (0..<rows).map { ($0, "note \($0)") })
    return observersStore(ObserversState(notes: notes))
  }

  @Test("A row's observer is notified when the row comes, changes, goes and comes back, and of no other row")
  func cameAndWent() throws {
    let store = try store(rows: 3)
    var seen: [String?] = []
    let token = store.observe(\.notes, row: 7) { seen.append($0) }
    store.edit { $0.notes[1] = "other" }
    store.edit { $0.notes[7] = "new" }
    store.edit { $0.notes[7]?.append("er") }
    store.edit { $0.notes[2] = nil }
    store.edit { $0.notes[7] = nil }
    store.edit { $0.notes[7] = nil }
    store.edit { $0.notes[7] = "back" }
    #expect(seen == ["new", "newer", nil, "back"])
    token.cancel()
  }

  @Test("A row is reported once for a turn, however often it was changed")
  func onceForATurn() throws {
    let store = try store(rows: 3)
    var seen: [String?] = []
    let token = store.observe(\.notes, row: 1) { seen.append($0) }
    store.edit { state in
      for number in 0..<5 { state.notes[1] = "\(number)" }
      state.notes[1] = nil
      state.notes[1] = "last"
    }
    #expect(seen == ["last"])
    token.cancel()
  }

  @Test("A row that comes and goes within one turn was never there")
  func cameAndWentInOneTurn() throws {
    let store = try store(rows: 3)
    var calls = 0
    let token = store.observe(\.notes, row: 9) { _ in calls += 1 }
    store.edit { state in
      state.notes[9] = "short"
      state.notes[9] = nil
    }
    #expect(calls == 0)
    token.cancel()
  }

  @Test("Moving and sorting rows tells no row")
  func moves() throws {
    let store = try store(rows: 40)
    var rows = 0
    var tables = 0
    let tokens =
      (0..<40).map { store.observe(\.notes, row: $0) { _ in rows += 1 } }
      + [store.observe(\.notes) { _ in tables += 1 }]
    store.edit { $0.notes.move(id: 3, to: 0) }
    store.edit { $0.notes.sort { $0.id > $1.id } }
    #expect(rows == 0)
    #expect(tables == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test("With `initial` a row's observer is notified what is there, or that nothing is")
  func initial() throws {
    let store = try store(rows: 2)
    let owner = ObserversProbe()
    var seen: [String?] = []
    let token = store.observe(\.notes, row: 1, initial: true) { seen.append($0) }
    store.observe(\.notes, row: 5, owner: owner, initial: true) { seen.append($1) }
    store.edit { $0.notes[0] = "else" }
    #expect(seen == ["note 1", nil])
    store.edit { $0.notes[5] = "five" }
    #expect(seen == ["note 1", nil, "five"])
    withExtendedLifetime((token, owner)) {}
  }

  @Test("When another table takes the place of the table, the rows that differ are reported")
  func replaced() throws {
    let store = try store(rows: 3)
    var seen: [String] = []
    let tokens = (0..<5).map { id in store.observe(\.notes, row: id) { seen.append("\(id) \($0 ?? "-")") } }
    store.edit { $0.notes = [1: "one", 3: "three"] }
    #expect(seen.sorted() == ["0 -", "1 one", "2 -", "3 three"])
    seen = []
    store.edit { $0.notes = RowTable() }
    #expect(seen.sorted() == ["1 -", "3 -"])
    withExtendedLifetime(tokens) {}
  }

  @Test("When an earlier copy of the table is put back, exactly the rows that had changed since are reported")
  func putBack() throws {
    struct History {
      var notes: RowTable<Int, String>
      var saved: RowTable<Int, String>?
    }
    let notes = try RowTable(uniqueIDsWithRows: (0..<4).map { ($0, "note \($0)") })
    let store = observersStore(History(notes: notes))
    var seen: [String] = []
    let tokens = (0..<6).map { id in store.observe(\.notes, row: id) { seen.append("\(id) \($0 ?? "-")") } }
    store.edit { $0.saved = $0.notes }
    store.edit { state in
      state.notes[1] = "changed"
      state.notes[2] = nil
      state.notes[5] = "added"
    }
    seen = []
    store.edit { state in
      guard let saved = state.saved else { return }
      state.notes = saved
    }
    #expect(seen.sorted() == ["1 note 1", "2 note 2", "5 -"])
    seen = []
    store.edit { $0.notes[0] = "after" }
    #expect(seen == ["0 after"])
    withExtendedLifetime(tokens) {}
  }

  @Test("Two copies that went different ways are distinguished when one takes the other's place")
  func diverged() throws {
    struct Pair {
      var left: RowTable<Int, String>
      var right: RowTable<Int, String>
    }
    let notes = try RowTable(uniqueIDsWithRows: (0..<3).map { ($0, "note \($0)") })
    let store = observersStore(Pair(left: notes, right: notes))
    var left: [String] = []
    var right: [String] = []
    let tokens =
      (0..<3).map { id in store.observe(\.left, row: id) { left.append("\(id) \($0 ?? "-")") } }
      + (0..<3).map { id in store.observe(\.right, row: id) { right.append("\(id) \($0 ?? "-")") } }
    store.edit { state in
      state.left[0] = "left"
      state.right[1] = "right"
    }
    #expect(left == ["0 left"])
    #expect(right == ["1 right"])
    store.edit { $0.left = $0.right }
    #expect(left.dropFirst().sorted() == ["0 note 0", "1 right"])
    #expect(right == ["1 right"])
    withExtendedLifetime(tokens) {}
  }

  @Test("A turn that changes more rows than the table remembers tells each changed row once, and no other")
  func moreThanTheLog() throws {
    let store = try store(rows: 1_000)
    var calls: [Int: Int] = [:]
    let tokens = (0..<1_000).map { id in store.observe(\.notes, row: id) { _ in calls[id, default: 0] += 1 } }
    store.edit { state in
      for id in 0..<700 { state.notes[id]?.append("!") }
      for id in 0..<700 { state.notes[id]?.append("!") }
    }
    #expect(calls == Dictionary(uniqueKeysWithValues: (0..<700).map { ($0, 1) }))
    calls = [:]
    store.edit { $0.notes[999] = nil }
    #expect(calls == [999: 1])
    calls = [:]
    store.edit { $0.notes.updateAll { $1.append("?") } }
    #expect(calls == Dictionary(uniqueKeysWithValues: (0..<999).map { ($0, 1) }))
    calls = [:]
    store.edit { $0.notes.removeAll() }
    #expect(calls == Dictionary(uniqueKeysWithValues: (0..<999).map { ($0, 1) }))
    withExtendedLifetime(tokens) {}
  }

  @Test("Several observers of one row, and of a row in two tables, are all notified")
  func several() {
    struct Pair {
      var left = RowTable<Int, Int>()
      var right = RowTable<Int, Int>()
    }
    let store = observersStore(Pair())
    var seen: [String] = []
    let tokens = [
      store.observe(\.left, row: 1) { seen.append("first \($0 ?? 0)") },
      store.observe(\.left, row: 1) { seen.append("second \($0 ?? 0)") },
      store.observe(\.right, row: 1) { seen.append("right \($0 ?? 0)") },
    ]
    store.edit { $0.left[1] = 1 }
    store.edit { $0.right[1] = 2 }
    #expect(seen == ["first 1", "second 1", "right 2"])
    withExtendedLifetime(tokens) {}
  }

  @Test("A row that is changed by a message of `initial` is reported once")
  func changedByInitial() throws {
    let store = try store(rows: 2)
    var seen: [String?] = []
    let token = store.observe(\.notes, row: 1, initial: true) { row in
      seen.append(row)
      if seen.count == 1 { store.edit { $0.notes[1] = "changed" } }
    }
    store.edit { $0.notes.sort { $0.id > $1.id } }
    #expect(seen == ["note 1", "changed"])
    token.cancel()
  }
}
