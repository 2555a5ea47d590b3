import Foundation
import InspectorOut
import InspectorSample
import Millrace
import MillraceJournal
import Testing

@Suite("Stretches as exports")
@MainActor
struct ExportFormTests {
  private let folder: Folder

  init() throws { folder = try Folder() }

  private func imported(_ export: ExportForm.Result, _ name: String = "a") throws -> JournalReader {
    try Data(export.text).write(to: URL(filePath: folder.path("\(name).jsonl")))
    #expect(try JournalImport.validate(folder.path("\(name).jsonl")) == export.summary)
    try JournalImport.run(from: folder.path("\(name).jsonl"), to: folder.path("\(name).journal"))
    let reader = try JournalReader(at: folder.path("\(name).journal"))
    #expect(try reader.verify().isDamaged == false)
    return reader
  }

  @Test("an export of a stretch is imported, and the application continues from it", arguments: [0, 3, 6])
  func continued(start: UInt64) async throws {
    let stretch = try await SampleRun.shopping(after: start)
    let export = try ExportForm.write(stretch, id: UUID().uuidString)
    let reader = try imported(export)
    #expect(try reader.info().turns == stretch.turns.count)
    #expect(try reader.info().parent == stretch.journal)
    // The import closes its connections; today's application takes the journal over.
    let flow = Flow(name: stretch.flow)
    let store = Store(Groceries(), name: "groceries", flow: flow, update: Groceries.update)
    let journal = try Journal(of: flow, at: folder.path("a.journal"))
    try journal.record(store, state: Groceries.states, messages: Groceries.messages)
    try journal.start()
    let bytes = try RecordEncoder().encode(store.state)
    #expect(try JournalValue(cbor: bytes) == stretch.states.last?.value)
    try journal.close()
  }

  @Test("stores without schemas are left out, and a turn that is not whole leaves a gap, with a remark")
  func incomplete() async throws {
    var stretch = try await SampleRun.shopping()
    stretch.stores.append(Stretch.Store(name: "reflected", isExact: false))
    stretch.turns.insert(Stretch.Turn(number: 100, at: 1, store: "reflected", name: "x"), at: 8)
    stretch.turns[2].isExact = false
    stretch.turns[7].isExact = false
    stretch.states = []
    let export = try ExportForm.write(stretch, id: "x")
    let gaps = try imported(export).gaps()
    #expect(gaps.map(\.after) == [2, 7] && gaps.map(\.until) == [4, 9])
    #expect(gaps[0].reason == "the message of turn 3 of `groceries` was not recorded whole")
    #expect(
      export.remarks == [
        "The state of `groceries` before turn 1 is not known, and missing in the export.",
        "Turns between turn 2 and turn 4 are missing: the message of turn 3 of `groceries` was not recorded whole.",
        "Turns between turn 7 and turn 9 are missing: the message of turn 8 of `groceries` was not recorded whole.",
        "Left out, because they have no schemas: `reflected`.",
      ])
  }

  @Test("gaps of the history are in the export, once, where they are")
  func gaps() async throws {
    var stretch = try await SampleRun.shopping()
    stretch.turns.removeSubrange(3..<5)
    stretch.gaps = [JournalGap(after: 3, until: 6, reason: "the disk was full")]
    stretch.events = []
    let found = try imported(try ExportForm.write(stretch, id: "x")).gaps()
    #expect(found == [JournalGap(after: 3, until: 6, reason: "the disk was full")])
  }

  @Test("a value that no export can have is a sentence")
  func impossible() async throws {
    var stretch = try await SampleRun.shopping()
    var deep = JournalValue.null
    for _ in 0...JournalValue.nestingLimit { deep = .array([deep]) }
    stretch.turns[0].message = deep
    let problem = #expect(throws: StretchProblem.self) { try ExportForm.write(stretch, id: "x") }
    #expect(problem?.description.hasPrefix("The stretch cannot be exported. ") == true)
    stretch.turns = [Stretch.Turn(number: .max, at: 0, store: "groceries", name: "x")]
    #expect(throws: StretchProblem.self) { try ExportForm.write(stretch, id: "x") }
  }
}
