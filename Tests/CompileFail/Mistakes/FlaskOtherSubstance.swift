// expect-error: value of type 'CartState' has no member 'credit'
// A mix writes what another substance has.
import Flask

struct CartState: FlaskState {
  var items: [String] = []
}

struct AccountState: FlaskState {
  var credit = 10
}

@MainActor
final class Till {
  private var reactor: Reactor<Till>?

  init(_ flask: Flask, _ cart: Substance<CartState>, _ account: Substance<AccountState>) {
    reactor = flask.reactor(attachedTo: self, mixing: cart, account) { _, _ in }
    reactor?.mix(cart) { $0.prop.credit -= 1 }
      .andReact()
  }
}
