// expect-error: type 'CartState.prop' has no member 'lines'
// A reaction asks for a key that the state does not have.
import Flask

struct CartState: FlaskState {
  var items: [String] = []

  enum prop: StateProp { case items }
}

@MainActor
final class CartView: @MainActor FlaskReactor {
  func flaskReactions(reaction: FlaskReaction) {
    reaction.on(CartState.prop.lines) { _ in }
  }
}
