import Millrace
import MillraceTesting
import Testing

@testable import MillraceSync

@Suite("A replica")
@MainActor
struct ReplicaTests {
  let log = MemoryLog("words")

  @Test("shows a message at once and has it in the log later")
  func optimistic() async throws {
    let kitchen = try WordPlace("kitchen", log)
    kitchen.store.send(.add("flour"))
    #expect(kitchen.words == ["flour"])
    #expect(kitchen.replica.status.pendingCount == 1)
    try await kitchen.replica.waitUntilConfirmed()
    #expect(kitchen.words == ["flour"])
    #expect(try await log.head() == 1)
  }

  @Test("takes what other places send")
  func others() async throws {
    let (kitchen, cellar) = (try WordPlace("kitchen", log), try WordPlace("cellar", log))
    kitchen.store.send(.add("flour"))
    cellar.store.send(.add("wine"))
    try await settle(kitchen, cellar)
    #expect(Set(kitchen.words) == ["flour", "wine"])
    #expect(kitchen.words == cellar.words)
  }

  @Test("follows the log without being asked")
  func follows() async throws {
    let (kitchen, cellar) = (try WordPlace("kitchen", log), try WordPlace("cellar", log))
    await cellar.reachCurrent(at: 0)
    try await kitchen.replica.commit(.add("flour"), to: kitchen.store)
    await cellar.reachCurrent(at: 1)
    #expect(cellar.words == ["flour"])
  }

  @Test("puts its pending messages behind those of others, and tells observers once")
  func rebase() async throws {
    let (kitchen, cellar) = (try WordPlace("kitchen", log), try WordPlace("cellar", log, starting: false))
    cellar.store.send(.add("wine"))
    cellar.store.send(.addFirst("oil"))
    for word in ["flour", "salt"] { try await kitchen.replica.commit(.add(word), to: kitchen.store) }
    var seen: [[String]] = []
    let token = cellar.store.observe(\.words) { seen.append($0) }
    seen = []
    try cellar.replica.start()
    try await settle(cellar, kitchen)
    #expect(seen == [["oil", "flour", "salt", "wine"]])
    #expect(cellar.words == ["oil", "flour", "salt", "wine"])
    #expect(kitchen.words == cellar.words)
    withExtendedLifetime(token) {}
  }

  @Test("begins an effect once, where its message was sent")
  func effects() async throws {
    let (kitchen, cellar) = (try WordPlace("kitchen", log), try WordPlace("cellar", log))
    kitchen.store.send(.ask("salt"))
    #expect(kitchen.asks.all == [])
    try await kitchen.replica.waitUntilConfirmed()
    try await settle(kitchen, cellar)
    #expect(kitchen.asks.all == ["salt"])
    #expect(cellar.asks.all == [])
    #expect(kitchen.words == ["salt", "salt!"])
    #expect(cellar.words == ["salt", "salt!"])
  }

  @Test("begins an effect with its turn if the effect says so")
  func earlyEffect() async throws {
    let asks = Asks()
    let place = try WordPlace("kitchen", log, starting: false) { words, message in
      words.words.append("\(message)")
      guard case .ask(let word) = message else { return .none }
      return .callback { _ in asks.note(word) }.beforeConfirmation
    }
    place.store.send(.ask("bell"))
    #expect(asks.all == ["bell"])
    try place.replica.start()
    try await place.replica.waitUntilConfirmed()
    #expect(asks.all == ["bell"])
  }

  @Test("tells the sender of a message that is not accepted at its place")
  func refusal() async throws {
    let (kitchen, cellar) = (try WordPlace("kitchen", log), try WordPlace("cellar", log, starting: false))
    cellar.store.send(.claim("key"))
    #expect(cellar.words == ["key"])
    try await kitchen.replica.commit(.claim("key"), to: kitchen.store)
    try cellar.replica.start()
    try await settle(cellar, kitchen)
    #expect(cellar.words == ["key"])
    #expect(cellar.refusals.count == 1)
    #expect(cellar.refusals.first?.confirmed == Words(words: ["key"]))
    #expect(cellar.refusals.first?.position == 2)
    #expect(kitchen.refusals.isEmpty)
  }

  @Test("tells the sender of a message that the log's server refuses, once, with the reason and both states")
  func refusedByServer() async throws {
    let kitchen = try WordPlace("kitchen", RefusingLog(log: log, word: "spam"))
    for word in ["flour", "spam", "salt"] { kitchen.store.send(.add(word)) }
    try await kitchen.replica.waitUntilConfirmed()
    #expect(kitchen.words == ["flour", "salt"])
    let refusal = try #require(kitchen.refusals.first)
    #expect(kitchen.refusals.count == 1 && kitchen.errors.isEmpty)
    #expect(refusal.message == .add("spam") && refusal.reason == "it is spam")
    #expect(refusal.shown.words.contains("spam") && !refusal.confirmed.words.contains("spam"))
  }

  @Test("lists the messages that wait, until the log has them")
  func pending() async throws {
    let kitchen = try WordPlace("kitchen", log, starting: false)
    #expect(try kitchen.replica.pending(of: kitchen.store).isEmpty)
    kitchen.store.send(.add("flour"))
    kitchen.store.send(.add("salt"))
    #expect(try kitchen.replica.pending(of: kitchen.store) == [.add("flour"), .add("salt")])
    try kitchen.replica.start()
    try await kitchen.replica.waitUntilConfirmed()
    #expect(try kitchen.replica.pending(of: kitchen.store).isEmpty)
    let other = Store(0, name: "other", flow: kitchen.store.flow) { (_: inout Int, _: Int) in .none }
    #expect(throws: ReplicaError.notShared(store: "other")) { try kitchen.replica.pending(of: other) }
  }

  @Test("answers a commit from the state right behind it")
  func commit() async throws {
    let kitchen = try WordPlace("kitchen", log)
    let count = try await kitchen.replica.commit(.add("flour"), to: kitchen.store) { $0.words.count }
    #expect(count == 1)
    #expect(kitchen.words == ["flour"])
    try await kitchen.replica.commit(.claim("key"), to: kitchen.store)
    await #expect(throws: ReplicaError.notAccepted(store: "words", position: 3)) {
      try await kitchen.replica.commit(.claim("key"), to: kitchen.store)
    }
  }

  @Test("reads everything that the log has when it catches up")
  func catchUp() async throws {
    let (kitchen, cellar) = (try WordPlace("kitchen", log), try WordPlace("cellar", log))
    for number in 0..<100 { kitchen.store.send(.add("\(number)")) }
    try await kitchen.replica.waitUntilConfirmed()
    try await cellar.replica.catchUp()
    #expect(cellar.words.count == 100)
  }

  @Test("works while the log cannot be reached, and sends later")
  func offline() async throws {
    let clock = ManualClock()
    log.fail(with: .unavailable(log: "words", reason: "no network"))
    let kitchen = try WordPlace("kitchen", log, clock: clock)
    kitchen.store.send(.add("flour"))
    await kitchen.reach { if case .offline = $0.phase { true } else { false } }
    #expect(kitchen.words == ["flour"])
    await #expect(throws: ReplicaError.self) { try await kitchen.replica.catchUp() }
    log.fail(with: nil)
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .milliseconds(100))
    try await kitchen.replica.waitUntilConfirmed()
    #expect(try await log.head() == 1)
  }

  @Test("starts from a snapshot when the entries are gone")
  func snapshot() async throws {
    let options = ReplicaOptions(digestInterval: 5, snapshotInterval: 10, keptEntries: 2)
    let kitchen = try WordPlace("kitchen", log, options: options)
    for number in 0..<25 { try await kitchen.replica.commit(.add("\(number)"), to: kitchen.store) }
    try await kitchen.replica.catchUp()
    let cellar = try WordPlace("cellar", log, options: options)
    cellar.store.send(.add("wine"))
    try await settle(cellar, kitchen)
    #expect(try await log.snapshot()?.position == 20)
    #expect(cellar.words == kitchen.words)
    #expect(cellar.words.count == 26)
  }

  @Test("stops when its update leads to another state, and names the position")
  func diverged() async throws {
    let options = ReplicaOptions(digestInterval: 2, snapshotInterval: 0)
    let kitchen = try WordPlace("kitchen", log, options: options)
    let cellar = try WordPlace("cellar", log, options: options) { words, message in
      words.words.append("other")
      return .none
    }
    for number in 0..<4 { try await kitchen.replica.commit(.add("\(number)"), to: kitchen.store) }
    let problem = await cellar.reachStop()
    #expect(problem == .diverged(position: 2, writer: try LogWriter("kitchen")))
  }

  @Test("waits for another release when it does not know the rules of an entry")
  func held() async throws {
    let kitchen = try WordPlace("kitchen", log, rules: 2)
    let cellar = try WordPlace("cellar", log)
    try await kitchen.replica.commit(.add("flour"), to: kitchen.store)
    let hold = ReplicaHold.rules(2, store: "words", position: 1)
    await cellar.reach { $0.phase == .held(hold) }
    cellar.store.send(.add("wine"))
    #expect(cellar.words == ["wine"])
    await #expect(throws: ReplicaError.held(hold)) { try await cellar.replica.catchUp() }
  }

  @Test("finds a log that went back, and begins again on request")
  func wentBack() async throws {
    let kitchen = try WordPlace("kitchen", log)
    for word in ["flour", "salt", "oil"] { try await kitchen.replica.commit(.add(word), to: kitchen.store) }
    log.goBack(to: 1)
    let problem = await kitchen.reachStop()
    guard case .log(.wentBack(log: "words", head: 1, known: _)) = problem else {
      Issue.record("the replica stopped with \(String(describing: problem))")
      return
    }
    #expect(kitchen.words == ["flour", "salt", "oil"])
    kitchen.store.send(.add("wine"))
    try kitchen.replica.startOver()
    try await kitchen.replica.waitUntilConfirmed()
    #expect(kitchen.words == ["flour", "wine"])
  }

  @Test("skips an entry that cannot be decoded, and says so")
  func undecodable() async throws {
    let kitchen = try WordPlace("kitchen", log)
    let forger = try LogWriter("forger")
    _ = try await log.append(
      [
        LogEntry(
          writer: forger, number: 1, store: "words", kind: SchemaKind(name: "word", version: 1), rules: 1,
          time: 0, message: [0xFF, 0x00])
      ], after: 0)
    try await kitchen.replica.commit(.add("flour"), to: kitchen.store)
    #expect(kitchen.words == ["flour"])
    #expect(kitchen.errors.count == 1)
    #expect(kitchen.replica.status.position == 2)
  }

  @Test("ends the waits of its callers when it stops")
  func stop() async throws {
    log.fail(with: .unavailable(log: "words", reason: "no network"))
    let kitchen = try WordPlace("kitchen", log, clock: ManualClock())
    kitchen.store.send(.add("flour"))
    let wait = Task { @MainActor in try await kitchen.replica.waitUntilConfirmed() }
    await kitchen.reach { if case .offline = $0.phase { true } else { false } }
    kitchen.replica.stop()
    await #expect(throws: ReplicaError.self) { try await wait.value }
  }

  @Test("stops at a snapshot with impossible numbers")
  func hostileSnapshot() throws {
    let writer = try LogWriter("kitchen")
    for (position, number) in [(UInt64.max, 1), (1, UInt64.max)] as [(UInt64, UInt64)] {
      var machine = ReplicaMachine(log: "words", writer: writer)
      #expect(machine.nextRequest() == .snapshot)
      let writers = [LogWriterNumber(writer: writer, number: number)]
      let snapshot = LogSnapshot(position: position, digest: 0, states: [], writers: writers)
      #expect(machine.received(snapshot) == nil)
      guard case .log(.damaged) = machine.problem else {
        Issue.record("the problem is \(String(describing: machine.problem))")
        continue
      }
    }
  }
}
