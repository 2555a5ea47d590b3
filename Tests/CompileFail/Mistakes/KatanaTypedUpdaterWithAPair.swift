// expect-error: type 'ForecastUpdater' does not conform to protocol 'TypedUpdater'
// expect-beside: return the commands alone
// A typed updater returns its model as well, as in the proposal.
import Katana

struct Forecast: Model {
  var temperature = 0
}

enum ForecastMessage: Message {
  case read(Int)
}

struct ForecastUpdater: TypedUpdater {
  func update(model: inout Forecast, message: ForecastMessage) -> (Model, [Command]) {
    (model, [])
  }
}
