import Foundation
import Katana
import KatanaHTTP
import KatanaTesting
import MillraceJournal
import MillraceTesting
import Testing

struct Shop: Model, Equatable {
  var query = ""
  var found: [String] = []
  var problem: String?
  var received = 0
  var banner: String?
  var lucky: Int?
  var isOrdered = false
}

enum ShopMessage: Message, Equatable {
  case typed(String)
  case found(Result<[String], HTTPError>)
  case progress(Int)
  case order(String)
  case showBanner(String)
  case hideBanner
  case draw
  case drawn(Int)
  case buy(Order)
  case ordered(Int)
}

struct ShopUpdater: TypedUpdater {
  let server: URL

  func update(model: inout Shop, message: ShopMessage) -> [any Command] {
    switch message {
    case .typed(let query):
      model.query = query
      return [
        HTTPCommand.get(
          server.appending(path: "books").appending(queryItems: [URLQueryItem(name: "title", value: query)]),
          decoding: [String].self,
          timeout: .seconds(10),
          effectQueue: .debounce("search", for: .milliseconds(300)),
          progress: { ShopMessage.progress($0.received) },
          then: { ShopMessage.found($0) })
      ]
    case .found(.success(let titles)):
      model.found = titles
      model.problem = nil
    case .found(.failure(let error)):
      model.problem = "\(error)"
    case .order(let title):
      return [PrintReceipt(title: title)]
    case .showBanner(let text):
      model.banner = text
      return [
        CancelCommand(id: "banner"),
        DelayCommand(for: .seconds(3), then: ShopMessage.hideBanner, effectID: "banner"),
      ]
    case .draw:
      return [RandomCommand(in: 1...100) { ShopMessage.drawn($0) }.queued(in: .exhaust("draw"))]
    case .progress(let bytes): model.received = bytes
    case .hideBanner: model.banner = nil
    case .drawn(let number): model.lucky = number
    case .buy(let order): return [PlaceOrder(order: order)]
    case .ordered: model.isOrdered = true
    }
    return []
  }
}

struct PrintReceipt: Command, Equatable { let title: String }

struct PrintReceiptInterpreter: CommandInterpreter {
  let printer: Printer

  func interpret(dispatch: Dispatcher, command: PrintReceipt) throws {
    let job = try printer.print(command.title) { pages in
      dispatch(ShopMessage.showBanner("\(pages) pages printed"))
    }
    dispatch.onCancel { job.stop() }
  }
}

nonisolated struct Order: Codable, Hashable, Sendable { let number: Int }

struct PlaceOrder: Command, Equatable { let order: Order }

struct OrderInterpreter: EffectCommandInterpreter {
  let order: DurableEffect<Order, any Message>

  func effect(of command: PlaceOrder) -> Effect<any Message> {
    order(command.order, key: "order \(command.order.number)")
  }
}

/// Stands for a printer, which calls back.
nonisolated struct Printer: Sendable {
  struct Job: Sendable {
    func stop() {}
  }

  func print(_ text: String, done: @Sendable (_ pages: Int) -> Void) throws -> Job {
    done(1)
    return Job()
  }
}

/// Answers every request with the same, without a network.
struct CannedTransport: HTTPTransport {
  let answer: HTTPResponse

  func response(
    to request: HTTPRequest, progress: (@Sendable (HTTPProgress) -> Void)?
  ) async throws -> HTTPResponse {
    answer
  }
}

@MainActor
@Suite("Katana: commands in depth") struct KatanaCommandSamples {
  let server: URL

  init() throws {
    server = try #require(URL(string: "http://books.example"))
  }

  func makeShop(clock: ManualClock = ManualClock(), answer: HTTPResponse) throws -> Katana.Store<Shop> {
    let store = try Katana.Store(
      model: Shop(), updater: ShopUpdater(server: server),
      interpreters: [
        HTTPInterpreter(transport: CannedTransport(answer: answer)),
        PrintReceiptInterpreter(printer: Printer()),
      ],
      environment: StoreEnvironment(clock: clock, random: .seeded(7)))
    return store
  }

  @Test("An answer is found when nobody types any more")
  func search() async throws {
    let clock = ManualClock()
    let shop = try makeShop(
      clock: clock, answer: HTTPResponse(status: 200, body: Data(#"["Swift Water"]"#.utf8)))
    shop.dispatch(ShopMessage.typed("Sw"))
    shop.dispatch(ShopMessage.typed("Swift"))
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .milliseconds(300))
    await shop.run()
    #expect(shop.found == ["Swift Water"])
  }

  @Test("What a server answers is a message, whatever it is")
  func failure() throws {
    let url = server
    let command = HTTPCommand.get(url, decoding: [String].self) { ShopMessage.found($0) }
    let message = command.message(for: .success(HTTPResponse(status: 404)))
    #expect(message as? ShopMessage == .found(.failure(.status(HTTPResponse(status: 404)))))
  }

  @Test("A banner goes by itself, and the newest stays for its whole time")
  func banner() async throws {
    let clock = ManualClock()
    let shop = try makeShop(clock: clock, answer: HTTPResponse(status: 200))
    shop.dispatch(ShopMessage.showBanner("One"))
    await clock.waitForSleepers(count: 1)
    shop.dispatch(ShopMessage.order("Swift Water"))
    #expect(shop.model.banner == "1 pages printed")
    await clock.waitForSleepers(count: 1)
    clock.jump(by: .seconds(3))
    await shop.run()
    #expect(shop.model.banner == nil)
  }

  @Test("An order is placed under the key that its interpreter makes")
  func order() async throws {
    let order = DurableEffect<Order, any Message>("order", requests: RecordSchema("order")) { order, key, _ in
      #expect(key == "order 7")
      return ShopMessage.ordered(order.number)
    }
    var environment = StoreEnvironment()
    environment[UnrecordedEffects.self] = true
    let shop = try Katana.Store(
      model: Shop(), updater: ShopUpdater(server: server), interpreters: [OrderInterpreter(order: order)],
      environment: environment)
    shop.dispatch(ShopMessage.buy(Order(number: 7)))
    await shop.run()
    #expect(shop.isOrdered)
  }

  @Test("A seeded draw is the same each time")
  func draw() throws {
    let first = try makeShop(answer: HTTPResponse(status: 200))
    first.dispatch(ShopMessage.draw)
    let second = try makeShop(answer: HTTPResponse(status: 200))
    second.dispatch(ShopMessage.draw)
    #expect(first.model.lucky != nil)
    #expect(first.model.lucky == second.model.lucky)
  }
}
