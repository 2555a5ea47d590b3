import Katana
import NotesModel
import Testing

@testable import NotesLibrary

@Suite("What the feed brings")
struct FeedTests {
  @Test("What is newer is taken, what is as old or older is not, and what was deleted goes")
  func newer() {
    var client = Client("one", "two", "three")
    client.take(
      .fed(
        [news(4, 1, version: 2, "uno"), news(5, 2, version: 1, "old"), news(6, 3, version: 2, nil)],
        isCurrent: true))
    #expect(client.title(1) == "uno")
    #expect(client.title(2) == "two")
    #expect(client.entry(3) == nil)
    #expect(client.library.cursor == 6)
  }

  @Test("News that come twice, or when the server is not there, change nothing")
  func twice() {
    var client = Client("one")
    let batch = [news(2, 1, version: 2, "uno"), news(3, 9, version: 1, "nine")]
    client.take(.fed(batch, isCurrent: true))
    client.take(.fed([news(4, 9, version: 2, nil)], isCurrent: true))
    let before = client.library
    client.take(.fed(batch, isCurrent: true))
    #expect(client.library == before)
    client.take(.disconnected)
    client.take(.fed([news(5, 10, version: 1, "ten")], isCurrent: true))
    #expect(client.entry(10) == nil)
    #expect(client.library.cursor == 4)
  }

  @Test("It is caught up with when it says so, and asked for from one number for as long as it lasts")
  func link() {
    var client = Client("one")
    let provider = LibrarySubscriptions()
    func wanted() -> [Feed] {
      provider.subscriptions(model: client.library, message: nil).compactMap { $0 as? Feed }
    }
    client.take(.disconnected)
    #expect(wanted() == [])
    client.take(.connected(Greeting(id: "s", sequence: 9)))
    #expect(client.library.link == .catchingUp(after: 1))
    #expect(wanted() == [Feed(after: 1)])
    client.take(.fed([news(2, 1, version: 2, "uno")], isCurrent: false))
    #expect(client.library.link == .catchingUp(after: 1))
    client.take(.fed([], isCurrent: true))
    #expect(client.library.link == .current(after: 1))
    client.take(.connected(Greeting(id: "s", sequence: 1)))
    #expect(wanted() == [Feed(after: 1)], "a greeting without a disconnection before it is no news")
  }

  @Test("News under the key of a request on its way are its answer, and the answer itself comes too late")
  func ownKey() {
    var client = Client("one")
    client.take(.edit(note(1, "a")))
    client.take(.edit(note(1, "b")))
    let next = client.take(.fed([news(2, 1, version: 2, "a", key: "c-1")], isCurrent: true))
    #expect(next == [.replace(note(1, "b"), version: 2)])
    #expect(client.take(.answered(key: "c-1", .stored(note(1, "a"), version: 2))) == [])
    #expect(client.entry(1)?.state == .sent(key: "c-2"))
    #expect(client.flaws == [])
  }

  @Test("A new item that the feed brings under the key of its request is that item")
  func ownNew() {
    var client = Client()
    client.take(.add(note(0, "new")))
    client.take(.fed([news(1, 5, version: 1, "new", key: "c-2")], isCurrent: true))
    #expect(Array(client.library.entries.ids) == [id(5)])
    #expect(client.library.current(id(-1)) == id(5))
    #expect(client.flaws == [])
  }

  @Test("A deletion that the feed brings under the key of its request is over")
  func ownDeletion() {
    var client = Client("one")
    client.take(.delete(id(1)))
    client.take(.fed([news(2, 1, version: 2, nil, key: "c-1")], isCurrent: true))
    #expect(client.entry(1) == nil)
    client.answer(.deleted(version: 2))
    #expect(client.library.gone == [:])
  }

  @Test("While a change is on its way news of the item wait for its answer")
  func whileSent() {
    var client = Client("one")
    client.take(.edit(note(1, "mine")))
    client.take(.fed([news(2, 1, version: 2, "theirs")], isCurrent: true))
    #expect(client.title(1) == "mine")
    client.answer(.conflict(note(1, "theirs"), version: 2))
    #expect(client.entry(1)?.state == .conflict(theirs: note(1, "theirs"), version: 2))
    #expect(client.flaws == [])
  }

  @Test("What somebody changed after the change was done is there when its answer comes")
  func overtaken() {
    var client = Client("one")
    client.take(.edit(note(1, "mine")))
    client.take(.fed([news(3, 1, version: 3, "theirs")], isCurrent: true))
    #expect(client.answer(.stored(note(1, "mine"), version: 2)) == [])
    #expect(client.entry(1) == Entry(item: note(1, "theirs"), version: 3, state: .shared))
  }

  @Test("If it was changed here since, too, that is a conflict at once")
  func overtakenAndEdited() {
    var client = Client("one")
    client.take(.edit(note(1, "mine")))
    client.take(.edit(note(1, "mine, too")))
    client.take(.fed([news(3, 1, version: 3, "theirs")], isCurrent: true))
    #expect(client.answer(.stored(note(1, "mine"), version: 2)) == [])
    #expect(client.entry(1)?.state == .conflict(theirs: note(1, "theirs"), version: 3))
    #expect(client.title(1) == "mine, too")
    #expect(client.flaws == [])
  }

  @Test("A conflict follows what becomes of the item there, and ends when both are the same")
  func conflict() {
    var client = Client("one", "two")
    client.take(.edit(note(1, "mine")))
    client.answer(.conflict(note(1, "theirs"), version: 2))
    client.take(.fed([news(3, 1, version: 3, nil)], isCurrent: true))
    #expect(client.entry(1)?.state == .conflict(theirs: nil, version: 3))
    client.take(.fed([news(4, 1, version: 2, "old")], isCurrent: true))
    #expect(client.entry(1)?.state == .conflict(theirs: nil, version: 3))
    client.take(.fed([news(5, 1, version: 5, "mine")], isCurrent: true))
    #expect(client.entry(1) == Entry(item: note(1, "mine"), version: 5, state: .shared))
    #expect(client.flaws == [])
    client.take(.delete(id(2)))
    client.answer(.conflict(note(2, "theirs"), version: 2))
    client.take(.fed([news(6, 2, version: 3, "theirs, too")], isCurrent: true))
    #expect(client.library.conflicts == [id(2)], "a deletion is a change like any other")
  }

  @Test("Old news of what was deleted here do not bring it back")
  func oldNews() {
    var client = Client("one")
    client.take(.edit(note(1, "a")))
    client.answer(.stored(note(1, "a"), version: 2))
    client.take(.delete(id(1)))
    client.answer(.deleted(version: 3))
    client.take(.fed([news(2, 1, version: 2, "a")], isCurrent: false))
    #expect(client.entry(1) == nil)
    client.take(.fed([news(4, 1, version: 4, "back")], isCurrent: true))
    #expect(client.title(1) == "back")
    #expect(client.library.gone == [:])
  }

  @Test("A new item that somebody deletes before its answer comes is gone")
  func newAndDeleted() {
    var client = Client()
    client.take(.add(note(0, "new")))
    client.take(.fed([news(2, 5, version: 2, nil)], isCurrent: true))
    client.answer(.stored(note(5, "new"), version: 1))
    #expect(client.library.entries.isEmpty)
    #expect(client.flaws == [])
  }

  @Test("A new item that somebody changes before its answer comes is one item")
  func newAndChanged() {
    var client = Client()
    client.take(.add(note(0, "new")))
    client.take(.fed([news(2, 5, version: 2, "theirs")], isCurrent: true))
    client.answer(.stored(note(5, "new"), version: 1))
    #expect(client.library.entries.count == 1)
    #expect(client.library.item(id(-1)) == note(5, "theirs"))
    #expect(client.flaws == [])
  }

  @Test("If it was changed here, too, it is a conflict")
  func newAndChangedBoth() {
    var client = Client()
    client.take(.add(note(0, "new")))
    client.take(.edit(note(-1, "mine")))
    client.take(.fed([news(2, 5, version: 2, "theirs")], isCurrent: true))
    #expect(client.answer(.stored(note(5, "new"), version: 1)) == [])
    #expect(client.entry(5)?.state == .conflict(theirs: note(5, "theirs"), version: 2))
    #expect(client.title(5) == "mine")
    #expect(client.flaws == [])
  }

  @Test("If it was changed here under both numbers, they are two items")
  func newAndChangedTwice() {
    var client = Client()
    client.take(.add(note(0, "new")))
    client.take(.edit(note(-1, "mine")))
    client.take(.fed([news(2, 5, version: 2, "theirs")], isCurrent: true))
    client.take(.edit(note(5, "mine as well")))
    let next = client.take(.answered(key: "c-2", .stored(note(5, "new"), version: 1)))
    #expect(next == [.create(note(-1, "mine"))])
    #expect(client.title(5) == "mine as well")
    #expect(client.flaws == [])
  }

  @Test("If only the other number was changed here, the item is found under both")
  func newAndChangedOther() {
    var client = Client()
    client.take(.add(note(0, "new")))
    client.take(.fed([news(2, 5, version: 2, "theirs")], isCurrent: true))
    client.take(.edit(note(5, "mine")))
    #expect(client.take(.answered(key: "c-2", .stored(note(5, "new"), version: 1))) == [])
    #expect(client.library.item(id(-1)) == note(5, "mine"))
    #expect(client.flaws == [])
  }
}
