import Millrace
import MillraceForms
import MillraceTesting
import Testing

@testable import SevenTasks

@Suite("Flight booker")
struct FlightBookerTests {
  @MainActor
  private func store(_ day: String) -> Store<FlightBooker, FlightBooker.Message> {
    let date = FlightDate(day) ?? FlightDate(Timestamp(sinceEpoch: .zero))
    return Store(FlightBooker(on: date), update: FlightBooker.update)
  }

  @Test("a one-way flight is booked, and the sentence stays until something is edited")
  @MainActor func oneWay() async {
    let store = store("24.11.2026")
    #expect(store.canBook && !store.hasReturn && store.booking == nil)
    store.send(.form(.type(\.departure, "01.12.2026")))
    await store.send(.form(.submit)).finish()
    #expect(store.booking == "You have booked a one-way flight on 01.12.2026.")
    store.send(.form(.type(\.departure, "02.12.2026")))
    #expect(store.booking == nil && store.canBook)
  }

  @Test("a return flight needs a date that is not before the departure")
  @MainActor func returnFlight() async {
    let store = store("24.11.2026")
    store.send(.form(.choose(\.kind, .return)))
    #expect(store.hasReturn && store.canBook)
    store.send(.form(.type(\.return, "23.11.2026")))
    #expect(!store.canBook)
    #expect(store.returnProblem == "The return flight is before the departure.")
    await store.send(.form(.submit)).finish()
    #expect(store.booking == nil)
    store.send(.form(.choose(\.kind, .oneWay)))
    #expect(store.canBook && store.returnProblem == nil)
    store.send(.form(.choose(\.kind, .return)))
    store.send(.form(.type(\.return, "24.12.2026")))
    await store.send(.form(.submit)).finish()
    #expect(store.booking == "You have booked a return flight on 24.11.2026, back on 24.12.2026.")
  }

  @Test("a text that is no date is red at once, and only where the field takes part")
  @MainActor func wrongDates() {
    let store = store("24.11.2026")
    store.send(.form(.choose(\.kind, .return)))
    store.send(.form(.type(\.return, "31.11.2026")))
    #expect(store.returnProblem == "Write a date such as 24.12.2026." && !store.canBook)
    #expect(store.return == "31.11.2026")
    store.send(.form(.choose(\.kind, .oneWay)))
    #expect(store.returnProblem == nil && store.canBook)
    store.send(.form(.type(\.departure, "tomorrow")))
    #expect(store.departureProblem != nil && !store.canBook)
  }

  @Test("a flight can be booked exactly when its dates are right", arguments: 1...20)
  @MainActor func law(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    let texts = ["24.11.2026", "25.11.2026", "30.02.2026", "29.02.2028", "", "x", "1.1.2027"]
    let store = store("24.11.2026")
    for _ in 0..<100 {
      let text = texts[Int.random(in: 0..<texts.count, using: &random)]
      switch Int.random(in: 0..<3, using: &random) {
      case 0: store.send(.form(.choose(\.kind, Bool.random(using: &random) ? .oneWay : .return)))
      case 1: store.send(.form(.type(\.departure, text)))
      default: store.send(.form(.type(\.return, text)))
      }
      let (departure, back) = (FlightDate(store.departure), FlightDate(store.return))
      let isRight =
        switch (store.kind, departure, back) {
        case (.oneWay, .some, _): true
        case (.return, .some(let departure), .some(let back)): departure <= back
        default: false
        }
      #expect(store.canBook == isRight, "\(store.departure), \(store.return), seed \(seed)")
    }
  }
}
