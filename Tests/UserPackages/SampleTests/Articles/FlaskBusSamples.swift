import Flask
import MillraceTesting
import Testing

/// The samples of *Locks, undo and archives*.
extension FlaskArticle {
  @MainActor
  final class Cashier: @MainActor FlaskReactor {
    private let cart: Substance<CartState>
    private let bank: Bank
    private(set) var payment: Task<Void, Never>?

    init(_ flask: Flask, _ cart: Substance<CartState>, _ bank: Bank) {
      self.cart = cart
      self.bank = bank
      flask.attachReactor(to: self, mixing: [cart])
    }

    func flaskReactions(reaction: FlaskReaction) {
      guard let lock = reaction.onLock else { return }
      let items = cart.state.items
      payment = Task {
        await bank.pay(for: items)
        lock.release()
      }
    }
  }

  actor Bank {
    private(set) var paid: [[String]] = []
    func pay(for items: [String]) { paid.append(items) }
  }

  final class SavedCart: Substance<CartState> {
    override func archiveDelay() -> Duration { .milliseconds(500) }
    override func archivePatience() -> Duration { .seconds(5) }
    override func archiveKeySpace() -> String { "shop" }
  }

  nonisolated struct ProfileV1: Codable {
    var name: String
  }

  struct Profile: Flask.State {
    var firstName = ""
    var lastName = ""

    static var archiveVersion: Int { 2 }
    static var archiveMigrations: [ArchiveMigration] {
      [
        ArchiveMigration(from: 1) { (old: ProfileV1) in
          let names = old.name.split(separator: " ", maxSplits: 1).map(String.init)
          return Profile(firstName: names.first ?? "", lastName: names.dropFirst().first ?? "")
        }
      ]
    }
  }
}

@MainActor
@Suite("Locks, undo and archives") struct FlaskBusSampleTests {
  typealias CartState = FlaskArticle.CartState
  typealias CartView = FlaskArticle.CartView
  typealias ShopMixers = FlaskArticle.ShopMixers
  typealias Bank = FlaskArticle.Bank
  typealias Cashier = FlaskArticle.Cashier
  typealias ShopCart = FlaskArticle.ShopCart
  typealias SavedCart = FlaskArticle.SavedCart
  typealias Profile = FlaskArticle.Profile

  @Test("While a lock is shut, everything waits")
  func locks() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = ShopCart(in: flask)
    let view = CartView(flask: flask, cart: cart)
    let lock = flask.lock()
    view.add("tea")
    #expect(view.lines == [])
    #expect(flask.bus.waiting.count == 1)
    lock.release()
    #expect(view.lines == ["tea"])
  }

  @Test("A mix with a lock has the bus for itself until the lock is released")
  func exclusive() async {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = ShopCart(in: flask)
    let view = CartView(flask: flask, cart: cart)

    let bank = Bank()
    let cashier = Cashier(flask, cart, bank)
    view.add("tea")
    flask.lock(withMixer: ShopMixers.checkOut)
    view.add("milk")
    await cashier.payment?.value
    #expect(await bank.paid == [["tea"]])
    #expect(view.lines == ["tea", "milk"])
  }

  @Test("A state is captured and rolled back, done and undone")
  func history() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    let view = CartView(flask: flask, cart: cart)
    cart.captureState()
    view.add("tea")
    view.add("milk")
    cart.rollbackState()
    #expect(view.lines == [])

    cart.undoLimit = 50
    cart.beginUndoGrouping()
    view.add("tea")
    view.add("milk")
    cart.endUndoGrouping()
    cart.undo()
    #expect(view.lines == [])
    cart.redo()
    #expect(view.lines == ["tea", "milk"])
  }

  @Test("What a tap has seen can be fed back")
  func record() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    let view = CartView(flask: flask, cart: cart)
    let second = Flask(name: "second", archives: MemoryArchives())
    let copy = second.newSubstance(definedBy: CartState.self)
    let tap = flask.bus.flow.tap { record in
      if let message = record.message as? FluxMessage { second.feed(message, to: [copy]) }
    }
    view.add("tea")
    #expect(copy.state == cart.state)
    #expect(copy.state.items == ["tea"])
    tap.cancel()
  }

  @Test("A substance is saved when it has been idle, and restored from its archive")
  func archives() async {
    let clock = ManualClock()
    let archives = MemoryArchives()
    let flask = Flask(name: "test", environment: StoreEnvironment(clock: clock), archives: archives)
    let cart = flask.newSubstance(definedBy: CartState.self, named: "cart", archive: true)
    CartView(flask: flask, cart: cart).add("tea")
    await clock.waitForSleepers(count: 1)
    await clock.advance(by: .seconds(2))
    await flask.run()

    let later = Flask(name: "later", archives: MemoryArchives(archives.contents))
    let restored = later.newSubstance(definedBy: CartState.self, named: "cart", archive: true)
    #expect(restored.state.items == ["tea"])
  }

  @Test("What is unsaved is saved by hand")
  func byHand() async throws {
    let archives = MemoryArchives()
    let flask = Flask(name: "test", environment: StoreEnvironment(clock: ManualClock()), archives: archives)
    let cart = SavedCart(name: "cart", archive: true, in: flask)
    CartView(flask: flask, cart: cart).add("tea")
    try await flask.archiveNow()
    #expect(archives.contents.keys.sorted() == ["Fx.shop.cart"])
  }

  @Test("What is unsaved is saved while the system waits")
  func atTheEnd() throws {
    func applicationWillTerminate(_ flask: Flask) throws {
      try flask.archiveNow()
    }

    let archives = MemoryArchives()
    let flask = Flask(name: "test", environment: StoreEnvironment(clock: ManualClock()), archives: archives)
    let cart = SavedCart(name: "cart", archive: true, in: flask)
    CartView(flask: flask, cart: cart).add("tea")
    try applicationWillTerminate(flask)
    #expect(archives.contents.keys.sorted() == ["Fx.shop.cart"])
  }

  @Test("Migrations make a chain")
  func migrations() throws {
    try ArchiveMigration.check(Profile.self)
  }
}
