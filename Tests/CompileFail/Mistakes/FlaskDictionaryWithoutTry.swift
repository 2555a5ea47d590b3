// expect-error: call can throw
// A dictionary of any values is put into a state without `try`, as in the original.
import Flask
import Foundation

struct CartState: FlaskState {
  var info: FlaskDictRef?
}

func note(_ data: NSDictionary, in state: inout CartState) {
  state.info = FlaskDictRef(data)
}
