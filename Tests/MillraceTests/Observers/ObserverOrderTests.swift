import Millrace
import TestResources
import Testing

@MainActor
@Suite("The order in which observers are called")
struct ObserverOrderTests {
  @Test("Observers of one part are called in the order in which they were added, tokens and owners mixed")
  func onePart() {
    let store = observersStore(ObserversState())
    let owner = ObserversProbe()
    var seen: [String] = []
    let first = store.observe(\.count) { _ in seen.append("first") }
    store.observe(\.count, owner: owner) { _, _ in seen.append("second") }
    let third = store.observe(\.count) { _ in seen.append("third") }
    store.edit { $0.count = 1 }
    #expect(seen == ["first", "second", "third"])
    withExtendedLifetime((first, owner, third)) {}
  }

  @Test("Parts are looked at in the order in which they were first observed, before the messages")
  func parts() {
    let store = observersStore(ObserversState())
    var seen: [String] = []
    let tokens = [
      store.observe(messages: ObserversEdit<ObserversState>.self) { _ in seen.append("message") },
      store.observe(\.title) { _ in seen.append("name") },
      store.observe { _ in seen.append("whole") },
      store.observe(\.count) { _ in seen.append("count") },
      store.observe(\.title) { _ in seen.append("name again") },
    ]
    store.edit { state in
      state.count = 1
      state.title = "a"
    }
    #expect(seen == ["name", "name again", "whole", "count", "message"])
    withExtendedLifetime(tokens) {}
  }

  @Test(
    "What observers send waits until all observers of the turn were called, and is taken in the order sent")
  func sendsAreQueued() {
    let store = observersStore(ObserversState())
    var seen: [String] = []
    let tokens = [
      store.observe(\.count) { count in
        seen.append("count \(count)")
        if count == 1 {
          store.edit { $0.title = "from the first" }
          store.edit { $0.count = 2 }
        }
      },
      store.observe(\.count) { count in
        seen.append("again \(count)")
        if count == 1 { store.edit { $0.title = "from the second" } }
      },
      store.observe(\.title) { seen.append("name \($0)") },
    ]
    store.edit { $0.count = 1 }
    #expect(
      seen == [
        "count 1", "again 1", "name from the first", "count 2", "again 2", "name from the second",
      ])
    withExtendedLifetime(tokens) {}
  }

  @Test("All observers of a turn see the state of that turn, whatever the first of them has sent")
  func oneStateForAll() {
    let store = observersStore(ObserversState())
    var seen: [[Int]] = []
    let tokens = (0..<3).map { _ in
      store.observe(\.count) { count in
        if count < 3 { store.edit { $0.count = 3 } }
        seen.append([count, store.withState { $0.count }])
      }
    }
    store.edit { $0.count = 1 }
    #expect(seen == [[1, 1], [1, 1], [1, 1], [3, 3], [3, 3], [3, 3]])
    withExtendedLifetime(tokens) {}
  }

  @Test("Rows that one turn changed are reported in the order of their first changes")
  func rows() {
    let store = observersStore(ObserversState(notes: [1: "", 2: "", 3: ""]))
    var seen: [Int] = []
    let tokens = (1...3).map { id in store.observe(\.notes, row: id) { _ in seen.append(id) } }
    store.edit { state in
      state.notes[3] = "a"
      state.notes[1] = "a"
      state.notes[2] = "a"
      state.notes[1] = "b"
    }
    #expect(seen == [3, 1, 2])
    withExtendedLifetime(tokens) {}
  }

  @Test("After a change of everything, rows are reported in the order in which they were first observed")
  func rowsAfterBulk() throws {
    let notes = try RowTable(uniqueIDsWithRows: (0..<100).map { ($0, "") })
    let store = observersStore(ObserversState(notes: notes))
    var seen: [Int] = []
    var ids = Array(0..<100)
    var random = SeededGenerator(seed: 3)
    ids.shuffle(using: &random)
    let tokens = ids.map { id in store.observe(\.notes, row: id) { _ in seen.append(id) } }
    store.edit { $0.notes.updateAll { $1 += "!" } }
    #expect(seen == ids)
    withExtendedLifetime(tokens) {}
  }

  @Test("Stores of one flow tell their observers turn by turn")
  func twoStores() {
    let flow = Flow()
    let left = Store(0, of: Int.self, name: "left", flow: flow) { state, message in
      state = message
      return .none
    }
    let right = Store(0, of: Int.self, name: "right", flow: flow) { state, message in
      state = message
      return .none
    }
    var seen: [String] = []
    let tokens = [
      left.observe(\.self) { number in
        seen.append("left \(number)")
        if number < 3 { right.send(number) }
        seen.append("left over")
      },
      right.observe(\.self) { number in
        seen.append("right \(number)")
        left.send(number + 1)
      },
    ]
    left.send(1)
    #expect(
      seen == ["left 1", "left over", "right 1", "left 2", "left over", "right 2", "left 3", "left over"])
    withExtendedLifetime(tokens) {}
  }
}
