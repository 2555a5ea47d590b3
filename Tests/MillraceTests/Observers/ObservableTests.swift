import Observation
import Synchronization
import Testing

@testable import Millrace

@MainActor
@Suite("A store is observable")
struct ObservableTests {
  /// Counts what `onChange` is called for.
  private final class Calls: Sendable {
    private let number = Atomic(0)
    var count: Int { number.load(ordering: .relaxed) }
    func add() { number.wrappingAdd(1, ordering: .relaxed) }
  }

  /// Reads, and counts the call that says that what was read has changed.
  private func track(_ read: () -> Void) -> Calls {
    let calls = Calls()
    withObservationTracking(read) { calls.add() }
    return calls
  }

  @Test("A reader of a part is notified when it has changed, and not for another part")
  func onlyWhatWasRead() {
    let store = observersStore(ObserversState())
    let count = track { _ = store.count }
    let label = track { _ = store.title }
    let column = track { _ = store.place.column }
    let computed = track { _ = store.isEven }
    store.edit { $0.title = "a" }
    #expect([count, label, column, computed].map(\.count) == [0, 1, 0, 0])
    store.edit { $0.count = 2 }
    #expect([count, label, column, computed].map(\.count) == [1, 1, 0, 0])
    store.edit { $0.place.row = 1 }
    #expect([count, label, column, computed].map(\.count) == [1, 1, 1, 0])
    store.edit { $0.count = 3 }
    #expect([count, label, column, computed].map(\.count) == [1, 1, 1, 1])
  }

  @Test("A reader is notified once, and again only after it has read again")
  func oneShot() {
    let store = observersStore(ObserversState())
    let first = track { _ = store.count }
    store.edit { $0.count = 1 }
    store.edit { $0.count = 2 }
    #expect(first.count == 1)
    let second = track { _ = store.count }
    store.edit { _ in }
    #expect(second.count == 0)
    store.edit { $0.count = 3 }
    #expect(first.count == 1)
    #expect(second.count == 1)
  }

  @Test("Several readers of one part are all notified, by one comparison a turn")
  func severalReaders() {
    struct State {
      var counted: ObserversCounted
      var other = 0
    }
    let meter = ObserversMeter()
    let store = observersStore(State(counted: ObserversCounted(meter: meter)))
    let readers = (0..<5).map { _ in track { _ = store.counted } }
    meter.count = 0
    store.edit { $0.other += 1 }
    #expect(meter.count == 1)
    store.edit { $0.counted.number += 1 }
    #expect(readers.map(\.count) == [1, 1, 1, 1, 1])
    // A value that has changed is compared with itself as well.
    #expect(meter.count == 3)
    store.edit { $0.counted.number += 1 }
    #expect(meter.count == 3, "it was not read since")
  }

  @Test("A reader of the whole state is notified of the next turn, changed or not")
  func wholeState() {
    let store = observersStore(ObserversState())
    let whole = track { _ = store.state }
    store.edit { _ in }
    store.edit { $0.count = 1 }
    #expect(whole.count == 1)
    let again = track { _ = store.state.count }
    store.edit { _ in }
    #expect(again.count == 1)
  }

  @Test("A read through `withState` is not tracked")
  func untracked() {
    let store = observersStore(ObserversState())
    let calls = track { _ = store.withState { $0.count } }
    store.edit { $0.count = 1 }
    #expect(calls.count == 0)
  }

  @Test("A reader of two parts is notified once in a turn that changes both")
  func twoParts() {
    let store = observersStore(ObserversState())
    let calls = track {
      _ = store.count
      _ = store.title
    }
    store.edit { state in
      state.count = 1
      state.title = "a"
    }
    #expect(calls.count == 1)
    store.edit { $0.title = "b" }
    #expect(calls.count == 1)
  }

  @Test("Readers of a table are notified of each change, also where its rows cannot be compared")
  func tables() {
    struct Opaque {}
    struct State {
      var notes = RowTable<Int, String>()
      var things = RowTable<Int, Opaque>()
      var other = 0
    }
    let store = observersStore(State())
    let notes = track { _ = store.notes[1] }
    let things = track { _ = store.things.count }
    store.edit { $0.other = 1 }
    #expect([notes.count, things.count] == [0, 0])
    store.edit { $0.notes[2] = "a" }
    #expect([notes.count, things.count] == [1, 0])
    store.edit { $0.things[1] = Opaque() }
    #expect([notes.count, things.count] == [1, 1])
  }

  @Test("A reader that reads again as soon as it is notified follows every change")
  func following() async {
    let store = observersStore(ObserversState())
    var seen: [Int] = []
    for number in 1...5 {
      let calls = track { seen.append(store.count) }
      store.edit { $0.count = number * 10 }
      #expect(calls.count == 1)
    }
    #expect(seen == [0, 10, 20, 30, 40])
  }

  @Test("When a reader is notified, the state has changed already, and reading it then is tracked again")
  func readingInside() {
    final class Reader: @unchecked Sendable {
      // Sound: used on the main actor only.
      let store: ObserversStore
      var seen: [Int] = []
      init(_ store: ObserversStore) { self.store = store }
      func read() {
        withObservationTracking {
          seen.append(store.count)
        } onChange: { [self] in
          read()
        }
      }
    }
    let reader = Reader(observersStore(ObserversState()))
    reader.read()
    for number in 1...3 { reader.store.edit { $0.count = number } }
    #expect(reader.seen == [0, 1, 2, 3])
  }

  @Test("What is read and never changes again is released when the store ends")
  func releasedWithStore() {
    final class Value: Equatable, Sendable {
      static func == (left: Value, right: Value) -> Bool { left === right }
    }
    struct State {
      var value = Value()
      var number = 0
    }
    weak var weakValue: Value?
    weak var weakStore: Store<State, ObserversEdit<State>>?
    weak var weakTracking: AnyObject?
    do {
      let store = observersStore(State())
      weakStore = store
      weakValue = store.value
      _ = track { _ = (store.value, store.number, store.state) }
      weakTracking = store.tracking
      #expect(weakTracking != nil)
    }
    #expect(weakStore == nil)
    #expect(weakValue == nil)
    #expect(weakTracking == nil)
  }

  /// A value that shares its contents until one of the copies is changed, and counts how often that copied
  /// them.
  private struct Shared: Equatable {
    private final class Contents {
      var number = 0
    }

    private var contents = Contents()
    private(set) var copies = 0

    static func == (left: Shared, right: Shared) -> Bool { left.contents.number == right.contents.number }

    mutating func change() {
      let number = contents.number + 1
      if !isKnownUniquelyReferenced(&contents) {
        contents = Contents()
        copies += 1
      }
      contents.number = number
    }
  }

  private struct Items {
    var items = Shared()
    var other = 0
  }

  @Test("A part that is read outside of all tracking is not copied by later turns, and not looked at")
  func plainRead() {
    let store = observersStore(Items())
    for _ in 0..<3 {
      _ = store.items
      _ = store.state
      store.edit { $0.items.change() }
    }
    #expect(store.items.copies == 0)
    #expect(store.watches.count == 0)
  }

  @Test("A part that is tracked is copied by the turn that changes it, and by no later one")
  func trackedRead() {
    let store = observersStore(Items())
    let calls = track { _ = store.items }
    store.edit { $0.items.change() }
    #expect(calls.count == 1)
    #expect(store.items.copies == 1)
    store.edit { $0.items.change() }
    #expect(store.items.copies == 1)
    // The reader has been told of another part, and waits for neither.
    let both = track { _ = (store.items, store.other) }
    store.edit { $0.other = 1 }
    #expect(both.count == 1)
    store.edit { _ in }
    #expect(store.watches.count == 0)
    store.edit { $0.items.change() }
    #expect(store.items.copies == 1)
  }

  @Test("A plain read between two tracked ones takes nothing from them")
  func mixedReads() {
    let store = observersStore(ObserversState())
    _ = store.count
    let first = track { _ = store.count }
    _ = store.count
    let second = track { _ = (store.count, store.state) }
    _ = store.state
    store.edit { $0.title = "a" }
    #expect([first, second].map(\.count) == [0, 1])
    store.edit { $0.count = 1 }
    #expect([first, second].map(\.count) == [1, 1])
  }

  @Test("What changes while it is being read is reported when it changes again")
  func changedInside() {
    let store = observersStore(ObserversState())
    let calls = track {
      _ = store.count
      store.edit { $0.count = 1 }
      _ = store.count
    }
    store.edit { $0.count = 2 }
    #expect(calls.count == 1)
  }

  @Test("What was read is looked at no more once it has changed")
  func nothingLeft() {
    let store = observersStore(ObserversState())
    _ = track { _ = (store.count, store.title, store.state, store.notes) }
    #expect(store.watches.count == 4)
    store.edit { state in
      state.count = 1
      state.title = "a"
      state.notes[1] = "a"
    }
    #expect(store.watches.count == 0)
  }
}
