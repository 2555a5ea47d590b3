import Millrace
import MillraceTesting
import Testing

protocol WeatherService: Sendable {
  func degrees(in city: String) async throws -> Int
}

struct Forecasts: WeatherService {
  func degrees(in city: String) async throws -> Int { 18 }
}

nonisolated enum WeatherKey: StoreEnvironmentKey {
  static let defaultValue: any WeatherService = Forecasts()
}

struct Weather: Equatable {
  var city = ""
  var degrees: Int?
  var dice = 0
  var ids: [Identifier] = []
  var asked: Timestamp?
}

enum WeatherMessage: Sendable {
  case typed(String)
  case measured(Int, at: Timestamp)
  case roll
  case rolled(Int, Identifier)
  case failed
}

func updateWeather(_ weather: inout Weather, _ message: WeatherMessage) -> Effect<WeatherMessage> {
  switch message {
  case .typed(let city):
    weather.city = city
    weather.degrees = nil
    return .run(in: .debounce("typing", for: .milliseconds(300)), label: "weather of \(city)") { send in
      let service = send.environment[WeatherKey.self]
      let degrees = try await service.degrees(in: city)
      await send(.measured(degrees, at: send.environment.dates.now()))
    } catch: { _ in
      .failed
    }
  case .roll:
    return .run(label: "roll") { send in
      var random = send.environment.random
      let number = Int.random(in: 1...6, using: &random)
      await send(.rolled(number, send.environment.identifiers.next()))
    }
  case .measured(let degrees, let time):
    weather.degrees = degrees
    weather.asked = time
  case .rolled(let number, let id):
    weather.dice = number
    weather.ids.append(id)
  case .failed:
    weather.degrees = nil
  }
  return .none
}

@MainActor
@Suite("Environment and time") struct EnvironmentSamples {
  struct Arctic: WeatherService {
    func degrees(in city: String) async throws -> Int { -30 }
  }

  @Test("A test decides the time, chance and services")
  func test() async {
    let clock = ManualClock()
    var environment = StoreEnvironment(
      clock: clock, random: .seeded(1), identifiers: .counting(),
      dates: .fixed(Timestamp(sinceEpoch: .seconds(1_000_000))))
    environment[WeatherKey.self] = Arctic()

    let store = Store(Weather(), environment: environment, update: updateWeather)
    store.send(.typed("Nar"))
    clock.jump(by: .milliseconds(200))
    store.send(.typed("Narvik"))
    clock.jump(by: .milliseconds(300))
    await store.run()

    #expect(store.degrees == -30)
    #expect(store.asked?.seconds == 1_000_000)
  }

  /// Answers after ten seconds.
  private struct Slow: WeatherService {
    let clock: ManualClock

    func degrees(in city: String) async throws -> Int {
      try await clock.sleep(for: .seconds(10))
      return city.count
    }
  }

  @Test("The weather of one city is never shown under the name of another")
  func late() async throws {
    let clock = ManualClock()
    var environment = StoreEnvironment(clock: clock)
    environment[WeatherKey.self] = Slow(clock: clock)
    let store = Store(Weather(), environment: environment, update: updateWeather)
    store.send(.typed("Nar"))
    clock.jump(by: .milliseconds(300))
    try await clock.waitUntil { clock.sleepers == [.start.advanced(by: .milliseconds(10_300))] }
    clock.jump(by: .milliseconds(9_900))
    store.send(.typed("Narvik"))
    clock.jump(by: .milliseconds(200))
    #expect(store.state == Weather(city: "Narvik"))
    clock.jump(by: .milliseconds(100))
    try await clock.waitUntil { clock.sleepers == [.start.advanced(by: .milliseconds(20_500))] }
    clock.jump(by: .seconds(10))
    await store.run()
    #expect(store.degrees == 6)
  }

  @Test("The same seed gives the same chance, and identifiers that count read well")
  func chance() async {
    func rolls() async -> Weather {
      let environment = StoreEnvironment(random: .seeded(42), identifiers: .counting())
      let store = Store(Weather(), environment: environment, update: updateWeather)
      store.send(.roll)
      await store.run()
      return store.state
    }
    let weather = await rolls()
    #expect(await rolls() == weather)
    #expect(weather.ids == [Identifier(high: 0, low: 1)])
  }
}
