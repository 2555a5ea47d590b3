import MillraceTesting
import TestResources
import Testing

@Suite struct TimelineRecorderTests {
  private typealias Event = Timeline<Character>.Event

  @Test("What was recorded is drawn at its time, and reads back as the same timeline")
  func drawn() throws {
    let timeline = try Timeline<Character>(
      recorded: [
        (.zero, .value("a")), (.seconds(2), .value("b")), (.seconds(2), .value("c")), (.seconds(3), .end),
      ])
    #expect("\(timeline)" == "a-(bc)|")
    #expect(timeline == (try Timeline("a-(bc)|")))
  }

  @Test("Nothing recorded is a tick of silence")
  func nothing() throws {
    #expect(try Timeline<Int>(recorded: []).description == "-")
  }

  @Test("Events are sorted by time, and keep their order within one time")
  func sorted() throws {
    let recorder = TimelineRecorder<Character>()
    for (letter, second) in [("d", 3), ("b", 1), ("c", 1), ("a", 0)] as [(Character, Int)] {
      recorder.record(letter, at: .seconds(second))
    }
    recorder.record(event: .end, at: .seconds(4))
    #expect("\(try recorder.timeline())" == "a(bc)-d|")
    #expect(try recorder.timeline() == Timeline("a(bc)-d|"))
  }

  @Test("A recorder takes the time from its clock, from when it was made")
  func clock() throws {
    let clock = ManualClock()
    clock.jump(by: .seconds(10))
    let anyClock: any Clock<Duration> = clock
    let recorder = TimelineRecorder<Character>(clock: anyClock)
    recorder.record(event: .start)
    clock.jump(by: .seconds(2))
    recorder.record("a")
    recorder.record("b", at: .seconds(1))
    clock.jump(by: .seconds(1))
    recorder.record(event: .cancellation)
    #expect("\(try recorder.timeline())" == "^ba!")
  }

  @Test("Nothing that concurrent tasks record is lost")
  func concurrent() async throws {
    let recorder = TimelineRecorder<Int>()
    await withTaskGroup { group in
      for number in 0..<200 {
        group.addTask { recorder.record(number % 10, at: .seconds(number)) }
      }
    }
    #expect("\(try recorder.timeline())" == String(repeating: "0123456789", count: 20))
  }

  @Test("Another tick draws the same times in other columns")
  func tick() throws {
    let recorder = TimelineRecorder<Character>()
    recorder.record("a", at: .milliseconds(500))
    recorder.record("b", at: .seconds(1))
    #expect("\(try recorder.timeline(tick: .milliseconds(250)))" == "--a-b")
  }

  @Test("Events between ticks are reported with a tick that fits, not rounded")
  func betweenTicks() throws {
    let recorder = TimelineRecorder<Character>()
    recorder.record("a", at: .seconds(1))
    recorder.record("b", at: .milliseconds(1500))
    recorder.record(event: .end, at: .milliseconds(2200))
    let error = #expect(throws: TimelineError.self) { try recorder.timeline() }
    guard case .betweenTicks(let strays, tick: .seconds(1)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(strays.map(\.offset) == [.milliseconds(1500), .milliseconds(2200)])
    #expect(
      error?.description == """
        "b" at 1.5 seconds, the end at 2.2 seconds cannot be drawn, because a column stands for 1.0 seconds; \
        use a tick that divides every time, such as 0.1 seconds.
        """)
    #expect("\(try recorder.timeline(tick: .milliseconds(100)))" == "----------a----b------|")
  }

  @Test("Events before the start are reported")
  func beforeTheStart() {
    let error = #expect(throws: TimelineError.self) {
      try Timeline<Character>(recorded: [(.seconds(-1), .value("a"))])
    }
    #expect(
      error?.description == """
        "a" at -1.0 seconds cannot be drawn, because a timeline starts at zero; record offsets from the start.
        """)
  }

  @Test("Events after the end are reported")
  func afterTheEnd() {
    let error = #expect(throws: TimelineError.self) {
      try Timeline<Character>(
        recorded: [(.zero, .failure), (.zero, .value("a")), (.seconds(1), .start)])
    }
    #expect(
      error?.description == """
        "a" at 0.0 seconds, a start at 1.0 seconds cannot be drawn, because the timeline ended with a failure at 0.0 \
        seconds; find the source of the event after the end, or record two timelines.
        """)
  }

  @Test("Events too far off to be drawn are reported, and of many only some are listed")
  func tooFar() throws {
    let events = (1...7).map { (offset: Duration.seconds($0), event: Event.value("a")) }
    let error = #expect(throws: TimelineError.self) { try Timeline(recorded: events, tick: .nanoseconds(1)) }
    #expect(
      error?.description.hasSuffix(
        """
        "a" at 5.0 seconds and 2 more cannot be drawn, because the position is beyond column 10000 at 1e-09 seconds \
        per column; use a longer tick.
        """) == true)
    #expect(try Timeline<Int>(recorded: [(.seconds(9_999), .end)]).description.count == 10_000)
  }

  @Test("Values are drawn with the letters given to them")
  func letters() throws {
    let timeline = try Timeline<Int>(
      recorded: [(.zero, .value(10)), (.seconds(1), .value(20)), (.seconds(2), .value(10))],
      values: ["x": 10, "y": 20])
    #expect("\(timeline)" == "xyx")
  }

  @Test("Values without a letter are drawn as they print, else with the next free letter")
  func freeLetters() throws {
    let values = ["b", "long", "", "b", "-", "|", "long", "é"]
    let events = values.enumerated().map {
      (offset: Duration.seconds($0.offset), event: Timeline<String>.Event.value($0.element))
    }
    #expect("\(try Timeline(recorded: events))" == "bacbdeaé")
    #expect("\(try Timeline(recorded: events, values: ["b": "other"]))" == "acdaefcé")
  }

  @Test("Reserved letters are refused")
  func reservedLetters() {
    #expect(throws: TimelineError.reservedLetters(["^"])) { try Timeline(recorded: [], values: ["^": 1]) }
  }

  @Test("More different values than letters are refused, not confused")
  func tooManyValues() throws {
    let events = (10..<2_000).map {
      (offset: Duration.seconds($0), event: Timeline<Int>.Event.value($0))
    }
    let error = #expect(throws: TimelineError.self) { try Timeline(recorded: events) }
    guard case .tooManyValues(let letters) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let most = try Timeline(recorded: events.prefix(letters))
    #expect(Set(most.description.filter { $0 != "-" }).count == letters)
    #expect(
      error?.description.hasPrefix("There are more different values than the \(letters) letters") == true)
  }

  @Test("A recorder without a clock needs the time of each event", .realProcess)
  func noClock() async {
    await #expect(processExitsWith: .failure) { TimelineRecorder<Int>().record(1) }
  }

  @Test("What is recorded, drawn and read back is the same", arguments: UInt64(0)..<100)
  func roundTrip(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var seconds = 0
    let events = (0..<Int.random(in: 0...30, using: &random)).map { _ in
      seconds += max(0, Int.random(in: -1...3, using: &random))
      let event: Event =
        Bool.random(using: &random) ? .start : .value("abcdefgh".randomElement(using: &random) ?? "a")
      return (offset: Duration.seconds(seconds), event: event)
    }
    let timeline = try Timeline(recorded: events)
    #expect(timeline.moments.map(\.offset) == events.map(\.offset))
    #expect(timeline.moments.map(\.event) == events.map(\.event))
    #expect(try Timeline(timeline.description) == timeline)
  }
}
