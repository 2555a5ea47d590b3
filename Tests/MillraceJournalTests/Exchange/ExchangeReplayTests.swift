import Foundation
import Millrace
import MillraceTesting
import Testing

@testable import MillraceJournal

private struct Shop: Codable, Equatable, Sendable {
  var links: [URL] = []
  var prices: [Decimal] = []
  var data = Data()
  var found: [String] = []
  var notes: [Int] = []
}

private enum ShopMessage: Codable, Equatable, Sendable {
  case offered(URL, Decimal, Data)
  case search(String)
  case found(String)
  case both
  case oneByOne([String])
  case noted(Int)
  case listen
}

private func updateShop(_ shop: inout Shop, _ message: ShopMessage) -> Effect<ShopMessage> {
  switch message {
  case .offered(let link, let price, let data):
    shop.links.append(link)
    shop.prices.append(price)
    shop.data = data
  case .search(let text):
    return .run(in: .latest("search"), label: "search \(text)") { send in
      // One that never ends by itself, because its clock stands still.
      if text == "slow" { try await send.environment.clock.sleep(for: .seconds(1)) }
      await send(.found(text))
    }
  case .found(let text): shop.found.append(text)
  case .both: return .merge(.send(.noted(1)), .send(.noted(2)))
  case .oneByOne(let texts):
    return .concatenate(
      texts.map { text in .run(label: "find \(text)") { send in await send(.found(text)) } } + [
        .send(.noted(0))
      ])
  case .noted(let number): shop.notes.append(number)
  case .listen: return .unhandled
  }
  return .none
}

@MainActor
@Suite("An export of a journal as a test")
struct ExchangeReplayTests {
  private let folder: JournalFolder

  init() throws { folder = try JournalFolder() }

  /// One run of the program.
  private func run(_ body: (Store<Shop, ShopMessage>, Journal) async throws -> Void) async throws {
    let flow = Flow(name: "shop", environment: StoreEnvironment(clock: ManualClock()))
    let store = Store(Shop(), name: "shop", flow: flow, update: updateShop)
    let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
    try journal.record(store, state: RecordSchema("shop"), messages: RecordSchema("message"))
    try journal.start()
    try await body(store, journal)
    try await journal.flushSnapshots()
    try journal.close()
  }

  private func export(_ snapshots: ExportOptions.Snapshots = .needed) throws -> String {
    var bytes: [UInt8] = []
    try JournalReader(at: folder.journal).exportJournal(options: ExportOptions(snapshots: snapshots)) {
      bytes += $0
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func report(
    _ lines: String, first: Shop = Shop(),
    _ update: @escaping (inout Shop, ShopMessage) -> Effect<ShopMessage> = updateShop
  ) throws -> ReplayReport {
    try Replay(lines: lines).run { stage in
      try stage.add(
        Store(first, name: "shop", flow: stage.flow, update: update), state: RecordSchema("shop"),
        messages: RecordSchema("message"))
    }
  }

  private func day(_ store: Store<Shop, ShopMessage>) async throws {
    let link = try #require(URL(string: "https://example.org/a?b=c"))
    store.send(.offered(link, Decimal(105) / 100, Data([1, 2, 255])))
    store.send(.search("wheel"))
    await store.run()
    store.send(.both)
    store.send(.listen)
  }

  @Test("The same code agrees with the export, whose values wrote themselves")
  func agrees() async throws {
    try await run { store, _ in try await day(store) }
    let report = try report(export())
    #expect(report.divergence == nil, "\(report)")
    #expect(report.turnCount == 7 && report.turnsCompared == 7)
    let replay = try Replay(lines: export())
    #expect(replay.isFinished && !replay.isCutShort && replay.stores == ["shop"] && replay.flow == "shop")
    #expect(try replay.firstState(Shop.self, of: "shop") == Shop())
  }

  @Test("A store whose types are Codable needs no schema")
  func plain() async throws {
    try await run { store, _ in try await day(store) }
    let report = try Replay(lines: export()).run { stage in
      try stage.add(Store(Shop(), name: "shop", flow: stage.flow, update: updateShop))
    }
    #expect(report.divergence == nil, "\(report)")
  }

  @Test("The first turn that differs today is named: by an effect, a message, a state or its handling")
  func differs() async throws {
    try await run { store, journal in
      try await day(store)
      try journal.snapshot()
    }
    let effect = try report(export()) { shop, message in
      if case .search = message { return .none }
      return updateShop(&shop, message)
    }
    #expect(effect.divergence?.place == .turn(2), "\(effect)")
    let sent = try report(export()) { shop, message in
      if case .both = message { return .send(.noted(1)) }
      return updateShop(&shop, message)
    }
    #expect(sent.divergence?.place == .turn(6), "\(sent)")
    let handled = try report(export()) { shop, message in
      if case .listen = message { return .none }
      return updateShop(&shop, message)
    }
    #expect(handled.divergence?.findings == [.handled(recorded: false)], "\(handled)")
    let wrong: (inout Shop, ShopMessage) -> Effect<ShopMessage> = { shop, message in
      defer { shop.prices = [] }
      return updateShop(&shop, message)
    }
    #expect(try report(export(), wrong).divergence == nil)
    let state = try report(export(.all), wrong)
    #expect(state.divergence?.place == .after(7), "\(state)")
    guard case .state(let difference)? = state.divergence?.findings.first else {
      Issue.record("\(state)")
      return
    }
    #expect(difference.contains("prices"))
  }

  @Test("A sequence whose later steps start effects agrees, also in the next run of the program")
  func sequence() async throws {
    for _ in 1...2 {
      try await run { store, _ in
        store.send(.oneByOne(["hub", "rim", "tyre"]))
        await store.run()
        store.send(.search("wheel"))
        store.send(.oneByOne(["bell"]))
        await store.run()
      }
    }
    for snapshots in [ExportOptions.Snapshots.needed, .all] {
      let lines = try export(snapshots)
      let report = try report(lines)
      #expect(report.divergence == nil, "\(report)\n\(lines)")
    }
    let differs = try report(export()) { shop, message in
      if case .oneByOne(let texts) = message { return updateShop(&shop, .oneByOne(texts.reversed())) }
      return updateShop(&shop, message)
    }
    #expect(differs.divergence?.place == .turn(1), "\(differs)")
  }

  @Test("A durable step of a sequence agrees, with what its step behind it does")
  func durableSequence() async throws {
    let work = DurableWork()
    let program = try DurableProgram(folder.journal, work: work)
    program.send(.postInSequence([1, 2], then: 3))
    work.answer("1")
    work.answer("2")
    await program.run { $0.failed == [3] }
    program.end()
    let lines = try export()
    let report = try Replay(lines: lines).run { stage in
      try stage.add(Self.outbox(on: stage.flow, in: nil))
    }
    #expect(report.divergence == nil, "\(report)\n\(lines)")
  }

  @Test("A durable effect that a start began again is in its queue", arguments: [true, false])
  func durableInQueue(isWaiting: Bool) async throws {
    let work = DurableWork()
    let queue = EffectQueue.concat("mails")
    let first = try DurableProgram(folder.journal, queue: queue, work: work)
    first.send(.post(1, key: "one"))
    if isWaiting { first.send(.post(2, key: "two")) }
    await work.waitUntilBegun(1)
    first.end()
    let second = try DurableProgram(folder.journal, queue: queue, work: work)
    await work.waitUntilBegun(2)
    second.send(.post(3, key: "three"))
    for key in ["one", "two", "three"] { work.answer(key) }
    await second.run { $0.sent.last == 3 }
    second.end()
    let lines = try export()
    let report = try Replay(lines: lines).run { stage in
      try stage.add(Self.outbox(on: stage.flow, in: queue))
    }
    #expect(report.divergence == nil, "\(report)\n\(lines)")
    #expect(report.turnsCompared == (isWaiting ? 6 : 4))
  }

  private static func outbox(on flow: Flow, in queue: EffectQueue?) -> Store<DurableOutbox, DurableMessage> {
    let mail = DurableEffect<DurableMail, DurableMessage>(
      "send-mail", requests: RecordSchema("mail"), in: { _ in queue },
      { _, _, _ in throw CancellationError() })
    return Store(DurableOutbox(), of: DurableMessage.self, name: "outbox", flow: flow) { outbox, message in
      switch message {
      case .post(let id, let key):
        outbox.asked += 1
        return mail(DurableMail(id: id), key: key)
      case .postInSequence(let ids, let last):
        outbox.asked += ids.count
        return .concatenate(ids.map { mail(DurableMail(id: $0), key: "\($0)") } + [.send(.failed(last))])
      case .sent(let id, _): outbox.sent.append(id)
      case .failed(let id): outbox.failed.append(id)
      case .postTwice, .postBehind, .postInRace, .postWithRetry, .postWithTimeout, .cancel: break
      }
      return .none
    }
  }

  @Test("Each run of the program begins with new stores, which continue with the states of the one before")
  func runs() async throws {
    try await run { store, _ in
      store.send(.search("wheel"))
      await store.run()
      // Ends with the program.
      store.send(.search("slow"))
    }
    try await run { store, journal in
      store.send(.search("race"))
      await store.run()
      try journal.snapshot()
    }
    try await run { store, _ in try await day(store) }
    for snapshots in [ExportOptions.Snapshots.needed, .all] {
      let report = try report(export(snapshots))
      #expect(report.divergence == nil, "\(report)")
      #expect(report.turnsCompared == 12)
    }
    let differs = try report(export(.all)) { shop, message in
      if case .found("wheel") = message { return .none }
      return updateShop(&shop, message)
    }
    #expect(differs.divergence?.place == .after(5), "\(differs)")
  }

  @Test("A message of an older version is replayed by the steps of the schema")
  func olderVersion() async throws {
    try await run { store, _ in store.send(.noted(1)) }
    let lines = try export().replacing(#""noted":{"_0":1}"#, with: #""remembered":{"_0":1}"#)
    struct Old: Codable {
      struct Number: Codable { let _0: Int }
      let remembered: Number
    }
    let schema = RecordSchema<ShopMessage>("message", version: 2)
      .upcast("message", from: 1, to: 2) { (old: Old) in ShopMessage.noted(old.remembered._0) }
    var store: Store<Shop, ShopMessage>?
    let report = try Replay(lines: lines).run { stage in
      store = try stage.add(
        Store(Shop(), name: "shop", flow: stage.flow, update: updateShop), state: RecordSchema("shop"),
        messages: schema)
    }
    #expect(report.divergence == nil && report.turnsCompared == 1, "\(report)")
    #expect(store?.state.notes == [1])
  }

  @Test("The first state is the recorded one, whatever today's program begins with")
  func firstState() async throws {
    try await run { store, journal in
      store.send(.noted(1))
      try journal.snapshot()
    }
    let report = try report(export(.all), first: Shop(notes: [9]))
    #expect(report.divergence == nil, "\(report)")
  }

  @Test("Lines may be taken out of an export, and its last line may be cut off")
  func shorter() async throws {
    try await run { store, _ in try await day(store) }
    var lines = try export().split(separator: "\n").map(String.init)
    lines.removeAll { $0.contains("offered") || $0.hasPrefix(#"{"end""#) }
    let shorter = try report(lines.joined(separator: "\n") + "\n")
    #expect(shorter.divergence == nil && shorter.turnsCompared == 6, "\(shorter)")
    let cut = try report(String(lines.joined(separator: "\n").dropLast(5)))
    #expect(cut.divergence == nil && cut.turnsCompared == 5 && cut.isCutShort, "\(cut)")
    let turn = lines[2]
    lines[2] = #"{"turn":"two"}"#
    #expect(throws: HistoryError.self) { try Replay(lines: lines.joined(separator: "\n")) }
    // A whole line in the wrong place is damage, even if it is the last one and does not end.
    lines[2] = turn
    #expect(throws: HistoryError.self) { try Replay(lines: (lines + [turn]).joined(separator: "\n")) }
    let newer = lines[0].replacing(#""format":1"#, with: #""format":2"#)
    #expect(throws: HistoryError.unknownVersion(2, known: 1)) { try Replay(lines: newer + "\n") }
  }

  @Test("After a gap the stores continue with the states that were kept then")
  func gap() async throws {
    try await run { store, _ in store.send(.noted(1)) }
    var lines = try export().split(separator: "\n").map(String.init)
    let turn = try #require(lines.last { $0.hasPrefix(#"{"turn""#) })
    let snapshot = try #require(lines.first { $0.hasPrefix(#"{"snapshot""#) })
    lines.removeLast()
    lines += [
      #"{"gap":1,"until":5,"reason":"the disk is full"}"#,
      snapshot.replacing(#""snapshot":0"#, with: #""snapshot":5"#)
        .replacing(#""notes":[]"#, with: #""notes":[7]"#),
      turn.replacing(#""turn":1"#, with: #""turn":6"#),
      snapshot.replacing(#""snapshot":0"#, with: #""snapshot":6"#)
        .replacing(#""notes":[]"#, with: #""notes":[7,1]"#),
    ]
    let report = try report(lines.joined(separator: "\n") + "\n")
    #expect(report.divergence == nil && report.turnsCompared == 2, "\(report)")
  }

  @Test("What a durable effect answers that was begun again is taken")
  func durable() async throws {
    let work = DurableWork()
    let first = try DurableProgram(folder.journal, work: work)
    first.send(.post(1, key: "one"))
    await work.waitUntilBegun(1)
    first.end()
    let second = try DurableProgram(folder.journal, work: work)
    await work.waitUntilBegun(2)
    second.send(.post(2, key: "two"))
    await work.waitUntilBegun(3)
    work.answer("one")
    await second.run { $0.sent == [1] }
    work.answer("two")
    await second.run { $0.sent == [1, 2] }
    second.end()
    let mail = DurableEffect<DurableMail, DurableMessage>("send-mail", requests: RecordSchema("mail")) {
      _, _, _ in throw CancellationError()
    }
    let lines = try export()
    let report = try Replay(lines: lines).run { stage in
      try stage.add(
        Store(DurableOutbox(), of: DurableMessage.self, name: "outbox", flow: stage.flow) { outbox, message in
          switch message {
          case .post(let id, let key):
            outbox.asked += 1
            return mail(DurableMail(id: id), key: key)
          case .sent(let id, _): outbox.sent.append(id)
          case .postTwice, .postInSequence, .postInRace, .postWithRetry, .postWithTimeout, .postBehind,
            .failed,
            .cancel:
            break
          }
          return .none
        })
    }
    #expect(report.divergence == nil && report.turnsCompared == 4, "\(report)\n\(lines)")
  }
}
