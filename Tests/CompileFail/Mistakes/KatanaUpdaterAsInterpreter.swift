// expect-error: cannot convert value of type 'ForecastUpdater' to expected element type 'any AnyCommandInterpreter'
// An updater is given in the place of an interpreter.
import Katana

struct Forecast: Model {
  var temperature = 0
}

enum ForecastMessage: Message {
  case read(Int)
}

struct ForecastUpdater: TypedUpdater {
  func update(model: inout Forecast, message: ForecastMessage) -> [any Command] {
    []
  }
}

@MainActor
func use() throws {
  let store = try Store(
    model: Forecast(), updater: ForecastUpdater(), interpreters: [ForecastUpdater()])
  store.dispatch(ForecastMessage.read(1))
}
