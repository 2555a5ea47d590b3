// expect-error: cannot find type 'ReactorConcrete' in scope
// expect-also: has no member '_prop'
// expect-also: has no member '_mixingState'
// expect-also: has no member 'substance'
// Inner parts of the original that were public by accident.
import Flask

struct CartState: FlaskState {
  var items: [String] = []
}

// row: `_prop`, `_mixingState`, `ReactorConcrete`, `substance(_:)` of a reactor
final class Till {
  var parts: [ReactorConcrete] = []
}

@MainActor
func look(_ cart: Substance<CartState>, _ reactor: Reactor<Till>) {
  print(cart._prop)
  print(cart._mixingState)
  print(reactor.substance("cart") as Any)
}
