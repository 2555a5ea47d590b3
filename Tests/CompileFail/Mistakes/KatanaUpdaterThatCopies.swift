// expect-error: type 'ForecastUpdater' does not conform to protocol 'TypedUpdater'
// expect-beside: The model is changed in place, `model: inout AppModel`
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
