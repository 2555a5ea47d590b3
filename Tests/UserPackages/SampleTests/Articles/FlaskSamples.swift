import Flask
import Testing

/// The samples of *Mixing and reacting*.
enum FlaskArticle {
  struct CartState: Flask.State, Equatable {
    var items: [String] = []
    var isPaying = false
    var customer = Customer()
    var labels: FlaskDictRef = [:]
    var _revision = 0

    enum prop: StateProp { case items, isPaying }
  }

  nonisolated struct Customer: Codable, Equatable {
    var name = ""
    var address = Address()
  }

  nonisolated struct Address: Codable, Equatable {
    var city = ""
  }

  @MainActor
  final class CartView: @MainActor FlaskReactor {
    let flask: Flask
    let cart: Substance<CartState>
    private(set) var lines: [String] = []

    init(flask: Flask = .shared, cart: Substance<CartState>) {
      self.flask = flask
      self.cart = cart
      flask.attachReactor(to: self, mixing: [cart])
    }

    func add(_ item: String) {
      flask.getReactor(attachedTo: self)
        .mix(cart) { $0.prop.items.append(item) }
        .andReact()
    }

    func flaskReactions(reaction: FlaskReaction) {
      reaction.on(CartState.prop.items) { change in
        lines = change.newValue() ?? []
      }
    }
  }

  @MainActor
  final class CountLabel {
    private(set) var text = "empty"
    private var reactor: Reactor<CountLabel>?

    init(_ flask: Flask, _ cart: Substance<CartState>) {
      reactor = flask.reactor(attachedTo: self, mixing: cart)
        .on(\CartState.items.count) { label, change in label.text = "\(change.newValue()) items" }
    }
  }

  struct AccountState: Flask.State {
    var credit = 10
  }

  struct NoCredit: Error {}

  @MainActor
  final class Till {
    private let cart: Substance<CartState>
    private let account: Substance<AccountState>
    private var reactor: Reactor<Till>?
    private(set) var log: [String] = []

    init(_ flask: Flask, _ cart: Substance<CartState>, _ account: Substance<AccountState>) {
      self.cart = cart
      self.account = account
      reactor = flask.reactor(attachedTo: self, mixing: cart, account) { till, reaction in
        till.react(reaction)
      }
    }

    func buy(_ item: String, for price: Int) {
      reactor?.mix(cart) { $0.prop.items.append(item) }
        .with(account) { account in
          guard account.prop.credit >= price else { throw NoCredit() }
          account.prop.credit -= price
        }
        .andReact()
    }

    private func react(_ reaction: FlaskReaction) {
      reaction.at(cart)?.on(\.items.last) { change in log.append("bought \(change.newValue() ?? "")") }
      reaction.at(account)?.on(\.credit) { change in
        log.append("\(change.oldValue() - change.newValue()) paid")
      }
    }
  }

  enum ShopMixers: SubstanceMixer { case signIn, signOut, checkOut }

  final class ShopCart: ReactiveSubstance<CartState, ShopMixers> {
    override func defineMixers() {
      define(mix: .signIn) { payload, react, abort in
        guard let name = payload?["name"] as? String else { return abort() }
        self.prop.customer.name = name
        react()
      }
      define(mix: .signOut) { _, react, _ in
        self.prop = CartState()
        react()
      }
      define(mix: .checkOut) { _, react, _ in
        self.prop.isPaying = true
        react()
      }
    }
  }

  final class Session: ReactiveSubstance<AccountState, ShopMixers> {
    @MainActor var badge = Badge()

    @MainActor override func defineMainMixers() {
      define(mix: .signOut) { _, react, _ in
        self.badge.number = 0
        self.prop = AccountState()
        react()
      }
    }
  }

  @MainActor
  final class Badge {
    var number = 3
  }
}

extension FlaskArticle.Till {
  func reactToDetails(_ reaction: FlaskReaction) {
    reaction.on("customer.address.city") { change in log.append(change.newValue() ?? "") }
    reaction.on("labels.gift.ribbon") { change in log.append(change.newValue() ?? "none") }
  }
}

@MainActor
@Suite("Mixing and reacting") struct FlaskSampleTests {
  typealias CartState = FlaskArticle.CartState
  typealias AccountState = FlaskArticle.AccountState
  typealias CartView = FlaskArticle.CartView
  typealias CountLabel = FlaskArticle.CountLabel
  typealias Till = FlaskArticle.Till
  typealias ShopMixers = FlaskArticle.ShopMixers
  typealias ShopCart = FlaskArticle.ShopCart

  @Test("A mixer reaches what belongs to the main actor")
  func mainMixers() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let session = FlaskArticle.Session(in: flask)
    let view = CartView(flask: flask, cart: flask.newSubstance(definedBy: CartState.self))
    flask.reactor(attachedTo: view, mixing: session).unbind()
    flask.substances(reactTo: ShopMixers.signOut)
    #expect(session.badge.number == 0)
  }

  @Test("A view shows what it has mixed")
  func view() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    let view = CartView(flask: flask, cart: cart)
    view.add("tea")
    #expect(view.lines == ["tea"])
    #expect(cart.state == CartState(items: ["tea"]))
  }

  @Test("The shared context is at home on the main actor")
  func shared() {
    let cart = Flask.newSubstance(definedBy: CartState.self)
    let view = CartView(cart: cart)
    view.add("tea")
    #expect(view.lines == ["tea"])
  }

  @Test("A declared key receives its own changes alone")
  func declared() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    let label = CountLabel(flask, cart)
    let view = CartView(flask: flask, cart: cart)
    view.add("tea")
    #expect(label.text == "1 items")
  }

  @Test("A chain over two substances is one transaction")
  func chain() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    let account = flask.newSubstance(definedBy: AccountState.self)
    let till = Till(flask, cart, account)
    var problems: [String] = []
    flask.bus.flow.errorHandler = { error in problems.append("\(error)") }
    till.buy("tea", for: 4)
    till.buy("gold", for: 400)
    #expect(till.log == ["bought tea", "4 paid"])
    #expect(cart.state.items == ["tea"])
    #expect(problems.count == 1)
  }

  @Test("A global mixer reaches every bound substance that defines it")
  func mixers() async {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = ShopCart(in: flask)
    let view = CartView(flask: flask, cart: cart)
    flask.substances(reactTo: ShopMixers.signIn, payload: ["name": "Ada"])
    #expect(cart.state.customer.name == "Ada")
    view.add("tea")

    let sender = flask.sender()
    await Task.detached { _ = sender.substances(reactTo: ShopMixers.signOut) }.value
    await flask.run()
    #expect(cart.state == CartState())
  }

  @Test("Changes of nested keys are reported")
  func nested() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    let account = flask.newSubstance(definedBy: AccountState.self)
    let till = Till(flask, cart, account)
    let reactor = flask.reactor(attachedTo: till, mixing: cart) { till, reaction in
      till.reactToDetails(reaction)
    }
    reactor.mix(cart) { cart in
      cart.prop.customer.address.city = "Turin"
      cart.prop.labels = ["gift": ["ribbon": "red"]]
    }.andReact()
    #expect(till.log == ["Turin", "red"])
  }

  @Test("Another isolation reads values as they come")
  func values() async {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    let view = CartView(flask: flask, cart: cart)
    let counts = cart.values(of: \.items.count)
    let reading = Task.detached {
      for await count in counts where count == 2 { return true }
      return false
    }
    view.add("tea")
    view.add("milk")
    #expect(await reading.value)
  }

  @Test("Errors name what went wrong")
  func errors() {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    var problems: [String] = []
    flask.bus.flow.errorHandler = { error in problems.append("\(error)") }
    let label = CountLabel(flask, cart)
    _ = flask.reactor(attachedTo: label, mixing: cart).mix(cart) { $0.prop.items = [] }
    #expect(problems.count == 1)
    #expect(problems[0].contains("andReact"))
  }
}
