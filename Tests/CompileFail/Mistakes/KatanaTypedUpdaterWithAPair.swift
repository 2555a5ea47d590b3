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

// row: `TypedUpdater`'s `update(model:message:)` with `inout` and a pair as its result, or none
struct ForecastUpdater: TypedUpdater {
  func update(model: inout Forecast, message: ForecastMessage) -> (Model, [Command]) {
    (model, [])
  }
}
