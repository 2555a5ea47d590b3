import Foundation
import InspectorOut
import InspectorSample
import Millrace
import MillraceJournal
import MillraceTesting
import Testing

/// The sources compared here are compiled and run as the tests of `InspectorGeneratedTests`.
@Suite("Stretches as tests")
@MainActor
struct GeneratedTests {
  /// Compares a source with a file of the compiled tests; `MILLRACE_WRITE_GENERATED=1` writes it instead.
  private func check(_ source: String, _ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "InspectorGeneratedTests/\(name).swift")
    let text = "// swift-format-ignore-file\n" + source
    if ProcessInfo.processInfo.environment["MILLRACE_WRITE_GENERATED"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == text)
  }

  @Test("the steps of a store are the source that compiles and passes")
  func steps() async throws {
    let stretch = try await SampleRun.shopping()
    try check(try StepsForm.source(stretch, store: "groceries", names: SampleRun.names), "ShoppingSteps")
  }

  @Test("messages can all be decoded, from a turn in the middle on")
  func decodedSteps() async throws {
    let stretch = try await SampleRun.shopping(after: 2)
    var names = SampleRun.names
    names.isDecoding = true
    try check(try StepsForm.source(stretch, store: "groceries", names: names), "LaterShoppingSteps")
  }

  @Test("a replay with its history is the source that compiles and passes")
  func replay() async throws {
    var stretch = try await SampleRun.shopping(after: 2)
    // Times differ in each run, and the source must not.
    for place in stretch.turns.indices { stretch.turns[place].at = Int64(place + 1) * 1_000_000_000 }
    stretch.events = stretch.events.map {
      JournalEvent(
        number: $0.number, after: $0.after, time: Timestamp(sinceEpoch: .seconds(Int64($0.after) + 1)),
        store: $0.store, effect: $0.effect)
    }
    stretch.journal = nil
    let export = try ExportForm.write(stretch, id: "6F9619FF-8B86-4D01-B42D-00CF4FC964FF")
    #expect(export.remarks == [])
    var names = SampleRun.names
    names.stores["groceries"] =
      #"Store(Groceries(), name: "groceries", flow: flow, update: Groceries.update)"#
    try check(
      ReplayForm.source(stretch, export: export.text, file: "kitchen.jsonl", names: names), "ShoppingReplay")
  }

  @Test("a long history stands in a file of its own, which the source names")
  func longReplay() async throws {
    let stretch = try await SampleRun.shopping()
    let source = ReplayForm.source(
      stretch, export: [UInt8](repeating: 0x20, count: ReplayForm.embeddedLimit + 1), file: "a\"b.jsonl")
    #expect(source.contains(#".appending(path: "a\"b.jsonl")"#))
    #expect(source.utf8.count < 4096)
  }

  @Test("what the user did not name is a marked line")
  func marks() async throws {
    let stretch = try await SampleRun.shopping()
    let source = try StepsForm.source(stretch, store: "groceries")
    #expect(source.components(separatedBy: "// REPLACE the next line").count == 5)
    #expect(source.contains("@testable import YourModule"))
    let lines = source.split(separator: "\n")
    for (place, line) in lines.enumerated() where line.contains("REPLACE") {
      #expect(lines[place + 1].contains("Your") || lines[place + 1].contains("your"))
    }
    #expect(!(try StepsForm.source(stretch, store: "groceries", names: SampleRun.names)).contains("REPLACE"))
  }

  @Test("a store without states is compared as far as they are known")
  func noStates() async throws {
    var stretch = try await SampleRun.shopping()
    stretch.states.removeAll { $0.turn != 3 }
    let source = try StepsForm.source(stretch, store: "groceries", names: SampleRun.names)
    #expect(source.contains("TestStore(store, mode: .relaxed)"))
    #expect(source.contains("{ $0 = state3 }") && !source.contains("state4"))
    // The named store begins with `state`, which the user has to write here.
    #expect(
      source.contains(
        """
          // REPLACE the next line: the state before these turns, which is not known.
          let state = Groceries()
          let store = Store(state, name: "groceries", update: Groceries.update)
        """))
  }

  @Test("turns that say nothing, or not all, are a sentence")
  func refusals() async throws {
    var stretch = try await SampleRun.shopping()
    #expect(throws: StretchProblem.self) { try StepsForm.source(stretch, store: "kitchen") }
    stretch.turns[3].isExact = false
    let problem = #expect(throws: StretchProblem.self) { try StepsForm.source(stretch, store: "groceries") }
    #expect(
      problem?.description
        == "The message of turn 4 was not recorded whole; choose turns after it or before it.")
    stretch.turns = []
    #expect(throws: StretchProblem.self) { try StepsForm.source(stretch, store: "groceries") }
  }

  @Test("names of the user stay in their line")
  func names() throws {
    let names = try SourceNames(query: [
      ("module", "Notes"), ("make.my store", "Store(state, update: f)"), ("messages-as", "json"),
      ("form", "test"),
    ])
    #expect(
      names.module == "Notes" && names.stores == ["my store": "Store(state, update: f)"] && names.isDecoding)
    for bad in ["a\nb", "a // b", "/* a", "a\u{202E}b", String(repeating: "x", count: 1001)] {
      #expect(throws: StretchProblem.self) { try SourceNames(query: [("state", bad)]) }
    }
    #expect(throws: StretchProblem.self) { try SourceNames(query: [("module", "A; import B")]) }
  }

  @Test("names and texts of the application cannot leave their literals and comments")
  func hostile() async throws {
    for evil in ["\")\nfatalError()//", "\\(exit(1))", "\"\"\"#\n#", "*/ x /*", "\u{2028}x\u{0}", "`;"] {
      var stretch = try await SampleRun.stretch { $0.send(.added(evil)) }
      stretch.flow = evil
      stretch.application = evil
      let export = try ExportForm.write(stretch, id: "x")
      #expect(try Replay(lines: String(decoding: export.text, as: UTF8.self)).flow == evil)
      let replay = ReplayForm.source(stretch, export: export.text, file: evil, names: SampleRun.names)
      stretch.stores[0].name = evil
      stretch.turns[0].store = evil
      stretch.turns[0].effects = [JournalEffectEvent(step: .started, effect: 1, turn: 1, label: evil)]
      let steps = try StepsForm.source(stretch, store: evil, names: SampleRun.names)
      for source in [replay, steps] {
        #expect(!source.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
        for line in source.split(separator: "\n") {
          #expect(!line.hasPrefix("fatalError") && !line.hasPrefix("#"), "\(line)")
        }
      }
    }
  }
}
