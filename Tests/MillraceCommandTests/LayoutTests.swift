import Millrace
import MillraceJournal
import MillraceSupport
import Testing

@testable import MillraceCommand

struct LayoutTests {
  @Test("numbers have a comma after each thousand")
  func numbers() {
    #expect(Amounts.number(0) == "0")
    #expect(Amounts.number(999) == "999")
    #expect(Amounts.number(1_000) == "1,000")
    #expect(Amounts.number(-1_234_567) == "-1,234,567")
    #expect(Amounts.number(UInt64.max) == "18,446,744,073,709,551,615")
    #expect(Amounts.number(Int64.min) == "-9,223,372,036,854,775,808")
    #expect(Amounts.count(1, "turn") == "1 turn")
    #expect(Amounts.count(2_000, "turn") == "2,000 turns")
  }

  @Test("bytes, shares and durations are short")
  func amounts() {
    #expect(Amounts.bytes(1) == "1 byte")
    #expect(Amounts.bytes(999) == "999 bytes")
    #expect(Amounts.bytes(1_000) == "1.0 kB")
    #expect(Amounts.bytes(999_949) == "999.9 kB")
    #expect(Amounts.bytes(999_999) == "999.9 kB")
    #expect(Amounts.bytes(1_250_000) == "1.2 MB")
    #expect(Amounts.bytes(3_000_000_000_000_000) == "3,000.0 TB")
    #expect(Amounts.percent(0.999) == "99 %")
    #expect(Amounts.percent(7) == "100 %")
    #expect(Amounts.duration(.microseconds(12)) == "12 µs")
    #expect(Amounts.duration(.milliseconds(12)) == "12 ms")
    #expect(Amounts.duration(.milliseconds(2_450)) == "2.4 s")
    #expect(Amounts.duration(.seconds(60)) == "1 min")
    #expect(Amounts.duration(.seconds(3_725)) == "1 h 2 min")
    #expect(Amounts.duration(.seconds(86_400 * 1_234 + 3_600 * 5)) == "1,234 d 5 h")
    #expect(Amounts.duration(.seconds(-61)) == "-1 min 1 s")
  }

  @Test("times are as the calendar and the zone have them, before 1970, too")
  func times() {
    let time = Timestamp(sinceEpoch: .seconds(1_772_366_645) + .nanoseconds(123_456_789))
    let utc = TimeText(zone: .utc)
    #expect(utc.line(time) == "2026-03-01 12:04:05.123")
    #expect(utc.short(time) == "03-01 12:04:05")
    #expect(utc.full(time) == "2026-03-01 12:04:05.123 +00:00")
    #expect(TimeText.exact(time) == "2026-03-01T12:04:05.123456789Z")
    let kathmandu = TimeText(zone: Zone { _ in 20_700 })
    #expect(kathmandu.full(time) == "2026-03-01 17:49:05.123 +05:45")
    let newfoundland = TimeText(zone: Zone { _ in -12_600 })
    #expect(newfoundland.full(time) == "2026-03-01 08:34:05.123 -03:30")
    #expect(TimeText.exact(Timestamp(sinceEpoch: .nanoseconds(-1))) == "1969-12-31T23:59:59.999999999Z")
    #expect(utc.line(Timestamp(sinceEpoch: .seconds(951_782_400))) == "2000-02-29 00:00:00.000")
    #expect(utc.line(Timestamp(sinceEpoch: .seconds(-62_135_596_800))) == "0001-01-01 00:00:00.000")
    #expect(utc.line(Timestamp(sinceEpoch: .seconds(253_402_300_799))) == "9999-12-31 23:59:59.000")
  }

  @Test("a time that no calendar has is still shown")
  func oddTimes() {
    for time in [Int64.max, Int64.min] {
      let odd = Timestamp(sinceEpoch: .nanoseconds(time))
      #expect(TimeText.exact(odd).hasSuffix("Z"))
      #expect(!TimeText(zone: .local).full(odd).isEmpty)
    }
  }

  @Test("the width of text is that of what is seen")
  func widths() {
    #expect(TextWidth.of("abc") == 3)
    #expect(TextWidth.of("für") == 3)
    #expect(TextWidth.of("fu\u{308}r") == 3)
    #expect(TextWidth.of("日本語") == 6)
    #expect(TextWidth.of("🎉👨‍👩‍👧") == 4)
    #expect(TextWidth.cut("abcdef", to: 6) == "abcdef")
    #expect(TextWidth.cut("abcdef", to: 5) == "abcd…")
    #expect(TextWidth.cut("日本語", to: 4) == "日…")
    #expect(TextWidth.cut("abc", to: 0) == "")
  }

  @Test("what could steer a terminal is written out")
  func harmless() {
    #expect(TextWidth.harmless("a\u{1B}[31mb\nc\td") == "a\\u{1b}[31mb\\nc\\td")
    #expect(TextWidth.harmless("\u{9B}2J\u{202E}x") == "\\u{9b}2J\\u{202e}x")
    #expect(TextWidth.harmless("für 日本") == "für 日本")
    #expect(Line("\u{7}").text(.coloured) == "\\u{7}")
  }

  @Test("a line keeps its inks when it is cut")
  func lines() {
    var line = Line("abc", .bold)
    line.add("def", .dim)
    #expect(line.fitted(to: 6) == line)
    #expect(line.fitted(to: 5).text(.plain) == "abcd…")
    #expect(line.fitted(to: 3).text(.plain) == "ab…")
    #expect(line.fitted(to: 5).text(.coloured) == "\u{1B}[1mabc\u{1B}[0m\u{1B}[2md…\u{1B}[0m")
    for width in 0...8 { #expect(line.fitted(to: width).width <= width) }
  }

  @Test("there are colours on a terminal only, and none where they are not wanted")
  func styles() {
    #expect(Style(isTerminal: true, environment: [:]) == .coloured)
    #expect(Style(isTerminal: true, environment: ["NO_COLOR": ""]) == .coloured)
    #expect(Style(isTerminal: true, environment: ["NO_COLOR": "1"]) == .plain)
    #expect(Style(isTerminal: true, environment: ["TERM": "dumb"]) == .plain)
    #expect(Style(isTerminal: false, environment: [:]) == .plain)
  }

  @Test(
    "a value is shown as a Swift programmer would write it",
    arguments: [
      (#"{"typed":{"_0":"a \"b\""}}"#, #"typed("a \"b\"")"#),
      (#"{"cleared":{}}"#, "cleared"),
      (#"{"moved":{"_0":1,"to":2,"_2":3}}"#, "moved(1, to: 2, 3)"),
      (#"{"moved":{"_1":1}}"#, "moved(_1: 1)"),
      (#"{"page":3}"#, "{page: 3}"),
      (#"{"a":1.5,"b":[true,null]}"#, "{a: 1.5, b: [true, nil]}"),
      ("{}", "{}"), ("[]", "[]"), ("18446744073709551615", "18446744073709551615"),
    ])
  func shortTexts(json: String, text: String) throws {
    #expect(ShortText.of(try JournalValue(json: json)) == text)
  }

  @Test("the short text of a large value costs no more than what is shown of it")
  func shortTextLimits() {
    let large = JournalValue.array(
      Array(repeating: .text(String(repeating: "x", count: 1_000)), count: 1_000))
    #expect(ShortText.of(large, limit: 100).utf8.count < 120)
    #expect(ShortText.of(.bytes([1, 2, 3])) == "<3 bytes>")
    var deep = JournalValue.integer(1)
    for _ in 1..<JournalValue.nestingLimit { deep = .array([deep]) }
    #expect(ShortText.of(deep).utf8.count == 2 * JournalValue.nestingLimit - 1)
  }

  @Test("text is wrapped between words")
  func wrapping() {
    #expect(Wrapping.lines("one two three", width: 7) == ["one two", "three"])
    #expect(Wrapping.lines("extraordinary", width: 5) == ["extraordinary"])
    #expect(Wrapping.lines("", width: 5) == [])
  }

  @Test("a bar is drawn after a second, ten times a second, and leaves nothing behind")
  func progress() {
    var bar = ProgressBar("Checking", start: .seconds(5), width: 60)
    #expect(bar.update(0.1, at: .milliseconds(5_999)) == nil)
    #expect(bar.end() == nil)
    #expect(
      bar.update(0.5, at: .seconds(6))
        == "\rChecking █████████████████░░░░░░░░░░░░░░░░░  50 %, 2 s left\u{1B}[K")
    #expect(bar.update(0.6, at: .milliseconds(6_099)) == nil)
    #expect(bar.update(0.6, at: .milliseconds(6_100)) != nil)
    #expect(bar.end() == "\r\u{1B}[K")
  }

  @Test("a bar fits any width and takes any share")
  func progressBounds() {
    for width in [1, 10, 20, 40, 80, 200] {
      let bar = ProgressBar("Checking", start: .zero, width: width)
      for share in [-1, 0, 0.001, 0.05, 0.5, 0.999, 1, 7, .nan, .infinity] as [Double] {
        let text = bar.text(share, elapsed: .seconds(100_000))
        #expect(TextWidth.of(text) < max(width, 2), "\(width) \(share): \(text)")
      }
    }
  }
}
