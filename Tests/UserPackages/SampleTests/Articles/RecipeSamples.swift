import Foundation
import Millrace
import MillraceJournal
import MillraceTesting
import Testing

/// *Acknowledge only when on disk*, and *A store and a journal in an actor's initialiser*.
enum OrderRecipe {
  nonisolated struct Orders: Codable, Equatable, Sendable {
    var placed: [String] = []

    static func update(_ orders: inout Orders, _ message: OrderMessage) -> Effect<OrderMessage> {
      switch message {
      case .place(let order): orders.placed.append(order)
      }
      return .none
    }
  }

  nonisolated enum OrderMessage: Codable, Equatable, Sendable {
    case place(String)
  }

  actor OrderService {
    private let orders: Store<Orders, OrderMessage>
    private let journal: Journal
    private var isStarted = false

    init(journalAt path: String) throws {
      let flow = Flow(name: "orders")
      orders = Store(Orders(), name: "orders", flow: flow, update: Orders.update)
      journal = try Journal(of: flow, at: path)
      try journal.record(orders, state: RecordSchema("orders"), messages: RecordSchema("order"))
    }

    /// Brings the orders back, once.
    func start() throws {
      if isStarted { return }
      try journal.start()
      isStarted = true
    }

    /// Returns the number of orders when this one is on disk.
    func place(_ order: String) async throws -> Int {
      orders.send(.place(order))
      let count = orders.placed.count
      try await journal.flush()
      return count
    }
  }
}

/// *Retry with back-off, also after a crash*.
enum MailRecipe {
  nonisolated struct Mail: Codable, Hashable, Sendable {
    var id: Int
    var text: String
  }

  nonisolated struct Outbox: Codable, Equatable, Sendable {
    var waiting: Set<Int> = []
    var refused: [Int: String] = [:]
  }

  nonisolated enum OutboxMessage: Codable, Equatable, Sendable {
    case send(Mail)
    case sent(Int)
    case refused(Int, String)
  }

  nonisolated struct Busy: Error {}

  nonisolated struct MailServer: Sendable {
    var post: @Sendable (_ mail: Mail, _ key: String) async throws -> Void
  }

  nonisolated static func sending(to server: MailServer) -> DurableEffect<Mail, OutboxMessage> {
    DurableEffect("send-mail", requests: RecordSchema("mail")) { mail, key, environment in
      var wait = Duration.seconds(1)
      while true {
        do {
          try await server.post(mail, key)
          return .sent(mail.id)
        } catch is Busy where wait <= .seconds(60) {
          try await environment.clock.sleep(for: wait)
          wait *= 2
        }
      }
    } catch: { error, mail in
      .refused(mail.id, "\(error)")
    }
  }

  @MainActor
  static func outbox(
    on flow: Flow, _ journal: Journal, _ server: MailServer
  ) throws -> Store<Outbox, OutboxMessage> {
    let sendMail = sending(to: server)
    let outbox = Store(Outbox(), of: OutboxMessage.self, name: "outbox", flow: flow) { outbox, message in
      switch message {
      case .send(let mail):
        outbox.waiting.insert(mail.id)
        return sendMail(mail, key: "mail \(mail.id)")
      case .sent(let id):
        outbox.waiting.remove(id)
      case .refused(let id, let problem):
        outbox.waiting.remove(id)
        outbox.refused[id] = problem
      }
      return .none
    }
    try journal.durable(sendMail, on: outbox)
    return outbox
  }
}

/// *A search*.
enum SearchRecipe {
  nonisolated struct Search: Equatable {
    var query = ""
    var isLoading = false
    var results: [String] = []
    var problem: String?
  }

  nonisolated enum SearchMessage: Equatable, Sendable {
    case typed(String)
    case found([String])
    case failed(String)
  }

  nonisolated static func update(_ search: inout Search, _ message: SearchMessage) -> Effect<SearchMessage> {
    switch message {
    case .typed(let query):
      if query == search.query { return .none }
      search.query = query
      search.problem = nil
      search.isLoading = query.count >= 2
      guard search.isLoading else {
        search.results = []
        return .cancel(id: "search")
      }
      return .run(
        in: .debounce("search", for: .milliseconds(300)), id: "search", label: "search \(query)"
      ) { send in
        await send(.found(try await send.environment[TitleLibraryKey.self].titles(query)))
      } catch: {
        .failed("\($0)")
      }
    case .found(let titles):
      search.isLoading = false
      search.results = titles
    case .failed(let problem):
      search.isLoading = false
      search.problem = problem
    }
    return .none
  }
}

@MainActor
@Suite("Recipes") struct RecipeSamples {
  private func withPath(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "recipe-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder.appending(path: "recipe.journal").path())
  }

  @Test("An order is acknowledged when it is on disk, and there after a restart")
  func orders() async throws {
    try await withPath { path in
      do {
        let service = try OrderRecipe.OrderService(journalAt: path)
        try await service.start()
        #expect(try await service.place("tea") == 1)
      }
      let service = try OrderRecipe.OrderService(journalAt: path)
      try await service.start()
      #expect(try await service.place("milk") == 2)
    }
  }

  private actor Attempts {
    private(set) var count = 0
    func next() throws {
      count += 1
      if count < 3 { throw MailRecipe.Busy() }
    }
  }

  @Test("A mail is tried again after one and two seconds")
  func mail() async throws {
    try await withPath { path in
      let clock = ManualClock()
      let attempts = Attempts()
      let flow = Flow(name: "mail", environment: StoreEnvironment(clock: clock))
      let journal = try Journal(of: flow, at: path, durability: .everyTurn)
      let outbox = try MailRecipe.outbox(
        on: flow, journal, MailRecipe.MailServer { _, _ in try await attempts.next() })
      try journal.record(outbox, state: RecordSchema("outbox"), messages: RecordSchema("outbox-message"))
      try journal.start()
      outbox.send(.send(MailRecipe.Mail(id: 7, text: "hello")))
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(1))
      try await clock.waitUntil { await attempts.count == 2 }
      await clock.waitForSleepers(count: 1)
      clock.jump(by: .seconds(2))
      await outbox.run()
      #expect(await attempts.count == 3)
      #expect(outbox.state == MailRecipe.Outbox())
      try journal.close()
    }
  }

  @Test("A search waits, clears and fails")
  func search() async {
    let clock = ManualClock()
    var environment = StoreEnvironment(clock: clock)
    environment[TitleLibraryKey.self] = TitleLibrary { query in ["A book on \(query)"] }
    let store = Store(SearchRecipe.Search(), environment: environment, update: SearchRecipe.update)
    store.send(.typed("Swift"))
    clock.jump(by: .milliseconds(300))
    await store.run()
    #expect(store.results == ["A book on Swift"])
    store.send(.typed("S"))
    #expect(store.state == SearchRecipe.Search(query: "S"))
    await store.run()
    #expect(store.results == [])
  }
}
