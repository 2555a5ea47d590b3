import Foundation
import InspectorOut
import Millrace
import MillraceJournal
import Testing

#if canImport(FoundationXML)
import FoundationXML
#endif

@Suite("Stretches as pictures and traces")
@MainActor
struct PictureTests {
  /// Two stores, effects that meet, and every cause and end.
  static func meeting(_ name: String = "search", _ text: String = "typed(\"swift\")") -> Stretch {
    func turn(
      _ number: UInt64, _ store: String, _ message: String, _ cause: Cause = .sent,
      _ effects: [JournalEffectEvent] = [],
      handled: Bool = true
    ) -> Stretch.Turn {
      Stretch.Turn(
        number: number, at: Int64(number) * 10_000_000, store: store, name: message, text: text,
        cause: cause, isHandled: handled, duration: 800_000 * Int(number), effects: effects)
    }
    func event(
      _ step: JournalEffectEvent.Step, _ effect: UInt64, _ turn: UInt64, _ label: String? = nil
    ) -> JournalEffectEvent {
      JournalEffectEvent(step: step, effect: effect, turn: turn, label: label, queue: "latest")
    }
    return Stretch(
      application: name, flow: "main",
      stores: [.init(name: name, isExact: true), .init(name: "library", isExact: true)],
      turns: [
        turn(1, name, "typed", .sent, [event(.started, 1, 1, "search sw"), event(.waiting, 2, 1, "log")]),
        turn(2, name, "typed", .sent, [event(.cancelled, 1, 1), event(.started, 3, 2, "search swift")]),
        turn(3, "library", "opened", .turn(2)),
        turn(4, name, "found", .effect(3, turn: 2), [event(.finished, 3, 2), event(.started, 2, 1)]),
        turn(5, "library", "imported", .posted, [event(.dropped("the queue is full"), 1, 5)], handled: false),
        turn(6, "library", "refreshed", .turn(5)),
        turn(
          7, name, "ticked", .subscription(4), [event(.started, 4, 7, "a long effect that goes on and on")]),
        turn(8, "library", "closed", .effect(9, turn: 100)),
      ],
      events: [
        JournalEvent(
          number: 1, after: 6, time: Timestamp(sinceEpoch: .milliseconds(65)), store: name,
          effect: event(.failed("no network"), 2, 1))
      ])
  }

  private func parse(_ svg: String) throws -> [String] {
    final class Names: NSObject, XMLParserDelegate {
      var names: [String] = []
      func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String]
      ) { names.append(name) }
    }
    let names = Names()
    let parser = XMLParser(data: Data(svg.utf8))
    parser.delegate = names
    #expect(parser.parse(), "\(parser.parserError.map { "\($0)" } ?? "")")
    return names.names
  }

  @Test("a sequence diagram has a life line for each store, and an arrow for each turn")
  func sequence() throws {
    let svg = try SequenceForm.svg(Self.meeting())
    if let path = ProcessInfo.processInfo.environment["MILLRACE_PICTURES"] {
      try svg.write(toFile: path + "/sequence.svg", atomically: true, encoding: .utf8)
    }
    let names = try parse(svg)
    #expect(names.filter { $0 == "line" }.count == 3)
    #expect(names.filter { $0 == "circle" }.count == 8)
    #expect(svg.components(separatedBy: "class=\"message\"").count == 9)
    #expect(svg.contains("effect 2 of turn 1, log, queue latest, failed: no network"))
    #expect(svg.contains("effect 4 of turn 7, a long effect that goes on and on, queue latest, goes on"))
  }

  @Test("nothing of the application is markup")
  func escaping() throws {
    for evil in [
      "</text><script>alert(1)</script>", "\" onload=\"x", "<![CDATA[ ]]> &x; '", "\u{0}\u{1B}\u{FFFE}",
    ] {
      let names = try parse(SequenceForm.svg(Self.meeting(evil, evil)))
      #expect(Set(names).isDisjoint(with: ["script", "a", "image", "foreignObject"]))
      #expect(names.filter { $0 == "circle" }.count == 8)
    }
  }

  @Test("too many turns, or none, are a sentence")
  func limits() throws {
    var stretch = Self.meeting()
    stretch.turns = (1...301).map { Stretch.Turn(number: $0, at: 0, store: "library", name: "x") }
    let problem = #expect(throws: StretchProblem.self) { try SequenceForm.svg(stretch) }
    #expect(problem?.description.contains("at most 300 turns, but there are 301") == true)
    stretch.turns = []
    #expect(throws: StretchProblem.self) { try SequenceForm.svg(stretch) }
  }

  @Test("a trace has a slice for each turn, a span for each effect, and a flow for each known cause")
  func perfetto() throws {
    let trace = try JournalValue(json: PerfettoTrace.write(Self.meeting("a\"<\u{7}")))
    guard case .array(let events)? = trace["traceEvents"] else {
      Issue.record("there are no events")
      return
    }
    func of(_ phase: String) -> [JournalValue] { events.filter { $0["ph"] == .text(phase) } }
    #expect(of("X").count == 8 && of("M").count == 3)
    #expect(of("b").count == 5 && of("e").count == 5)
    #expect(of("s").count == 3 && of("f").count == 3)
    // Each span ends under its own id, after it has begun.
    for begin in of("b") {
      let end = of("e").first { $0["id"] == begin["id"] }
      guard case .float(let from)? = begin["ts"], case .float(let to)? = end?["ts"] else {
        Issue.record("\(begin) has no end")
        continue
      }
      #expect(from <= to)
    }
    // Slices of one thread do not overlap.
    var ends: [JournalValue: Double] = [:]
    for slice in of("X").sorted(by: { time($0) < time($1) }) {
      guard let thread = slice["tid"], case .float(let duration)? = slice["dur"] else { continue }
      #expect(time(slice) >= ends[thread] ?? 0)
      ends[thread] = time(slice) + duration
    }
  }

  private func time(_ event: JournalValue) -> Double {
    if case .float(let time)? = event["ts"] { time } else { -1 }
  }

  @Test("a clock that is set back leaves a trace in order")
  func clockSetBack() throws {
    var stretch = Self.meeting()
    for place in stretch.turns.indices where place > 3 { stretch.turns[place].at = .min + Int64(place) }
    let trace = try JournalValue(json: PerfettoTrace.write(stretch))
    guard case .array(let events)? = trace["traceEvents"] else { return }
    #expect(events.allSatisfy { $0["ts"] == nil || time($0) >= 0 })
  }
}
