import Millrace
import Testing

/// An actor whose store is made where there is no isolation yet: in a property's default value.
private actor ConcurrencyOwner {
  private let store = Store(ConcurrencyLedger(producers: 4), of: ConcurrencyNote.self) { ledger, note in
    ledger.enter(note)
    return .none
  }
  private var token: ObservationToken?
  /// The number of observed turns, and of those not observed from inside of this actor.
  private var observed = 0

  /// For what has to be posted before the actor has used its store.
  nonisolated let outsideSender: Sender<ConcurrencyNote>

  init() {
    // The initialiser runs outside of the actor's isolation, so this sender adopts no home.
    outsideSender = store.sender()
  }

  /// The first use from inside, in one of three ways.
  func use(_ way: Int) {
    switch way {
    case 0: store.send(ConcurrencyNote(producer: 3, number: 0))
    case 1: _ = store.sender()
    default:
      token = store.observe { [weak self] _ in self?.assumeIsolated { $0.observed += 1 } }
    }
  }

  func finish() async -> ConcurrencyLedger {
    await store.run()
    return store.withState { $0 }
  }

  func seen() -> Int { observed }
}

/// An actor that looks at its store once and then leaves it alone.
private actor ConcurrencyMailbox {
  private let store: Store<Int, Int>
  nonisolated let sender: Sender<Int>

  init(_ arrived: @escaping @Sendable (Int) -> Void) {
    store = Store(0, of: Int.self) { count, number in
      count += 1
      arrived(number)
      return .none
    }
    sender = store.sender()
  }

  func open() { _ = store.sender() }
}

@Suite("Homes that are found while others post")
struct AdoptionConcurrencyTests {
  static let rounds = ConcurrencyScale.pick(2_000, some: 300, few: 200)

  @Test(
    "What is posted before, while and after a store finds its home has its turn there, in each producer's order",
    arguments: [0, 1, 2])
  func adoption(way: Int) async {
    let each = 40
    for round in 0..<Self.rounds {
      let owner = ConcurrencyOwner()
      let sender = owner.outsideSender
      for number in 0..<round % 3 { sender.send(ConcurrencyNote(producer: 2, number: number)) }
      async let threads: Void = onThreads(2) { producer in
        for number in 0..<each { sender.send(ConcurrencyNote(producer: producer, number: number)) }
      }
      await owner.use(way)
      await threads
      let ledger = await owner.finish()
      #expect(ledger.wrong == [])
      #expect(ledger.next == [each, each, round % 3, way == 0 ? 1 : 0])
      // The observer came during the posts: it is inside of the actor, or assumeIsolated would have trapped.
      if way == 2 { #expect(await owner.seen() <= ledger.count) }
    }
  }

  @Test("What was posted before a store found its home comes by itself, without another word from inside")
  func comesByItself() async {
    for _ in 0..<Self.rounds / 10 {
      let (arrivals, arrived) = AsyncStream.makeStream(of: Int.self)
      let mailbox = ConcurrencyMailbox { arrived.yield($0) }
      for number in 0..<3 { mailbox.sender.send(number) }
      await mailbox.open()
      var came: [Int] = []
      for await number in arrivals {
        came.append(number)
        if came.count == 3 { break }
      }
      #expect(came == [0, 1, 2])
    }
  }

  @Test("Posts alone do not give a store a home, and are not lost for want of one")
  func postsBeforeAnyUse() async {
    for _ in 0..<Self.rounds / 10 {
      let owner = ConcurrencyOwner()
      let sender = owner.outsideSender
      await onThreads(3) { producer in
        for number in 0..<100 { #expect(sender.send(ConcurrencyNote(producer: producer, number: number))) }
      }
      let ledger = await owner.finish()
      #expect(ledger.wrong == [])
      #expect(ledger.next == [100, 100, 100, 0])
    }
  }
}
