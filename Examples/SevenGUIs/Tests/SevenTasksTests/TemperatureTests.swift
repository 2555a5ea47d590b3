import Millrace
import MillraceTesting
import Testing

@testable import SevenTasks

@Suite("Temperature converter")
struct TemperatureTests {
  private func fahrenheit(of celsius: String, before: String = "") -> String {
    var temperature = Temperature()
    temperature.fahrenheit = before
    _ = Temperature.update(&temperature, .celsius(celsius))
    return temperature.fahrenheit
  }

  private func celsius(of fahrenheit: String) -> String {
    var temperature = Temperature()
    _ = Temperature.update(&temperature, .fahrenheit(fahrenheit))
    return temperature.celsius
  }

  @Test("each field follows the other")
  @MainActor func both() async {
    let test = TestStore(Temperature.store())
    test.send(.celsius("100")) {
      $0.celsius = "100"
      $0.fahrenheit = "212"
    }
    test.send(.fahrenheit("32")) {
      $0.fahrenheit = "32"
      $0.celsius = "0"
    }
    await test.finish()
  }

  @Test("a text that is no number leaves the other field alone, and is named as a problem")
  @MainActor func noNumber() async {
    let test = TestStore(Temperature.store())
    test.send(.celsius("5")) {
      $0.celsius = "5"
      $0.fahrenheit = "41"
    }
    test.send(.celsius("5x")) { $0.celsius = "5x" }
    #expect(test.state.celsiusProblem != nil)
    #expect(test.state.fahrenheitProblem == nil)
    test.send(.celsius("")) { $0.celsius = "" }
    #expect(test.state.celsiusProblem == nil)
    await test.finish()
  }

  @Test(
    "only what a person writes as a number is one",
    arguments: ["nan", "inf", "-infinity", "0x10", "1e999", "--1", "1.2.3", "e", ".", "-", "١٢", " ", "1 2"])
  func refused(text: String) {
    #expect(DecimalText.number(text) == nil)
    #expect(fahrenheit(of: text, before: "7") == "7")
  }

  @Test(
    "a comma, signs and spaces around it are fine",
    arguments: [("36,6", "97.88"), ("+10", "50"), (" -40 ", "-40")])
  func accepted(text: String, other: String) {
    #expect(fahrenheit(of: text) == other)
  }

  @Test("there and back is the same, for tenths of a degree", arguments: 1...20)
  func roundTrip(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    for _ in 0..<500 {
      let text = DecimalText.text(Double(Int.random(in: -9_999_999...9_999_999, using: &random)) / 10) ?? ""
      #expect(celsius(of: fahrenheit(of: text)) == text, "\(text), seed \(seed)")
    }
  }

  @Test("a written number reads as the same number, to two decimals", arguments: 1...20)
  func texts(seed: UInt64) throws {
    var random = RandomSource.seeded(seed)
    for _ in 0..<500 {
      let number = Double.random(in: -1e6...1e6, using: &random)
      let text = try #require(DecimalText.text(number))
      let read = try #require(DecimalText.number(text))
      #expect(abs(read - number) <= 0.005_000_1, "\(text), seed \(seed)")
    }
  }
}
