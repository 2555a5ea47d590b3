import Millrace
import MillraceTesting
import Testing

/// A message of one of many producers.
struct ConcurrencyNote: Sendable {
  var producer: Int
  var number: Int
}

/// Checks that every producer's messages come in order, none missing and none twice.
struct ConcurrencyLedger: Equatable {
  /// The number that each producer's next message must have.
  var next: [Int]
  /// The messages that came at the wrong place, a few of them.
  var wrong: [String] = []
  /// True while an update is under way.
  var isBusy = false

  init(producers: Int) {
    next = Array(repeating: 0, count: producers)
  }

  var count: Int { next.reduce(0, +) }

  mutating func enter(_ note: ConcurrencyNote) {
    if isBusy { wrong.append("two turns at a time") }
    isBusy = true
    if next[note.producer] != note.number, wrong.count < 10 {
      wrong.append("of producer \(note.producer): \(note.number) in the place of \(next[note.producer])")
    }
    next[note.producer] = note.number + 1
    isBusy = false
  }
}

@Suite("Posting from many threads")
struct PostingConcurrencyTests {
  typealias Note = ConcurrencyNote

  static let producers = 8
  static let each = 100_000

  @Test(
    "8 threads post 100,000 messages each: as many turns, each producer's in order, none lost, none twice")
  func eightThreads() async {
    await ConcurrencyHome().run { home in
      let store = Store(ConcurrencyLedger(producers: Self.producers), of: Note.self) { ledger, note in
        ledger.enter(note)
        return .none
      }
      let sender = store.sender()
      await onThreads(Self.producers) { producer in
        for number in 0..<Self.each { sender.send(Note(producer: producer, number: number)) }
      }
      await store.run()
      #expect(store.flow.lastSequence == UInt64(Self.producers * Self.each))
      store.withState { ledger in
        #expect(ledger.wrong == [])
        #expect(ledger.next == Array(repeating: Self.each, count: Self.producers))
      }
    }
  }

  @Test("What the store's own isolation sends between the posts has its turn before `send` returns")
  func homeSendsToo() async {
    let each = Self.each / 10
    await ConcurrencyHome().run { home in
      let store = Store(ConcurrencyLedger(producers: 5), of: Note.self) { ledger, note in
        ledger.enter(note)
        return .none
      }
      let sender = store.sender()
      async let threads: Void = onThreads(4) { producer in
        for number in 0..<each { sender.send(Note(producer: producer, number: number)) }
      }
      for number in 0..<each {
        store.send(Note(producer: 4, number: number))
        #expect(store.withState { $0.next[4] } == number + 1)
        if number.isMultiple(of: 64) { await letOthersRun() }
      }
      await threads
      await store.run()
      store.withState { ledger in
        #expect(ledger.wrong == [])
        #expect(ledger.next == Array(repeating: each, count: 5))
      }
    }
  }

  @Test("A store that is pumped by a foreign loop is woken for every post, from whichever thread")
  func pumped() async {
    let each = Self.each / 10
    let total = 4 * each
    let store = Store(ConcurrencyLedger(producers: 4), of: Note.self) { ledger, note in
      ledger.enter(note)
      return .none
    }
    let (calls, call) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
    store.flow.setPostHandler { call.yield() }
    let sender = store.sender()
    async let threads: Void = onThreads(4) { producer in
      for number in 0..<each { sender.send(Note(producer: producer, number: number)) }
    }
    var turns = 0
    for await _ in calls {
      turns += store.pump()
      if turns >= total { break }
    }
    await threads
    #expect(turns == total)
    #expect(store.withState(\.wrong) == [])
  }

  @Test("The order over several stores of one flow is the order in which each producer posted")
  func severalStores() async {
    let each = Self.each / 4
    await ConcurrencyHome().run { home in
      let flow = Flow(name: "shared")
      let log = ConcurrencyLog(producers: 4)
      let stores = (0..<3).map { name in
        Store(0, of: Note.self, name: "store \(name)", flow: flow) { count, note in
          count += 1
          log.ledger.enter(note)
          return .none
        }
      }
      let senders = stores.map { $0.sender() }
      await onThreads(4) { producer in
        // Each producer goes round the stores at its own pace, so that their runs interleave.
        for number in 0..<each {
          senders[(number / (producer + 1)) % 3].send(Note(producer: producer, number: number))
        }
      }
      await flow.run()
      #expect(flow.lastSequence == UInt64(4 * each))
      #expect(log.ledger.wrong == [])
      #expect(log.ledger.next == Array(repeating: each, count: 4))
      #expect(stores.map { $0.withState { $0 } }.reduce(0, +) == 4 * each)
    }
  }

  @Test("A sender is the same through `map`, and copies of it keep one order per producer")
  func mappedSenders() async {
    let each = Self.each / 10
    await ConcurrencyHome().run { home in
      let store = Store(ConcurrencyLedger(producers: 4), of: Note.self) { ledger, note in
        ledger.enter(note)
        return .none
      }
      let plain = store.sender()
      await onThreads(4) { producer in
        let mapped = plain.map { Note(producer: producer, number: $0) }
        for number in 0..<each {
          if number.isMultiple(of: 2) {
            #expect(mapped.send(number))
          } else {
            #expect(plain.send(Note(producer: producer, number: number)))
          }
        }
      }
      await store.run()
      #expect(store.withState(\.wrong) == [])
      #expect(store.withState(\.count) == 4 * each)
    }
  }
}

/// The log that several stores of one home write into.
final class ConcurrencyLog {
  var ledger: ConcurrencyLedger

  init(producers: Int) {
    ledger = ConcurrencyLedger(producers: producers)
  }
}
