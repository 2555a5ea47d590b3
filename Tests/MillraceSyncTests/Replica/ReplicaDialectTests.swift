import Aftermath
import Harvest
import Katana
import Millrace
import Testing

@testable import MillraceSync

/// A place whose parts are written in three dialects, on one flow with one replica.
@MainActor
private final class MixedPlace {
  // Katana: a counter.
  struct Counter: Model, Codable, Equatable {
    var count = 0
  }

  struct Add: Katana.Message, Codable {
    let number: Int
  }

  // Aftermath: a list, folded from facts.
  struct List: Codable, Equatable, Sendable {
    var words: [String] = []
  }

  struct Word: Fact, Codable {
    let word: String
  }

  // Harvest: a door.
  enum Door: String, Codable, Sendable { case open, closed, ringing }
  enum Hand: String, Codable, Sendable { case push, pull, ring, rung }

  let flow = Flow()
  let counter: Katana.Store<Counter>
  let engine: Engine
  let list: Millrace.Store<List, FoldedEvent>
  let door: Harvester<Hand, Door>
  let replica: Replica
  let rings = Asks()

  init(_ name: String, _ log: any SharedLog) throws {
    counter = try Katana.Store(
      model: Counter(),
      updater: FunctionUpdater { (counter: inout Counter, add: Add) in
        counter.count += add.number
        return []
      }, name: "counter", flow: flow)
    engine = Engine(flow: flow)
    list = try engine.store(List(), name: "list") { fold in
      fold.on(Word.self) { list, word in list.words.append(word.word) }
    }
    let rings = rings
    typealias Machine = Harvester<Hand, Door>
    typealias Mapping = Machine.EffectMapping<Void, BasicEffectQueue, Never>
    let ring = Harvest.Effect<Void, Hand, BasicEffectQueue, Never> {
      rings.note("bell of \(name)")
      return .rung
    }
    // swift-format-ignore
    let table: [Mapping] = [
      .pull | .closed  => .open    | .empty,
      .push | .open    => .closed  | .empty,
      .ring | .closed  => .ringing | ring,
      .rung | .ringing => .closed  | .empty,
    ]
    door = Machine(state: .closed, mapping: .reduce(.first, table), name: "door", flow: flow)
    replica = Replica(of: flow, log: log, writer: try LogWriter(name))
    try replica.share(
      counter, state: RecordSchema("counter"),
      messages: RecordSchema<any Katana.Message>().adding(Add.self, "add"))
    try replica.share(
      list, state: RecordSchema("list"), messages: RecordSchema<FoldedEvent>().fact(Word.self, "word"))
    try replica.share(
      door.store, state: RecordSchema("door"), messages: RecordSchema("hand"),
      from: { if case .input(let hand) = $0 { hand } else { nil } }, as: { .input($0) })
    try replica.start()
  }
}

@Suite("A replica of stores in several dialects")
@MainActor
struct ReplicaDialectTests {
  private let log = MemoryLog("mixed")

  @Test("makes a counter of Katana, a fold of Aftermath and a machine of Harvest equal in two places")
  func equal() async throws {
    let (left, right) = (try MixedPlace("left", log), try MixedPlace("right", log))
    for number in 1...3 {
      left.counter.dispatch(MixedPlace.Add(number: number))
      right.engine.post(fact: MixedPlace.Word(word: "\(number)"))
      (number == 2 ? right : left).door.send(number == 2 ? .push : .pull)
      for place in [left, right] {
        try await place.replica.waitUntilConfirmed()
        try await place.replica.catchUp()
      }
    }
    for place in [left, right] { try await place.replica.catchUp() }
    for place in [left, right] {
      #expect(place.counter.state.count == 6)
      #expect(place.list.state.words == ["1", "2", "3"])
      #expect(place.door.state == .open)
      #expect(place.replica.status.position == 9)
    }
  }

  @Test("begins the effect of a machine where its input was sent, and shares the input that it leads to")
  func effect() async throws {
    let (left, right) = (try MixedPlace("left", log), try MixedPlace("right", log))
    left.door.send(.ring)
    #expect(left.door.state == .ringing)
    #expect(left.rings.all == [])
    for position in 0..<2 as Range<UInt64> { try await log.waitForEntries(after: position) }
    for place in [left, right] { try await place.replica.catchUp() }
    #expect(left.rings.all == ["bell of left"])
    #expect(right.rings.all == [])
    #expect(left.door.state == .closed)
    #expect(right.door.state == .closed)
  }

  @Test("leaves the messages of a machine that are no inputs where they are")
  func local() async throws {
    let place = try MixedPlace("left", log)
    place.door.store.send(.finish)
    #expect(place.door.isFinished)
    #expect(place.replica.status.pendingCount == 0)
  }
}
