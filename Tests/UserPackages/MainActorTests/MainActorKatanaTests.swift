import Katana
import KatanaTesting
import Testing

struct Weather: Model, Equatable {
  var temperature: Int?
}

enum WeatherMessage: Message, Equatable {
  case look(String)
  case read(Int)
}

struct ReadWeather: Command, Equatable {
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

final class WeatherScreen {
  private(set) var text = ""

  func follow(_ store: Store<Weather>) {
    store.observe(\.temperature, owner: self) { screen, temperature in
      screen.text = temperature.map { "\($0)°" } ?? ""
    }
  }
}

@Suite("Katana where everything is on the main actor") struct MainActorKatanaTests {
  @Test("a screen shows what an interpreter finds out")
  func screen() async throws {
    let store = try Store(
      model: Weather(), updater: WeatherUpdater(), interpreters: [WeatherInterpreter()])
    let screen = WeatherScreen()
    screen.follow(store)
    store.dispatch(WeatherMessage.look("Turin"))
    await store.run()
    #expect(screen.text == "5°")
  }

  @Test("an update is compared")
  func update() {
    let outcome = WeatherUpdater().outcome(of: WeatherMessage.look("Turin"), on: Weather())
    #expect(outcome.commands == [ReadWeather(place: "Turin")])
  }
}
