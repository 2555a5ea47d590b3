import Millrace
import Testing

@MainActor
@Suite("Observers of a part of the state")
struct ObservePartTests {
  @Test("A stored part is reported when it has changed, and only then")
  func storedPart() {
    let store = observersStore(ObserversState())
    var seen: [Int] = []
    let token = store.observe(\.count) { seen.append($0) }
    store.edit { $0.count = 1 }
    store.edit { $0.count = 1 }
    store.edit { $0.title = "else" }
    store.edit { $0.count = 2 }
    #expect(seen == [1, 2])
    token.cancel()
  }

  @Test("A part that is written and put back in one turn has not changed")
  func putBack() {
    let store = observersStore(ObserversState())
    var calls = 0
    let token = store.observe(\.count) { _ in calls += 1 }
    store.edit { state in
      state.count = 5
      state.count = 0
    }
    #expect(calls == 0)
    token.cancel()
  }

  @Test("A computed part is reported when its value has changed, not when what it is made of has")
  func computedPart() {
    let store = observersStore(ObserversState())
    var doubled: [Int] = []
    var even: [Bool] = []
    let tokens = [
      store.observe(\.doubled) { doubled.append($0) },
      store.observe(\.isEven) { even.append($0) },
    ]
    store.edit { $0.count = 2 }
    store.edit { $0.count = 3 }
    store.edit { $0.count = 5 }
    #expect(doubled == [4, 6, 10])
    #expect(even == [false])
    withExtendedLifetime(tokens) {}
  }

  @Test("A part of a part is reported without its neighbours")
  func nestedPart() {
    let store = observersStore(ObserversState())
    var rows: [Int] = []
    var places: [ObserversState.Place] = []
    let tokens = [
      store.observe(\.place.row) { rows.append($0) },
      store.observe(\.place) { places.append($0) },
    ]
    store.edit { $0.place.column = 1 }
    store.edit { $0.place.row = 2 }
    #expect(rows == [2])
    #expect(places == [.init(row: 0, column: 1), .init(row: 2, column: 1)])
    withExtendedLifetime(tokens) {}
  }

  @Test("A part behind an optional is reported when it comes, changes and goes")
  func optionalPart() {
    let store = observersStore(ObserversState())
    var names: [String?] = []
    let token = store.observe(\.child?.name) { names.append($0) }
    store.edit { $0.child = .init(name: "Ada") }
    store.edit { $0.child?.age = 36 }
    store.edit { $0.child?.name = "Eve" }
    store.edit { $0.child = nil }
    store.edit { $0.child = nil }
    #expect(names == ["Ada", "Eve", nil])
    token.cancel()
  }

  @Test("A part that is an enum, one with a setter of its own, and the state itself can be observed")
  func otherParts() {
    struct Whole: Equatable {
      var phase = ObserversState.Phase.idle
      var level = 0 { didSet { changes += 1 } }
      var changes = 0
    }
    let store = observersStore(Whole())
    var phases: [ObserversState.Phase] = []
    var levels: [Int] = []
    var wholes = 0
    let tokens = [
      store.observe(\.phase) { phases.append($0) },
      store.observe(\.level) { levels.append($0) },
      store.observe(\.self) { _ in wholes += 1 },
    ]
    store.edit { $0.phase = .loading(1) }
    store.edit { $0.level = 3 }
    store.edit { _ in }
    #expect(phases == [.loading(1)])
    #expect(levels == [3])
    #expect(wholes == 2)
    withExtendedLifetime(tokens) {}
  }

  @Test("A state that is a class can be observed by what its key paths read")
  func classState() {
    final class Model {
      var count = 0
    }
    let store = Store(Model(), of: Int.self) { model, number in
      model.count += number
      return .none
    }
    var seen: [Int] = []
    let token = store.observe(\.count) { seen.append($0) }
    store.send(2)
    store.send(0)
    store.send(1)
    #expect(seen == [2, 3])
    token.cancel()
  }

  @Test("With `initial` the part is reported before `observe` returns, and not again until it has changed")
  func initial() {
    let store = observersStore(ObserversState(count: 7, notes: [1: "a"]))
    let owner = ObserversProbe()
    var seen: [String] = []
    let token = store.observe(\.count, initial: true) { seen.append("token \($0)") }
    store.observe(\.count, owner: owner, initial: true) { seen.append("owner \($1)") }
    let stamped = store.observe(\.notes, initial: true) { seen.append("notes \($0.count)") }
    store.observe(\.notes, owner: owner, initial: true) { seen.append("owner notes \($1.count)") }
    #expect(seen == ["token 7", "owner 7", "notes 1", "owner notes 1"])
    seen = []
    store.edit { _ in }
    #expect(seen == [])
    store.edit { $0.count = 8 }
    #expect(seen == ["token 8", "owner 8"])
    withExtendedLifetime((token, stamped, owner)) {}
  }

  @Test("An observer that requests the old value gets it with the new one")
  func change() {
    let store = observersStore(ObserversState(count: 1))
    let owner = ObserversProbe()
    var changes: [[Int]] = []
    var ofOwner: [[Int]] = []
    let token = store.observeChange(of: \.count) { changes.append([$0, $1]) }
    store.observeChange(of: \.count, owner: owner) { ofOwner.append([$1, $2]) }
    store.edit { $0.count = 2 }
    store.edit { _ in }
    store.edit { $0.count = 5 }
    #expect(changes == [[1, 2], [2, 5]])
    #expect(ofOwner == changes)
    withExtendedLifetime((token, owner)) {}
  }

  @Test("A change of an optional part tells what was there before it came and after it went")
  func optionalChange() {
    let store = observersStore(ObserversState())
    var changes: [[String?]] = []
    let token = store.observeChange(of: \.child?.name) { changes.append([$0, $1]) }
    store.edit { $0.child = .init(name: "Ada") }
    store.edit { $0.child = nil }
    #expect(changes == [[nil, "Ada"], ["Ada", nil]])
    token.cancel()
  }

  @Test("An observer that is added late compares with the state at that time")
  func late() {
    let store = observersStore(ObserversState())
    store.edit { $0.count = 4 }
    var changes: [[Int]] = []
    let first = store.observeChange(of: \.count) { changes.append([$0, $1]) }
    store.edit { $0.count = 5 }
    first.cancel()
    store.pump()
    store.edit { $0.count = 6 }
    let second = store.observeChange(of: \.count) { changes.append([$0, $1]) }
    store.edit { $0.count = 7 }
    #expect(changes == [[4, 5], [6, 7]])
    second.cancel()
  }

  @Test("Two key paths to parts of one type do not disturb each other")
  func twoPaths() {
    let store = observersStore(ObserversState())
    var seen: [String] = []
    let tokens = [
      store.observe(\.place.row) { seen.append("row \($0)") },
      store.observe(\.place.column) { seen.append("column \($0)") },
      store.observe(\.count) { seen.append("count \($0)") },
    ]
    store.edit { $0.place.column = 1 }
    store.edit { $0.place.row = 2 }
    store.edit { $0.count = 3 }
    #expect(seen == ["column 1", "row 2", "count 3"])
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "A part that says by itself when it has changed is reported for each write, equal or not, and needs no equality"
  )
  func stampedPart() {
    struct Opaque {
      var number = 0
    }
    struct Library {
      var shelf = RowTable<Int, Opaque>()
      var notes = RowTable<Int, String>()
      var other = 0
    }
    let store = observersStore(Library())
    let owner = ObserversProbe()
    var shelves: [Int] = []
    var notes: [String?] = []
    var owned = 0
    let tokens = [
      store.observe(\.shelf) { shelves.append($0.count) },
      store.observe(\.notes) { notes.append($0[1]) },
    ]
    store.observe(\.shelf, owner: owner) { _, _ in owned += 1 }
    store.edit { $0.shelf[1] = Opaque() }
    store.edit { $0.shelf[1]?.number = 2 }
    store.edit { $0.notes[1] = "a" }
    store.edit { $0.notes[1] = "a" }
    store.edit { $0.other += 1 }
    #expect(shelves == [1, 1])
    #expect(owned == 2)
    #expect(notes == ["a", "a"])
    withExtendedLifetime((tokens, owner)) {}
  }

  @Test("A store without a home, pumped by hand, tells its observers as well")
  nonisolated func withoutHome() {
    let store = observersStore(ObserversState())
    var seen: [String] = []
    let tokens = [
      store.observe(\.count) { seen.append("count \($0)") },
      store.observe(\.doubled) { seen.append("doubled \($0)") },
      store.observe(\.notes, row: 1) { seen.append("row \($0 ?? "-")") },
    ]
    let sender = store.sender()
    sender.send(ObserversEdit { $0.count = 1 })
    sender.send(ObserversEdit { $0.notes[1] = "a" })
    #expect(seen == [])
    store.pump()
    store.edit { $0.title = "else" }
    #expect(seen == ["count 1", "doubled 2", "row a"])
    withExtendedLifetime(tokens) {}
  }
}
