import Katana
import MillraceJournal
import MillraceTesting
import Testing

struct Shop: Model, Equatable {
  var banner: String?
  var lucky: Int?
  var isOrdered = false
}

enum ShopMessage: Message, Equatable {
  case print(String)
  case showBanner(String)
  case hideBanner
  case draw
  case drawn(Int)
  case buy(Order)
  case ordered(Int)
}

struct PrintReceipt: Command, Equatable { let title: String }

struct PlaceOrder: Command, Equatable { let order: Order }

nonisolated struct Order: Codable, Hashable, Sendable { let number: Int }

/// A stand-in for a printer, which calls back.
nonisolated struct Printer: Sendable {
  struct Job: Sendable {
    func stop() {}
  }

  func print(_ text: String, done: @Sendable (_ pages: Int) -> Void) throws -> Job {
    done(1)
    return Job()
  }
}

struct PrintReceiptInterpreter: CommandInterpreter {
  let printer: Printer

  func interpret(dispatch: Dispatcher, command: PrintReceipt) throws {
    let job = try printer.print(command.title) { pages in
      dispatch(ShopMessage.showBanner("\(pages) pages printed"))
    }
    dispatch.onCancel { job.stop() }
  }
}

struct OrderInterpreter: EffectCommandInterpreter {
  let order: DurableEffect<Order, any Message>

  func effect(of command: PlaceOrder) -> Effect<any Message> {
    order(command.order, key: "order \(command.order.number)")
  }
}

struct ShopUpdater: TypedUpdater {
  func update(model: inout Shop, message: ShopMessage) -> [any Command] {
    switch message {
    case .print(let title):
      return [PrintReceipt(title: title)]
    case .showBanner(let text):
      model.banner = text
      return [
        CancelCommand(id: "banner"),
        DelayCommand(for: .seconds(3), then: ShopMessage.hideBanner, effectID: "banner"),
      ]
    case .draw:
      return [RandomCommand(in: 1...100) { ShopMessage.drawn($0) }.queued(in: .exhaust("draw"))]
    case .buy(let order): return [PlaceOrder(order: order)]
    case .hideBanner: model.banner = nil
    case .drawn(let number): model.lucky = number
    case .ordered: model.isOrdered = true
    }
    return []
  }
}

@MainActor
@Suite("Katana: commands in depth") struct KatanaCommandSamples {
  func makeShop(clock: ManualClock = ManualClock()) throws -> Katana.Store<Shop> {
    try Katana.Store(
      model: Shop(), updater: ShopUpdater(), interpreters: [PrintReceiptInterpreter(printer: Printer())],
      environment: StoreEnvironment(clock: clock, random: .seeded(7)))
  }

  @Test("A banner goes by itself, and the newest stays for its whole time")
  func banner() async throws {
    let clock = ManualClock()
    let shop = try makeShop(clock: clock)
    shop.dispatch(ShopMessage.showBanner("One"))
    await clock.waitForSleepers(count: 1)
    shop.dispatch(ShopMessage.print("Swift Water"))
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
      model: Shop(), updater: ShopUpdater(), interpreters: [OrderInterpreter(order: order)],
      environment: environment)
    shop.dispatch(ShopMessage.buy(Order(number: 7)))
    await shop.run()
    #expect(shop.isOrdered)
  }

  @Test("A seeded draw is the same each time")
  func draw() throws {
    let first = try makeShop()
    first.dispatch(ShopMessage.draw)
    let second = try makeShop()
    second.dispatch(ShopMessage.draw)
    #expect(first.model.lucky != nil)
    #expect(first.model.lucky == second.model.lucky)
  }
}
