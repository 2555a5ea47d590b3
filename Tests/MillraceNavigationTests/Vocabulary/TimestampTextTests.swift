import Foundation
import Millrace
import Testing

@Suite("A timestamp as text")
struct TimestampTextTests {
  @Test("is a time by RFC 3339")
  func texts() {
    for (seconds, attoseconds, text) in [
      (0, 0, "1970-01-01T00:00:00Z"), (951_782_400, 0, "2000-02-29T00:00:00Z"),
      (1_772_381_045, 123_000_000_000_000_000, "2026-03-01T16:04:05.123Z"),
      (-1, 999_999_999_000_000_000, "1969-12-31T23:59:59.999999999Z"),
      (0, 1, "1970-01-01T00:00:00.000000000000000001Z"),
      (-62_135_596_800, 0, "0001-01-01T00:00:00Z"), (-62_167_219_200, 0, "0000-01-01T00:00:00Z"),
      (-62_167_219_201, 0, "-0001-12-31T23:59:59Z"), (253_402_300_799, 0, "9999-12-31T23:59:59Z"),
      (253_402_300_800, 0, "+10000-01-01T00:00:00Z"),
    ] as [(Int64, Int64, String)] {
      let time = Timestamp(
        sinceEpoch: Duration(secondsComponent: seconds, attosecondsComponent: attoseconds))
      #expect(time.description == text)
      #expect(Timestamp(text) == time)
    }
    #expect(Timestamp("2026-03-01T17:04:05+01:00") == Timestamp("2026-03-01T16:04:05Z"))
    #expect(Timestamp("2026-02-28T23:30:00-01:00") == Timestamp("2026-03-01T00:30:00Z"))
  }

  @Test("is refused where there is no such time")
  func refused() {
    for text in [
      "", "2026", "2026-03-01", "2026-03-01T16:04:05", "2026-03-01 16:04:05Z", "2026-3-1T16:04:05Z",
      "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
      "2026-04-31T00:00:00Z", "2026-03-01T24:00:00Z", "2026-03-01T00:60:00Z", "2026-03-01T00:00:60Z",
      "2026-03-01T00:00:00.Z", "2026-03-01T00:00:00.1234567890123456789Z", "2026-03-01T00:00:00z",
      "2026-03-01T00:00:00ZZ", "02026-03-01T00:00:00Z", "2026-03-01T00:00:00+1:00",
      "2026-03-01T00:00:00+24:00",
      "٢٠٢٦-03-01T00:00:00Z", "+9999999999999-01-01T00:00:00Z",
    ] { #expect(Timestamp(text) == nil, "\(text)") }
  }

  @Test("is there for the earliest and the latest times, and leads back")
  func extremes() {
    for seconds in [Int64.min, .min + 1, .min + 86_400, .max - 86_400, .max] {
      let time = Timestamp(sinceEpoch: .seconds(seconds))
      #expect(Timestamp(time.description) == time, "\(time)")
    }
  }

  @Test("and that of an identifier are their coded forms")
  func coding() throws {
    struct Both: Codable, Equatable {
      var id: Identifier
      var at: Timestamp
    }
    let both = Both(
      id: Identifier(high: 1, low: 0xFF), at: Timestamp(sinceEpoch: .seconds(1) + .nanoseconds(1)))
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let bytes = try encoder.encode(both)
    #expect(
      String(decoding: bytes, as: UTF8.self)
        == #"{"at":"1970-01-01T00:00:01.000000001Z","id":"00000000-0000-0001-0000-0000000000ff"}"#)
    #expect(try JSONDecoder().decode(Both.self, from: bytes) == both)
    for wrong in [
      #"{"at":"yesterday","id":"00000000-0000-0001-0000-0000000000ff"}"#,
      #"{"at":"1970-01-01T00:00:01Z","id":"7"}"#,
    ] {
      let error = #expect(throws: DecodingError.self) {
        try JSONDecoder().decode(Both.self, from: Data(wrong.utf8))
      }
      guard case .dataCorrupted? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }
}
