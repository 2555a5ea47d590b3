import Flask
import MillraceTesting
import Testing

/// An application of the main actor, written with what is public alone.
private enum Shop {
  struct Cart: Flask.State {
    var items: [String] = []
    var isPaying = false
    var receipt: String?

    enum prop: StateProp { case items, isPaying, receipt }
  }

  enum Mixers: SubstanceMixer { case pay, paid }

  final class CartSubstance: ReactiveSubstance<Cart, Mixers> {
    override func defineMixers() {
      define(mix: .pay) { _, react, abort in
        if self.prop.items.isEmpty { return abort() }
        self.prop.isPaying = true
        react()
      }
      define(mix: .paid) { payload, react, _ in
        self.prop.isPaying = false
        self.prop.receipt = payload?["receipt"] as? String
        react()
      }
    }

    override func archiveDelay() -> Duration { .milliseconds(500) }
  }

  @MainActor
  final class Till: @MainActor FlaskReactor {
    // Not the shared one, which it would pause for whatever else uses that meanwhile.
    let flask: Flask
    let cart: CartSubstance
    private(set) var shown: [String] = []
    private(set) var payment: Task<Void, Never>?

    init(flask: Flask) {
      self.flask = flask
      cart = CartSubstance(name: "cart", in: flask)
      flask.attachReactor(to: self, mixing: [cart])
    }

    func add(_ item: String) {
      flask.getReactor(attachedTo: self).mix(cart) { $0.prop.items.append(item) }.andReact()
    }

    func pay() { flask.lock(withMixer: Mixers.pay) }

    func flaskReactions(reaction: FlaskReaction) {
      reaction.on(Cart.prop.items) { change in
        let items: [String] = change.newValue() ?? []
        shown.append("items \(items.count)")
      }
      reaction.at(cart)?.on(\.receipt) { change in
        shown.append("receipt \(change.newValue() ?? "none")")
      }
      reaction.on(Cart.prop.isPaying) { change in
        guard change.newValue() == true, let lock = reaction.onLock else { return }
        payment = Task {
          await letOthersRun()
          flask.substances(reactTo: Mixers.paid, payload: ["receipt": "no. 1"])
          lock.release()
        }
      }
    }
  }
}

@MainActor
struct BusApplicationTests {
  @Test("an application of the main actor pays while its bus is paused, undoes, and lets go")
  func shop() async {
    let till = Shop.Till(flask: Flask(name: "shop", archives: MemoryArchives()))
    let cart = till.cart
    cart.undoLimit = 10
    till.add("tea")
    till.pay()
    till.add("milk")
    #expect(cart.state.items == ["tea"])
    await till.payment?.value
    #expect(cart.state.items == ["tea", "milk"])
    #expect(cart.state.receipt == "no. 1")
    cart.undo()
    cart.undo()
    #expect(cart.state.items == ["tea"])
    #expect(till.shown.first == "items 1")
    till.flask.detachReactor(from: till)
  }
}
