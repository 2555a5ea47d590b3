import Flask
import FlaskTesting
import MillraceTesting
import Testing

@MainActor
@Suite("Testing what you wrote, with Flask") struct TestStoreFlaskSamples {
  typealias CartState = FlaskArticle.CartState

  @Test("A substance is tested by what is mixed into it")
  func substance() async {
    let flask = Flask(name: "test", archives: MemoryArchives())
    let cart = flask.newSubstance(definedBy: CartState.self)
    let view = FlaskArticle.CartView(flask: flask, cart: cart)
    let test = TestStore(cart, in: flask)
    test.perform("add tea") {
      view.add("tea")
    } change: {
      $0.items = ["tea"]
    }
    #expect(view.lines == ["tea"])
    await test.finish()
  }
}
