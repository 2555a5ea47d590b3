// expect-error: type 'ForecastUpdater' does not conform to protocol 'Updater'
// expect-beside: Return the model as its own type
// An updater returns any model, as in the proposal.
import Katana

struct Forecast: Model {
  var temperature = 0
}

// row: `Updater`'s `update(model:message:)`, whose result is any `Model`
struct ForecastUpdater: Updater {
  func update(model: Forecast, message: Message) -> (Model, [Command]) {
    (model, [])
  }
}
