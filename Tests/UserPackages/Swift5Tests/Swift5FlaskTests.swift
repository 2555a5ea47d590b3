import Flask
import Testing

struct CartState: FlaskState, Equatable {
  var items: [String] = []

  enum prop: StateProp { case items }
}

final class CartView: FlaskReactor {
  private(set) var lines: [String] = []

  func flaskReactions(reaction: FlaskReaction) {
    reaction.on(CartState.prop.items) { change in
      lines = change.newValue() ?? []
    }
  }
}

@MainActor
@Suite("Flask in language mode 5") struct Swift5FlaskTests {
  @Test("a view reacts to what is mixed")
  func view() {
    let flask = Flask()
    let cart = flask.newSubstance(definedBy: CartState.self)
    let view = CartView()
    flask.attachReactor(to: view, mixing: [cart])
    flask.getReactor(attachedTo: view).mix(cart) { $0.prop.items.append("Tea") }.andReact()
    #expect(view.lines == ["Tea"])
  }
}
