import Katana
import NotesModel
import Testing

@testable import NotesLibrary

@Suite("Which server it is")
struct GreetingTests {
  @Test("What was written before the first greeting goes to the first server")
  func first() {
    var client = Client()
    client.library = Library()
    client.take(.named(client: "c"))
    #expect(client.take(.add(note(0, "early"))) == [.create(note(-1, "early"))])
    client.take(.connected(Greeting(id: "s", sequence: 4)))
    #expect(client.library.server == "s")
    #expect(client.library.link == .catchingUp(after: 0))
  }

  @Test("Another server is not taken while there are data: nothing is changed, and a sentence says why")
  func foreign() {
    var client = Client("one")
    client.take(.edit(note(1, "mine")))
    client.take(.disconnected)
    var expected = client.library
    let other = Greeting(id: "other", sequence: 0)
    #expect(client.library.isForeign(other))
    client.take(.connected(other))
    expected.link = .foreign(
      """
      The data here belong to another server, so nothing is sent to this one or taken from it; connect to the other \
      server again, or begin with a new database.
      """)
    #expect(client.library == expected)
    client.take(.fed([news(9, 1, version: 9, "theirs")], isCurrent: true))
    #expect(client.library == expected)
    #expect(LibrarySubscriptions().subscriptions(model: client.library, message: nil).isEmpty)
    client.take(.connected(Greeting(id: "s", sequence: 1)))
    #expect(client.library.link == .catchingUp(after: 1))
  }

  @Test("Another server is taken when there is nothing to be mixed up")
  func empty() {
    var client = Client("one")
    client.take(.delete(id(1)))
    client.answer(.deleted(version: 2))
    client.take(.disconnected)
    client.take(.connected(Greeting(id: "other", sequence: 0)))
    #expect(client.library.server == "other")
    #expect(client.library.link == .catchingUp(after: 0))
    #expect(client.take(.undoDeletion) == [], "the deletion was one of the other server")
  }

  @Test("A server that was set back is read anew, and what it has lost is left to the person")
  func setBack() {
    var client = Client("kept", "changed later", "made later", "old")
    client.take(.fed([news(5, 2, version: 2, "change")], isCurrent: true))
    client.take(.disconnected)
    client.take(.connected(Greeting(id: "s", sequence: 3)))
    #expect(client.library.link == .catchingUp(after: 0))
    client.take(
      .fed([news(1, 1, version: 1, "kept"), news(2, 2, version: 1, "changed later")], isCurrent: false))
    #expect(client.entry(2)?.state == .conflict(theirs: note(2, "changed later"), version: 1))
    // It goes on where it was.
    client.take(.disconnected)
    client.take(.connected(Greeting(id: "s", sequence: 3)))
    #expect(client.library.link == .catchingUp(after: 2))
    client.take(.fed([news(3, 4, version: 2, "new"), news(4, 5, version: 1, "more")], isCurrent: true))
    #expect(client.entry(1) == Entry(item: note(1, "kept"), version: 1, state: .shared))
    #expect(client.entry(3)?.state == .conflict(theirs: nil, version: 0))
    #expect(client.title(4) == "new")
    #expect(client.title(5) == "more")
    #expect(client.flaws == [])
    #expect(client.take(.resolve(id(2), keepingMine: true)) == [.replace(note(2, "change"), version: 1)])
    #expect(client.take(.resolve(id(3), keepingMine: true)) == [.restore(note(3, "made later"))])
    client.take(.fed([news(6, 1, version: 1, "old")], isCurrent: true))
    #expect(client.title(1) == "kept", "it is as careful with versions as before")
  }

  @Test("A change on its way to a server that was set back is answered by that server")
  func setBackMeanwhile() {
    var client = Client("one")
    client.take(.fed([news(7, 1, version: 5, "five")], isCurrent: true))
    client.take(.edit(note(1, "six")))
    client.take(.disconnected)
    client.take(.connected(Greeting(id: "s", sequence: 1)))
    client.take(.fed([news(1, 1, version: 1, "one")], isCurrent: true))
    #expect(client.title(1) == "six")
    client.answer(.conflict(note(1, "one"), version: 1))
    #expect(client.entry(1)?.state == .conflict(theirs: note(1, "one"), version: 1))
    #expect(client.flaws == [])
  }

  @Test("A conflict at a server that was set back is one with what that server has now")
  func setBackInConflict() {
    var client = Client("one", "two", "three")
    for number in 1...2 {
      client.take(.edit(note(number, "mine")))
      client.answer(.conflict(note(number, "theirs"), version: 5))
    }
    client.take(.delete(id(3)))
    client.answer(.conflict(note(3, "theirs"), version: 5))
    client.take(.disconnected)
    client.take(.connected(Greeting(id: "s", sequence: 1)))
    client.take(.fed([news(1, 1, version: 1, "one")], isCurrent: true))
    #expect(client.entry(1)?.state == .conflict(theirs: note(1, "one"), version: 1))
    #expect(client.entry(2)?.state == .conflict(theirs: nil, version: 0))
    #expect(client.entry(3) == nil)
    #expect(client.flaws == [])
  }
}
