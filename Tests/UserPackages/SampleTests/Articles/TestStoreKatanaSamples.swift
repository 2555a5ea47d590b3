import Katana
import KatanaTesting
import MillraceTesting
import Testing

@MainActor
@Suite("Testing what you wrote, with Katana") struct TestStoreKatanaSamples {
  @Test("An updater is tested by its messages")
  func updater() async throws {
    let store = try Store(
      model: Forecast(), updater: ForecastUpdater(),
      interpreters: [ThermometerInterpreter(station: Station())])
    let test = TestStore(store)
    test.send(ForecastMessage.look(at: "Oslo"), effects: [.starts(#"ReadTemperature(place: "Oslo")"#)]) {
      $0.place = "Oslo"
    }
    await test.receive(ForecastMessage.read(20)) { $0.temperature = 20 }
    await test.finish()
  }

  @Test("An updater is checked as a model")
  func model() {
    let logic = Logic(Forecast(), updater: ForecastUpdater()) { command in
      command is ReadTemperature
        ? [.sends(ForecastMessage.read(-4)), .sends(ForecastMessage.failed("no net"))] : nil
    }
    let check = ModelCheck(logic, by: { "\($0)" }) { forecast in
      let look = ForecastMessage.look(at: "Oslo")
      return forecast.place.isEmpty ? [look] : [look, ForecastMessage.refresh]
    }
    let report = check.always("a temperature is of a place") { $0.temperature == nil || $0.place != "" }.run()
    #expect(report.isSuccess, "\(report)")
  }
}
