import Millrace
import Testing

/// Rows that count how often all of them are copied.
struct InvariantRows: Equatable {
  private final class Storage {
    var rows: [Int]
    init(_ rows: [Int]) { self.rows = rows }
  }

  private var storage: Storage
  private(set) var copies = 0

  init(count: Int) {
    storage = Storage(Array(0..<count))
  }

  subscript(index: Int) -> Int {
    get { storage.rows[index] }
    set {
      if !isKnownUniquelyReferenced(&storage) {
        storage = Storage(storage.rows)
        copies += 1
      }
      storage.rows[index] = newValue
    }
  }

  static func == (left: Self, right: Self) -> Bool { left.storage.rows == right.storage.rows }
}

/// A row that can tell whether the table it is in was copied: two tables would hold the same box.
struct InvariantRow: Equatable {
  final class Box: Sendable {}

  var box = Box()
  var number = 0
  var isShared = false

  mutating func touch() {
    if !isKnownUniquelyReferenced(&box) { isShared = true }
    number += 1
  }

  static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}

struct InvariantHouse: Equatable {
  var rows = InvariantRows(count: 100_000)
  var table = RowTable<Int, InvariantRow>()
  var plain = Array(0..<100_000)
  var title = ""
  var count = 0
}

extension InvariantTests {
  /// A watcher of the state while a row of it is changed.
  enum InvariantWatcher: CaseIterable {
    case nobody, whole, owner, path, computed, messages, row, selector, tap, gate, scope, reader
  }

  @MainActor
  private func makeHouse() -> Store<InvariantHouse, Int> {
    var house = InvariantHouse()
    for id in 0..<1_000 { house.table[id] = InvariantRow() }
    return Store(house, of: Int.self) { house, index in
      house.rows[index] += 1
      house.table[index % 1_000]?.touch()
      house.plain[index] += 1
      house.count += 1
      return .none
    }
  }

  @Test(
    "State is changed in place: a turn that touches one row of 100,000 copies none, with any observers",
    arguments: InvariantWatcher.allCases)
  @MainActor
  func inPlace(watcher: InvariantWatcher) {
    let store = makeHouse()
    var calls = 0
    let owner = PeerMistakesBox<Int>()
    var keep: [Any] = []
    switch watcher {
    case .nobody: break
    case .whole: keep.append(store.observe(initial: true) { _ in calls += 1 })
    case .owner: store.observeState(owner: owner) { _, _ in calls += 1 }
    case .path: keep.append(store.observe(\.count, initial: true) { _ in calls += 1 })
    case .computed: keep.append(store.observe(\.title.count) { _ in calls += 1 })
    case .messages: keep.append(store.observe(messages: Int.self) { _ in calls += 1 })
    case .row: keep.append(store.observe(\.table, row: 7) { _ in calls += 1 })
    case .selector:
      let selector = store.select(\.count, \.title) { count, _ in count }
      keep.append(selector)
      keep.append(selector.observe { _ in calls += 1 })
    case .tap: keep.append(store.flow.tap { _ in calls += 1 })
    case .gate: keep.append(store.flow.gate("gate") { _ in .pass })
    case .scope:
      keep.append(store.scope(\.count) { (number: Int) in number }.observe(\.self) { _ in calls += 1 })
    case .reader: break
    }
    var addresses: Set<UInt> = []
    for turn in 0..<200 {
      store.send(turn * 7)
      if watcher == .reader {
        calls += store.state.count + store.count + store.withState(\.plain.count)
      }
      let address = store.withState { house in
        // Sound: the address is compared, never followed.
        house.plain.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
      }
      addresses.insert(address)
    }
    #expect(addresses.count == 1)
    #expect(store.withState(\.rows.copies) == 0)
    #expect(store.withState { $0.table.rows.contains(where: \.isShared) } == false)
    #expect(store.withState { $0.rows[7] } == 8)
  }

  @Test(
    "State is changed in place: only an observer of the old value pays for it, and only while it observes")
  @MainActor
  func oldValueIsPaidFor() {
    let store = makeHouse()
    var isRight = true
    let token = store.observeChange(of: \.rows) { old, new in
      if old[7] + 1 != new[7] { isRight = false }
    }
    for _ in 0..<10 { store.send(7) }
    #expect(store.withState(\.rows.copies) == 10)
    token.cancel()
    store.flow.pump()
    let paid = store.withState(\.rows.copies)
    for _ in 0..<10 { store.send(7) }
    #expect(store.withState(\.rows.copies) <= paid + 1)
    #expect(isRight)

    let tap = store.flow.tap(detail: .changes) { if $0.isChanged != true { isRight = false } }
    let before = store.withState(\.rows.copies)
    for _ in 0..<10 { store.send(7) }
    #expect(store.withState(\.rows.copies) == before + 10)
    tap.cancel()
    for _ in 0..<10 { store.send(7) }
    #expect(store.withState(\.rows.copies) == before + 10)
    #expect(isRight)
  }
}
