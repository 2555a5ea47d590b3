import Foundation
import Millrace
import MillraceJournal
import Testing

@testable import MillracePersistence

@Suite("A part in a journal")
@MainActor
struct JournalKeepTests {
  private func start(_ path: String) throws -> (Store<App, AppMessage>, Journal) {
    let flow = Flow(name: "app")
    let store = Store(App(), name: "app", flow: flow, update: updateApp)
    let journal = try Journal(of: flow, at: path)
    try journal.keep(\.settings, of: store, as: RecordSchema("settings"))
    try journal.start()
    return (store, journal)
  }

  @Test("a journal keeps a part of a store, and restores it alone", arguments: [true, false])
  func part(bySnapshot: Bool) async throws {
    let folder = try KeepFolder()
    do {
      let (store, journal) = try start(folder.path + "/app.journal")
      store.send(.theme("dark"))
      store.send(.count)
      store.send(.size(3))
      if bySnapshot { try journal.snapshot() }
      try await journal.flush()
      try journal.close()
    }
    let (store, journal) = try start(folder.path + "/app.journal")
    #expect(store.settings == Settings(theme: "dark", size: 3))
    #expect(store.counter == 0)
    store.send(.size(4))
    try await journal.flush()
    try journal.close()
    let (again, last) = try start(folder.path + "/app.journal")
    #expect(again.settings.size == 4)
    try last.close()
  }
}
