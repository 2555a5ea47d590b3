import Foundation
import Katana
import NotesDesk
import NotesModel
import Testing

@testable import NotesClient
@testable import NotesLibrary

@MainActor
@Suite("What commands ask for")
struct CommandTests {
  private func json(_ listed: Listed) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(listed), as: UTF8.self)
  }

  @Test(
    "An item is printed with its id and how it stands; a conflict with what the server has")
  func encoding() throws {
    let milk = #""id":"notes:1","item":{"body":"Two litres.","id":1,"title":"Buy milk","userId":1}"#
    func listed(_ state: Entry.State) -> Listed {
      Listed(Entry(item: NotesClientTests.milk, version: 1, state: state))
    }
    #expect(try json(listed(.shared)) == "{\(milk),\"waiting\":false}")
    #expect(try json(listed(.sent(key: "a"))) == "{\(milk),\"waiting\":true}")
    #expect(
      try json(listed(.conflict(theirs: nil, version: 2)))
        == "{\"conflict\":{\"item\":null},\(milk),\"waiting\":false}")
    let theirs = note(1, "Buy oat milk")
    #expect(
      try json(listed(.conflict(theirs: theirs, version: 2)))
        == #"{"conflict":{"item":{"body":"","id":1,"title":"Buy oat milk","userId":1}},\#(milk),"waiting":false}"#
    )
    #expect(listed(.shared).mark == "" && listed(.sent(key: "a")).mark == "  ↑ waits")
  }

  @Test(
    "Something new is written as the user of the preferences, found by its words, and known by both its ids")
  func adds() async throws {
    let site = try Site()
    let client = try await site.openOnline()
    client.desk.write(as: 3)
    let id = try #require(client.add(.todos, title: "Pay the rent", body: "ignored"))
    #expect(client.list(Query(kind: .todos, words: "RENT")).map(\.id) == [id])
    #expect(try await site.answer { await client.sendAll(within: .seconds(5)) })
    let stored = Item.todo(Todo(userId: 3, id: 2, title: "Pay the rent", completed: false))
    #expect(client.listed(id)?.item == stored && client.listed(ItemID(.todos, 2))?.item == stored)
    #expect(client.listed(ItemID(.todos, 9)) == nil)
    client.tell(.delete(id))
    #expect(client.listed(id) == nil && client.list(Query(kind: .todos)).map(\.item) == [plants])
    await client.close()
  }

  @Test("An error says what is the matter and what to do")
  func errors() {
    #expect(
      "\(ClientError.folder("/a", reason: "no"))"
        == "The folder /a for the local database cannot be created: no. Choose another one with “--data FOLDER”."
    )
    #expect("\(ClientError.recording("/a", reason: "no"))" == "The recording /a cannot be used: no")
    #expect("\(ClientError.cannotBegin("no"))" == "The client cannot start: no")
    #expect("\(ClientError.unreadable("/a", "It is damaged."))".contains("“notes reset” moves it aside"))
    // What is only full or locked is not set aside.
    #expect(!"\(ClientError.database("/a", "The disk is full."))".contains("reset"))
  }
}
