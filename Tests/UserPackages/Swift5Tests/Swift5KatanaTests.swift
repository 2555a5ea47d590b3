import Katana
import Testing

struct Weather: Model, Equatable {
  var temperature: Int?
}

enum WeatherMessage: Message {
  case look(String)
  case read(Int)
}

struct ReadWeather: Command {
  let place: String
}

struct WeatherUpdater: TypedUpdater {
  func update(model: inout Weather, message: WeatherMessage) -> [any Command] {
    switch message {
    case .look(let place): return [ReadWeather(place: place)]
    case .read(let temperature): model.temperature = temperature
    }
    return []
  }
}

struct WeatherInterpreter: AsyncCommandInterpreter {
  func interpret(dispatch: AsyncDispatch, command: ReadWeather) async {
    await dispatch(WeatherMessage.read(command.place.count))
  }
}

@MainActor
@Suite("Katana in language mode 5") struct Swift5KatanaTests {
  @Test("an interpreter answers a command")
  func interpreter() async throws {
    let store = try Store(
      model: Weather(), updater: WeatherUpdater(), interpreters: [WeatherInterpreter()])
    store.dispatch(WeatherMessage.look("Turin"))
    await store.run()
    #expect(store.temperature == 5)
  }
}
