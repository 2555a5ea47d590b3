import Aftermath
import Foundation
import Millrace
import NotesModel
import Terminal
import Testing

@testable import NotesScreens

@MainActor
@Suite("A recorded screen")
struct JournalTests {
  @Test("is made again by its events, once they were written down and read", arguments: 0..<25)
  func roundTrip(seed: Int) throws {
    var chance = Chance(seed: seed)
    let stage = try Stage()
    let tape = try Tape(stage)
    stage.workplace.conflict(Stage.household[1], Stage.household[2])
    let links = [
      "notes:new", "todos:1", "search:milk", "conflicts:notes:1", "nowhere", "notes:77", "help", "log",
    ]
    for _ in 0..<120 {
      switch chance.below(12) {
      case 0: stage.open(links[chance.below(links.count)])
      case 1: stage.press(.resize(width: chance.below(120), height: chance.below(40)))
      default: stage.press(KeymapTests.keys[chance.below(KeymapTests.keys.count)])
      }
    }
    #expect(tape.rows.count > 30)
    #expect(try tape.played() == stage.screen)
    #expect(try coded(stage.screen) == stage.screen)
  }

  @Test("is made again by a story with all that leaves a trace")
  func story() throws {
    let stage = try Stage()
    let tape = try Tape(stage)
    stage.press(.character("/"))
    stage.type("mi")
    stage.press(.enter, .down, .character("e"))
    stage.type("é漢")
    stage.press(.paste("two\nlines"), .tab, .control("k"), .control("s"), .character("d"), .character("u"))
    stage.open("nowhere")
    stage.press(.character("?"), .pageDown, .resize(width: 100, height: 10))
    #expect(try tape.played() == stage.screen)
    #expect(tape.kinds.contains("screen-form-key@1") && tape.kinds.contains("screen-remark@1"))
  }

  @Test("has kinds of names that are given once")
  func kinds() {
    #expect(ScreenJournal.messages.flaws == [] && ScreenJournal.states.flaws == [])
    let names = (ScreenJournal.messages.kinds + ScreenJournal.states.kinds).map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { $0 == "screen" || $0.hasPrefix("screen-") })
  }

  @Test("is read with what no screen can be, and is drawn all the same")
  func nonsense() throws {
    var text = String(decoding: try JSONEncoder().encode(Screen()), as: UTF8.self)
    text = text.replacingOccurrences(of: "\"row\":0", with: "\"row\":\(Int.min)")
    text = text.replacingOccurrences(of: "\"top\":0", with: "\"top\":\(Int.max)")
    text = text.replacingOccurrences(of: "\"width\":80", with: "\"width\":\(Int.min)")
    var screen = try JSONDecoder().decode(Screen.self, from: Data(text.utf8))
    #expect(draw(ScreenView(screen: screen)).width == 1)
    screen.resize(to: Size(width: 80, height: 24))
    #expect(draw(ScreenView(screen: screen)).width == 80)
  }
}

/// Keeps the events of a screen in their written form.
@MainActor
private final class Tape {
  private(set) var rows: [(kind: SchemaKind, json: Data)] = []
  private let recordable: Recordable<Screen, FoldedEvent>
  private let first: Screen
  private var token: ObservationToken?

  init(_ stage: Stage) throws {
    recordable = stage.interface.screen.recordable(
      state: ScreenJournal.states, messages: ScreenJournal.messages)
    first = stage.screen
    token = recordable.flow.tap { [unowned self] record in
      guard record.store == recordable.name, let event = recordable.kept(record.message) else { return }
      guard let place = recordable.messages.place(of: event) else {
        Issue.record("\(event) is of no kind")
        return
      }
      do {
        rows.append((recordable.messages.kinds[place], try JSONEncoder().encode(Written(event: event))))
      } catch {
        Issue.record(error)
      }
    }
  }

  var kinds: [String] { rows.map(\.kind.description) }

  /// Plays the events on a new screen.
  func played() throws -> Screen {
    var screen = first
    for row in rows {
      let read = try JSONDecoder().decode(Read.self, from: row.json, configuration: row.kind)
      recordable.change(&screen, read.event)
    }
    return screen
  }

  private struct Written: Encodable {
    let event: FoldedEvent

    func encode(to encoder: any Encoder) throws { try ScreenJournal.messages.encode(event, to: encoder) }
  }

  private struct Read: DecodableWithConfiguration {
    let event: FoldedEvent

    init(from decoder: any Decoder, configuration: SchemaKind) throws {
      event = try ScreenJournal.messages.decode(configuration, from: decoder)
    }
  }
}
