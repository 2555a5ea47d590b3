// expect-error: type 'ForecastUpdater' does not conform to protocol 'TypedUpdater'
// An updater does not take its model to change it.
import Katana

struct Forecast: Model {
  var temperature = 0
}

enum ForecastMessage: Message {
  case read(Int)
}

struct ForecastUpdater: TypedUpdater {
  func update(model: Forecast, message: ForecastMessage) -> [any Command] {
    []
  }
}
