import Flask
import Testing

/// In a place of its own, because dialects share words.
enum Shop {
  struct CartState: FlaskState, Equatable {
    var items: [String] = []

    enum prop: StateProp { case items }
  }

  final class CartView: FlaskReactor {
    private(set) var lines: [String] = []
    private let flask: Flask
    private let cart: Substance<CartState>

    init(_ flask: Flask, _ cart: Substance<CartState>) {
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
}

@Suite("Flask where everything is on the main actor") struct MainActorFlaskTests {
  @Test("a view reacts to what it mixes")
  func view() {
    let flask = Flask()
    let view = Shop.CartView(flask, flask.newSubstance(definedBy: Shop.CartState.self))
    view.add("Tea")
    #expect(view.lines == ["Tea"])
  }
}
