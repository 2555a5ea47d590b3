// expect-error: type 'ForecastMessage' does not conform to protocol 'TypedUpdater'
// expect-beside: return the commands alone
// A message that is its own updater returns no commands, as in the proposal.
import Katana

struct Forecast: Model {
  var temperature = 0
}

enum ForecastMessage: Message, TypedUpdater {
  case read(Int)

  func update(model: inout Forecast, message: ForecastMessage) {
    if case .read(let temperature) = message { model.temperature = temperature }
  }
}
