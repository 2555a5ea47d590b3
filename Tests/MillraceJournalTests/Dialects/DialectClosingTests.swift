import Aftermath
import Flask
import Harvest
import Katana
import Millrace
import Testing

@testable import MillraceJournal

private struct Reserve: Aftermath.Command {
  typealias Output = Int
  var item: String
}
private struct Deliver: Aftermath.Command { typealias Output = Int }
private struct ByHand: Aftermath.Command { typealias Output = Int }
private struct Sold: Fact, Codable { var count = 1 }

private struct Stock: Codable, Equatable, Sendable {
  var reserved = 0
  var sold = 0
  var delivered = 0
}

private struct ReserveHandler: AsyncCommandHandler {
  func handle(command: Reserve) async throws -> Int { command.item.count }
}

/// A publisher that a handler has kept for later.
@MainActor private final class Later {
  var publisher: EventPublisher<Deliver>?
}

@Suite("A dialect whose journal closes")
@MainActor struct DialectClosingTests {
  private let flow = Flow(name: "shop")
  private let errors: ErrorList
  private let folder: JournalFolder

  init() throws {
    errors = ErrorList(flow)
    folder = try JournalFolder()
  }

  private var refused: [String] {
    errors.errors.compactMap { error in
      guard case .reported(let store, JournalError.messageRefused(let named, path: folder.journal)) = error,
        store == named
      else { return nil }
      return store
    }
  }

  private func engine(
    isRecorded: Bool = true, _ later: Later? = nil
  ) throws -> (
    Engine, Millrace.Store<Stock, FoldedEvent>, Journal
  ) {
    let engine = Engine(name: "engine", flow: flow)
    engine.use(handler: ReserveHandler())
    engine.use(Deliver.self) { _, publisher in
      later?.publisher = publisher
      return .progress
    }
    engine.use(ByHand.self) { _ in .progress }
    let stock = try engine.store(Stock(), name: "stock") { fold in
      fold.on(Reserve.self) { $0.reserved += $1 }
      fold.on(Deliver.self) { $0.delivered += $1 }
      fold.on(ByHand.self) { $0.delivered += $1 }
      fold.on(Sold.self) { $0.sold += $1.count }
    }
    let journal = try Journal(of: flow, at: folder.journal)
    journal.leaveOut("engine")
    if isRecorded {
      try journal.record(
        stock.recordable(
          state: RecordSchema("stock"),
          messages: RecordSchema<FoldedEvent>().event(Reserve.self, "reserve").event(Deliver.self, "deliver")
            .event(ByHand.self, "by hand").fact(Sold.self, "sold")))
    } else {
      journal.leaveOut("stock")
    }
    try journal.start()
    return (engine, stock, journal)
  }

  @Test("refuses commands, events and facts of Aftermath, at the engine's home and from outside")
  func aftermath() async throws {
    let (engine, stock, journal) = try engine()
    #expect(try await engine.result(of: Reserve(item: "tea")) == 3)
    try await journal.close(within: .zero)
    let state = stock.state
    let reason = JournalError.messageRefused(store: "engine", path: folder.journal)
    await #expect(throws: reason) { try await engine.result(of: Reserve(item: "milk")) }
    engine.execute(command: Reserve(item: "milk"))
    engine.post(fact: Sold())
    engine.publish(event: Event<Reserve>.data(4))
    await engine.work(of: Reserve(item: "milk")).finish()
    await engine.work(of: Sold()).finish()
    #expect(engine.execute(command: Reserve(item: "milk"), limit: 9) == .ended)
    await Task { @concurrent in
      await #expect(throws: reason) { try await engine.result(of: Reserve(item: "milk")) }
      engine.execute(command: Reserve(item: "milk"))
      engine.post(fact: Sold())
      await engine.work(of: Sold()).finish()
      #expect(engine.post(fact: Sold(), limit: 9) == .ended)
    }.value
    await flow.run()
    #expect(stock.state == state)
    #expect(refused == Array(repeating: "engine", count: 12))
    #expect(errors.errors.count == 12, "\(errors.errors)")
    // Nothing is lost, because nothing has changed.
    #expect(try await journal.close(within: .zero).refusedMessages == 12)
  }

  @Test("takes what a handler of Aftermath answers that works already, and leaves no caller waiting")
  func answers() async throws {
    let later = Later()
    let (engine, stock, journal) = try engine(later)
    let delivered = Task { try await engine.result(of: Deliver()) }
    let byHand = Task { try await engine.result(of: ByHand()) }
    await flow.run(until: { later.publisher != nil && flow.lastSequence >= 4 })
    try await journal.close(within: .zero)
    try #require(later.publisher).publish(data: 7)
    #expect(try await delivered.value == 7)
    engine.publish(event: Event<ByHand>.data(1))
    await #expect(throws: JournalError.messageRefused(store: "engine", path: folder.journal)) {
      try await byHand.value
    }
    #expect(stock.delivered == 7 && refused == ["engine"])
  }

  @Test("goes on as an engine of Aftermath without a recorded store")
  func otherEngine() async throws {
    let (engine, stock, journal) = try engine(isRecorded: false)
    try await journal.close(within: .zero)
    #expect(try await engine.result(of: Reserve(item: "milk")) == 4)
    #expect(stock.reserved == 4 && errors.errors.isEmpty)
  }

  @Test("refuses what the senders of Katana, Flask and Harvest bring, and says so to them")
  func senders() async throws {
    let katana = try DialectKatana(flow)
    let harvest = DialectHarvest(flow)
    let flask = DialectFlask(flow)
    let journal = try Journal(of: flow, at: folder.journal)
    try journal.record(katana.recordable(version: 1))
    try journal.record(harvest.recordable(version: 1))
    try journal.record(flask.recordable(version: 1))
    try journal.start()
    try await journal.close(within: .zero)
    let (board, mixes) = (katana.store.sender(), flask.flask.sender())
    let session = harvest.machine.sender()
    #expect(!board.dispatch(DialectCounting.up))
    #expect(board.dispatch(DialectCounting.up, limit: 9) == .ended)
    #expect(await !board.sendAndFinish(DialectCounting.up))
    await katana.store.dispatch(DialectCounting.up).finish()
    #expect(!session.send(.tick))
    #expect(session.send(.tick, limit: 9) == .ended)
    #expect(await !session.sendAndFinish(.tick))
    await harvest.machine.send(.tick).finish()
    #expect(!mixes.substances(reactTo: Mixers.other))
    #expect(mixes.substances(reactTo: Mixers.other, limit: 9) == .ended)
    flask.step(2)
    await flow.run()
    #expect(
      katana.state.count == 0 && harvest.state.ticks == 0 && flask.state == [DialectCart(), DialectCart()])
    #expect(errors.errors.count == 11 && refused.count == 11)
  }

  private enum Mixers: String { case other }
}
