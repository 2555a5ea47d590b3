import Millrace
import Testing

@testable import MillraceJournal

private struct Screen: Codable, Sendable {
  var page: Int? = 1
}

private enum ScreenMessage: Codable, Sendable {
  case page(Int)
  case load(Int)
}

@MainActor
@Suite("An effect of a part in a journal")
struct EffectPartTests {
  @Test("is kept with its part, in the file and in an export")
  func part() async throws {
    let folder = try JournalFolder()
    let page = Part<Screen, ScreenMessage, Int>("page", at: \.page, { .page($0) }) { page, change in
      page += change
      return .run(label: "load") { _ in }
    }
    let flow = Flow(name: "screens")
    let store = Store(Screen(), name: "screen", flow: flow, parts: [page]) { screen, message in
      switch message {
      case .page(let change): page.update(&screen, change)
      case .load: .run(label: "own") { _ in }
      }
    }
    let journal = try Journal(of: flow, at: folder.journal, durability: .everyTurn)
    try journal.record(store, state: RecordSchema("screen"), messages: RecordSchema("screen-message"))
    try journal.start()
    store.send(.page(2))
    store.send(.load(1))
    await store.run()
    let reader = try JournalReader(at: folder.journal)
    let effects = try [1, 2].flatMap { try reader.turn($0)?.effects ?? [] }.filter { $0.step == .started }
    #expect(effects.map(\.label) == ["load", "own"] && effects.map(\.part) == ["page", nil])
    var export: [UInt8] = []
    try reader.exportJournal { export += $0 }
    let lines = String(decoding: export, as: UTF8.self).split(separator: "\n")
    #expect(lines.contains { $0.contains(#""label":"load""#) && $0.contains(#""part":"page""#) })
    #expect(!lines.contains { $0.contains(#""label":"own""#) && $0.contains(#""part""#) })
  }
}
