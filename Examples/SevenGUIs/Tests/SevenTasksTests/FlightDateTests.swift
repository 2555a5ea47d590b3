import Millrace
import Testing

@testable import SevenTasks

@Suite("Flight booker: dates")
struct FlightDateTests {
  @Test("a day of the calendar reads as it is written", arguments: 1...20)
  func roundTrip(seed: UInt64) throws {
    var random = RandomSource.seeded(seed)
    for _ in 0..<500 {
      let (year, month, day) = (
        Int.random(in: 1...9_999, using: &random), Int.random(in: 0...13, using: &random),
        Int.random(in: 0...32, using: &random)
      )
      let text = "\(day).\(month).\(String(repeating: "0", count: 4 - "\(year)".count))\(year)"
      let date = FlightDate(text)
      #expect((date != nil) == Self.exists(year, month, day), "\(text), seed \(seed)")
      if let date {
        #expect(FlightDate(date.description) == date)
        #expect((date.year, date.month, date.day) == (year, month, day))
      }
    }
  }

  /// The calendar, counted from day to day.
  private static func exists(_ year: Int, _ month: Int, _ day: Int) -> Bool {
    guard 1...12 ~= month, day >= 1 else { return false }
    let isLeap = year % 400 == 0 || (year % 4 == 0 && year % 100 != 0)
    return day <= [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
  }

  @Test("days are ordered as they follow one another")
  func order() throws {
    let days = try ["31.12.2025", "01.01.2026", "02.01.2026", "01.02.2026"].map {
      try #require(FlightDate($0))
    }
    #expect(days.sorted() == days)
    #expect(days[0] < days[1] && !(days[1] < days[1]))
  }

  @Test(
    "no other text is a day",
    arguments: [
      "", "1.1.26", "1.1.20266", "1-1-2026", "1.1", "a.b.cdef", "+1.1.2026", "1.1.2026.", " 1.1.2026",
      "01.01.0000",
    ])
  func refused(text: String) {
    #expect(FlightDate(text) == nil)
  }
}
