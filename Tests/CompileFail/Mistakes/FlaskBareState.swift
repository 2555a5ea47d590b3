// expect-error: 'State' has been renamed to 'FlaskState'
// A state names its protocol as the original does.
import Flask

// row: `struct AppState: State`
struct AppState: State {
  var items: [String] = []
}
