// expect-error: capture of 'store' with non-Sendable type
// An update reads its own store.
import Katana

struct Forecast: Model {
  var temperature = 0
}

enum ForecastMessage: Message {
  case read(Int)
}

@MainActor
func use() throws {
  var store: Katana.Store<Forecast>?
  let made = try Store(
    model: Forecast(),
    updater: FunctionUpdater { (model: inout Forecast, message: ForecastMessage) in
      model.temperature = (store?.model.temperature ?? 0) + 1
      return []
    })
  store = made
  made.dispatch(ForecastMessage.read(1))
}
