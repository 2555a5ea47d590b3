import Millrace
import Testing

/// An id that counts how often it is compared or hashed.
struct InvariantID: Hashable {
  let number: Int
  let work: ConcurrencyCount

  static func == (left: Self, right: Self) -> Bool {
    left.work.add()
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) {
    work.add()
    hasher.combine(number)
  }
}

/// A part that counts how often it is compared.
struct InvariantPart: Equatable {
  var number = 0
  let work: ConcurrencyCount

  static func == (left: Self, right: Self) -> Bool {
    left.work.add()
    return left.number == right.number
  }
}

extension InvariantTests {
  @Test("Observers pay only when affected: one of 10,000 rows changes, and the others are not read")
  @MainActor
  func rows() {
    /// The work of one turn, by observers of as many rows.
    func work(observers: Int) -> (ids: Int, calls: Int) {
      let counter = ConcurrencyCount()
      var table = RowTable<InvariantID, Int>()
      let ids = (0..<10_000).map { InvariantID(number: $0, work: counter) }
      for id in ids { table[id] = 0 }
      let store = Store(table, of: InvariantID.self) { table, id in
        table.update(id: id) { $0 += 1 }
        return .none
      }
      var calls = 0
      let tokens = ids.prefix(observers).map { store.observe(\.self, row: $0) { _ in calls += 1 } }
      // The first change may prepare something.
      store.send(ids[5])
      calls = 0
      let before = counter.value
      for _ in 0..<10 { store.send(ids[7]) }
      let ids10 = counter.value - before
      for token in tokens { token.cancel() }
      return (ids10, calls)
    }
    let few = work(observers: 100)
    let many = work(observers: 10_000)
    #expect(few.calls == 10)
    #expect(many.calls == 10)
    // Hashing differs by luck in collisions; asking everybody would be 100 times as much.
    #expect(many.ids <= 3 * few.ids, "\(many.ids) look-ups for 10,000 observers, \(few.ids) for 100")
  }

  @Test("Observers pay only when affected: a part is compared once a turn, however many observe it")
  @MainActor
  func sharedComparison() {
    struct State {
      var part: InvariantPart
      var other = 0
    }
    let work = ConcurrencyCount()
    let store = Store(State(part: InvariantPart(work: work)), of: Bool.self) { state, touchesPart in
      if touchesPart { state.part.number += 1 } else { state.other += 1 }
      return .none
    }
    var calls = 0
    let tokens = (0..<1_000).map { _ in store.observe(\.part) { _ in calls += 1 } }
    let before = work.value
    for _ in 0..<10 { store.send(false) }
    #expect(work.value - before == 10)
    #expect(calls == 0)
    store.send(true)
    // A value that has changed is compared with itself as well.
    #expect(work.value - before == 12)
    #expect(calls == 1_000)
    for token in tokens { token.cancel() }
  }

  @Test("Observers pay only when affected: those of a message's type are notified, the others are not asked")
  @MainActor
  func messageTypes() {
    struct First: Sendable {}
    struct Second: Sendable {}
    let store = Store(0, of: (any Sendable).self) { count, _ in
      count += 1
      return .none
    }
    var calls = (first: 0, second: 0)
    let first = store.observe(messages: First.self) { _ in calls.first += 1 }
    let second = store.observe(messages: Second.self) { _ in calls.second += 1 }
    for _ in 0..<5 { store.send(First()) }
    store.send(Second())
    store.send("neither")
    #expect(calls == (5, 1))
    first.cancel()
    second.cancel()
  }

  @Test(
    "Observers pay only when affected: a selector computes when one of its parts has changed, not otherwise")
  @MainActor
  func selectors() {
    struct State {
      var left = 0
      var right = 0
      var other = 0
    }
    enum Part { case left, right, other }
    let store = Store(State(), of: Part.self) { state, part in
      switch part {
      case .left: state.left += 1
      case .right: state.right += 1
      case .other: state.other += 1
      }
      return .none
    }
    var computed = 0
    let sum = store.select(\.left, \.right) { left, right in
      computed += 1
      return left + right
    }
    var told: [Int] = []
    let token = sum.observe { told.append($0) }
    for part in [Part.other, .left, .other, .right, .other] { store.send(part) }
    #expect(told == [1, 2])
    #expect(computed == 3)
    #expect(sum.value == 2)
    #expect(computed == 3)
    token.cancel()
  }
}
