import Foundation
import Katana
import MillraceJournal
import NotesModel
import Testing

@testable import NotesLibrary

@MainActor
@Suite("A library that is kept")
struct JournalTests {
  /// A program: a library, its journal, and a server that answers when the link is open.
  @MainActor
  private final class Program {
    let link = ServerLink()
    let sent = Notebook<PushRequest>()
    let library: Katana.Store<Library>
    let journal: Journal

    init(_ path: String) throws {
      let flow = Flow(name: "notes")
      let push = makePush(link: link) { [sent] request in
        sent.add(request)
        return switch request.change {
        case .create(let item): .stored(item.numbered(10), version: 1)
        case .replace(let item, let version): .stored(item, version: version + 1)
        case .delete(_, let version): .deleted(version: version + 1)
        case .restore(let item): .stored(item, version: 9)
        }
      }
      library = try Katana.Store(
        model: Library(), updater: LibraryUpdater(), interpreters: [PushInterpreter(push)], name: "library",
        flow: flow)
      journal = try Journal(of: flow, at: path)
      try journal.record(library, state: LibraryJournal.states, messages: LibraryJournal.messages)
      try journal.durable(push, on: library)
      try journal.start()
    }
  }

  @Test("Changes that wait when the program is killed are sent when it runs again, under the same keys")
  func killed() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (first, second) = (folder.appending(path: "first"), folder.appending(path: "second"))
    try FileManager.default.createDirectory(at: first, withIntermediateDirectories: true)

    let program = try Program(first.appending(path: "library.journal").path)
    for message in [
      LibraryMessage.named(client: "c"), .connected(Greeting(id: "s", sequence: 1)),
      .fed([news(1, 1, version: 1, "one")], isCurrent: true), .disconnected, .edit(note(1, "uno")),
      .add(note(0, "new")), .edit(note(-2, "newer")),
    ] { program.library.dispatch(message) }
    try await program.journal.flush()
    #expect(program.sent.all.isEmpty)
    // What is on disk at this moment is what a program that is killed leaves.
    try FileManager.default.copyItem(at: first, to: second)

    let again = try Program(second.appending(path: "library.journal").path)
    #expect(again.library.model == program.library.model)
    #expect(again.sent.all.isEmpty)
    again.link.open()
    await again.library.run()
    #expect(
      again.sent.all.prefix(2) == [
        PushRequest(key: "c-1", change: .replace(note(1, "uno"), version: 1)),
        PushRequest(key: "c-3", change: .create(note(-2, "new"))),
      ])
    #expect(
      again.sent.all.dropFirst(2) == [
        PushRequest(key: "c-4", change: .replace(note(10, "newer"), version: 1))
      ])
    #expect(again.library.model.outbox.isEmpty)
    #expect(again.library.model.item(id(-2)) == note(10, "newer"))
  }

  @Test("The kinds in a journal keep their names")
  func kinds() {
    #expect(LibraryJournal.states.kinds.map(\.name) == ["library"])
    #expect(LibraryJournal.messages.kinds.map(\.name) == ["library-message"])
    #expect(LibraryJournal.messages.place(of: LibraryMessage.disconnected) == 0)
  }
}
