import Harvest
import Katana
import MillraceTesting
import NotesModel
import NotesScreens
import NotesSession
import NotesShelf
import Terminal
import Testing

@testable import NotesClient
@testable import NotesLibrary

@MainActor
@Suite("The log of turns")
struct TurnLogTests {
  @Test("It has the last two hundred turns, oldest first")
  func most() async throws {
    let site = try Site(FakeServer())
    let client = try await site.openOnline()
    for count in 1...1_000 {
      client.tell(.dismissRefusals)
      if count % 97 == 0 || count == 1_000 {
        let lines = client.log.lines
        #expect(lines.count <= 200 && lines.map(\.sequence) == lines.map(\.sequence).sorted())
        #expect(
          lines.last
            == TurnLine(
              sequence: client.flow.lastSequence, store: "library", text: "refusals were read"))
      }
    }
    #expect(client.log.lines.count == 200)
    await client.close()
  }

  @Test("It is on the screen, with the stores' names")
  func shown() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.press(.character("L"))
    #expect(client.text.contains("news: 1 change, 0 waiting") && client.text.contains("Log of events"))
    #expect(client.text.contains("library") && client.text.contains("session"))
    await client.close()
  }

  @Test(
    "A message of the library is told without all that it carries",
    arguments: [
      (.named(client: "a"), "named a"),
      (.add(milk), "add “Buy milk”"),
      (.edit(milk), "edit notes:1 “Buy milk”"),
      (.delete(milk.id), "delete notes:1"),
      (.undoDeletion, "undo the deletion"),
      (.resolve(milk.id, keepingMine: true), "resolve notes:1, keeping mine"),
      (.resolve(milk.id, keepingMine: false), "resolve notes:1, keeping theirs"),
      (.dismissRefusals, "refusals were read"),
      (.connected(Greeting(id: "a", sequence: 7)), "connected, the server is at 7"),
      (.disconnected, "disconnected"),
      (.caughtUp, "up to date"),
      (.news(ShelfNews()), "news: 0 changes, 0 waiting"),
      (
        .news(ShelfNews(changes: [.init(id: milk.id, item: milk, version: 1)])), "news: 1 change, 0 waiting"
      ),
      (.refused(ChangeItem(.create(milk)), id: nil, reason: nil), "refused: another user was first"),
      (.refused(ChangeItem(.create(milk)), id: milk.id, reason: "No."), "refused notes:1: No."),
    ] as [(LibraryMessage, String)])
  func library(_ message: LibraryMessage, _ text: String) { #expect(TurnText.line(about: message) == text) }

  @Test("What was found is counted, and what happens to the session is called by its name")
  func others() {
    let found = SearchMessage.found(Query(kind: .todos), [ItemID(.todos, 1), ItemID(.todos, 2)])
    #expect(TurnText.line(about: found) == "found 2 todos")
    #expect(TurnText.line(about: SessionInput.lost(reason: "Nobody answers.")) == "lost")
  }

  @Test("A line is short, and one line, whatever was typed")
  func short() async throws {
    let site = try Site(FakeServer())
    let client = try await site.openOnline()
    let text = String(repeating: "one\ntwo\r\nthree\t", count: 100)
    client.tell(.add(note(0, text, text)))
    client.press(.character("n"), .tab, .paste(text))
    client.press(.control("x"))
    let lines = client.log.lines
    #expect(lines.allSatisfy { $0.text.count <= 160 })
    #expect(lines.allSatisfy { line in !line.text.contains(where: \.isNewline) })
    #expect(lines.contains { $0.text.hasSuffix("…") })
    await client.close()
  }
}
