import Katana
import NotesModel
import Testing

@testable import NotesLibrary

@Suite("What a person does")
struct EditingTests {
  @Test("A new item is there at once under a number of the client's own, and is asked for")
  func add() {
    var client = Client("one")
    let changes = client.take(.add(note(77, "new")))
    #expect(changes == [.create(note(-1, "new"))])
    #expect(client.requests.map(\.key) == ["c-2"])
    #expect(client.library.item(id(-1)) == note(-1, "new"))
    #expect(client.library.outbox == [id(-1)])
    #expect(client.flaws == [])
  }

  @Test("An edit is asked for with the version that it was made of")
  func edit() {
    var client = Client("one")
    #expect(client.take(.edit(note(1, "uno"))) == [.replace(note(1, "uno"), version: 1)])
    #expect(client.entry(1)?.state == .sent(key: "c-1"))
    #expect(client.title(1) == "uno")
  }

  @Test("An edit that changes nothing asks for nothing")
  func editSame() {
    var client = Client("one")
    #expect(client.take(.edit(note(1, "one"))) == [])
    #expect(client.entry(1)?.state == .shared)
  }

  @Test(
    "While a request is on its way, what is changed waits, and is asked for with the version of the answer")
  func editMeanwhile() {
    var client = Client("one")
    client.take(.edit(note(1, "a")))
    #expect(client.take(.edit(note(1, "b"))) == [])
    #expect(client.take(.edit(note(1, "c"))) == [])
    #expect(client.entry(1)?.state == .editedSince(key: "c-1"))
    let next = client.answer(.stored(note(1, "a"), version: 2))
    #expect(next == [.replace(note(1, "c"), version: 2)])
    #expect(client.entry(1)?.state == .sent(key: "c-2"))
    #expect(client.answer(.stored(note(1, "c"), version: 3)) == [])
    #expect(client.entry(1) == Entry(item: note(1, "c"), version: 3, state: .shared))
    #expect(client.flaws == [])
  }

  @Test("What was changed and changed back meanwhile is not asked for again")
  func editBack() {
    var client = Client("one")
    client.take(.edit(note(1, "a")))
    client.take(.edit(note(1, "b")))
    client.take(.edit(note(1, "a")))
    #expect(client.answer(.stored(note(1, "a"), version: 2)) == [])
    #expect(client.entry(1)?.state == .shared)
  }

  @Test("Of several items the requests are asked for in the order of the changes")
  func order() {
    var client = Client("one", "two")
    client.take(.edit(note(2, "b")))
    client.take(.edit(note(1, "a")))
    client.take(.edit(note(2, "c")))
    #expect(client.library.outbox == [id(2), id(1)])
    client.take(.answered(key: "c-1", .stored(note(2, "b"), version: 2)))
    #expect(client.library.outbox == [id(1), id(2)])
  }

  @Test("A deleted item is not shown any more, and goes when the server says so")
  func delete() {
    var client = Client("one", "two")
    #expect(client.take(.delete(id(1))) == [.delete(id(1), version: 1)])
    #expect(client.library.item(id(1)) == nil)
    #expect(client.library.deletion?.item == note(1, "one"))
    client.answer(.deleted(version: 2))
    #expect(client.entry(1) == nil)
    #expect(client.flaws == [])
  }

  @Test("Deleting twice, or what is not there, does nothing")
  func deleteTwice() {
    var client = Client("one")
    client.take(.delete(id(1)))
    #expect(client.take(.delete(id(1))) == [])
    #expect(client.take(.delete(id(9))) == [])
    #expect(client.requests.count == 1)
  }

  @Test("A deletion that is undone before it is answered is followed by bringing the item back")
  func undoEarly() {
    var client = Client("one")
    client.take(.delete(id(1)))
    #expect(client.take(.undoDeletion) == [])
    #expect(client.title(1) == "one")
    #expect(client.answer(.deleted(version: 2)) == [.restore(note(1, "one"))])
    client.answer(.stored(note(1, "one"), version: 3))
    #expect(client.entry(1) == Entry(item: note(1, "one"), version: 3, state: .shared))
    #expect(client.library.deletion == nil)
  }

  @Test("A deletion that is undone after it was answered brings the item back")
  func undoLate() {
    var client = Client("one")
    client.take(.delete(id(1)))
    client.answer(.deleted(version: 2))
    #expect(client.take(.undoDeletion) == [.restore(note(1, "one"))])
    #expect(client.title(1) == "one")
    #expect(client.take(.undoDeletion) == [])
  }

  @Test("What was deleted, undone and deleted again before the answer is gone with it")
  func undoTwice() {
    var client = Client("one")
    client.take(.delete(id(1)))
    client.take(.undoDeletion)
    client.take(.delete(id(1)))
    #expect(client.answer(.deleted(version: 2)) == [])
    #expect(client.entry(1) == nil)
    #expect(client.flaws == [])
  }

  @Test("A new item that is deleted before it has a number is deleted when it has one")
  func deleteNew() {
    var client = Client()
    client.take(.add(note(0, "new")))
    #expect(client.take(.delete(id(-1))) == [])
    #expect(client.answer(.stored(note(5, "new"), version: 1)) == [.delete(id(5), version: 1)])
    #expect(client.library.deletion?.item == note(5, "new"))
    #expect(client.take(.undoDeletion) == [])
    #expect(client.title(5) == "new")
    #expect(client.flaws == [])
  }

  @Test("An edit of what went meanwhile is a conflict, so that it is not lost")
  func editGone() {
    var client = Client("one")
    client.take(.fed([news(2, 1, version: 2, nil)], isCurrent: true))
    #expect(client.take(.edit(note(1, "late"))) == [])
    #expect(client.library.conflicts == [id(1)])
    #expect(client.take(.resolve(id(1), keepingMine: true)) == [.restore(note(1, "late"))])
  }

  @Test("A client without a name says that it cannot do it, and does nothing")
  func nameless() {
    var client = Client()
    client.library = Library()
    #expect(client.take(.add(note(0, "new"))) == [])
    #expect(client.library.entries.isEmpty)
    #expect(
      client.library.refusals.map(\.reason) == [
        "Nothing was changed, because this client has no name yet; try again when its database is open."
      ])
    client.take(.named(client: "a"))
    client.take(.named(client: "b"))
    #expect(client.library.client == "a")
  }
}
