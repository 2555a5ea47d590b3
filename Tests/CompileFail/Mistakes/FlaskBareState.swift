// expect-error: 'State' has been renamed to 'FlaskState'
// A state names its protocol as the original does.
import Flask

struct CartState: State {
  var items: [String] = []
}
