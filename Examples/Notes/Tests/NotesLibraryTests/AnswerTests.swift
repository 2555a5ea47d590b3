import Katana
import NotesModel
import Testing

@testable import NotesLibrary

@Suite("What the server answers")
struct AnswerTests {
  @Test("A new item gets the server's number in its place, and is found under the old one")
  func alias() {
    var client = Client("one")
    client.take(.add(note(0, "new")))
    client.take(.add(note(0, "other")))
    client.take(.delete(id(-1)))
    client.take(.undoDeletion)
    client.take(.delete(id(-1)))
    client.take(.answered(key: "c-2", .stored(note(5, "new"), version: 1)))
    #expect(Array(client.library.entries.ids) == [id(1), id(5), id(-3)])
    #expect(client.library.current(id(-1)) == id(5))
    #expect(client.library.deletion?.item == note(5, "new"))
    #expect(client.library.outbox == [id(-3), id(5)])
    #expect(client.flaws == [])
  }

  @Test("A change by the number that an item had at first is one of the item")
  func oldNumber() {
    var client = Client()
    client.take(.add(note(0, "new")))
    client.answer(.stored(note(5, "new"), version: 1))
    #expect(client.take(.edit(note(-1, "newer"))) == [.replace(note(5, "newer"), version: 1)])
    #expect(client.library.item(id(-1)) == note(5, "newer"))
  }

  @Test("A second answer to the same request is no news")
  func twice() {
    var client = Client("one")
    client.take(.edit(note(1, "a")))
    client.answer(.stored(note(1, "a"), version: 2))
    let before = client.library
    #expect(client.answer(.stored(note(1, "a"), version: 2)) == [])
    #expect(client.answer(.conflict(nil, version: 7)) == [])
    #expect(client.library == before)
  }

  @Test("What is stored is taken as the server has written it down")
  func stored() {
    var client = Client("one")
    client.take(.edit(note(1, "a ")))
    client.answer(.stored(note(1, "a"), version: 2))
    #expect(client.title(1) == "a")
  }

  @Test("When somebody else was first, what is here stays, and it is a conflict until it is resolved")
  func conflict() {
    var client = Client("one")
    client.take(.edit(note(1, "mine")))
    #expect(client.answer(.conflict(note(1, "theirs"), version: 2)) == [])
    #expect(client.title(1) == "mine")
    #expect(client.entry(1)?.state == .conflict(theirs: note(1, "theirs"), version: 2))
    #expect(client.library.conflicts == [id(1)])
    #expect(client.take(.edit(note(1, "mine, too"))) == [])
    #expect(client.flaws == [])
    let change = client.take(.resolve(id(1), keepingMine: true))
    #expect(change == [.replace(note(1, "mine, too"), version: 2)])
    #expect(client.library.conflicts == [])
    #expect(client.flaws == [])
  }

  @Test("A conflict that is resolved by what the server has leaves nothing to be sent")
  func theirs() {
    var client = Client("one")
    client.take(.edit(note(1, "mine")))
    client.answer(.conflict(note(1, "theirs"), version: 2))
    #expect(client.take(.resolve(id(1), keepingMine: false)) == [])
    #expect(client.entry(1) == Entry(item: note(1, "theirs"), version: 2, state: .shared))
    #expect(client.take(.resolve(id(1), keepingMine: false)) == [])
    #expect(client.flaws == [])
  }

  @Test("A conflict with what is the same here is none")
  func same() {
    var client = Client("one")
    client.take(.edit(note(1, "both")))
    client.answer(.conflict(note(1, "both"), version: 2))
    #expect(client.entry(1) == Entry(item: note(1, "both"), version: 2, state: .shared))
    client.take(.edit(note(1, "mine")))
    client.answer(.conflict(note(1, "theirs"), version: 3))
    client.take(.edit(note(1, "theirs")))
    #expect(client.entry(1)?.state == .shared)
    #expect(client.flaws == [])
  }

  @Test("When somebody has changed it and changed it back, the change is asked for again")
  func changedBack() {
    var client = Client("one")
    client.take(.edit(note(1, "mine")))
    let next = client.answer(.conflict(note(1, "one"), version: 3))
    #expect(next == [.replace(note(1, "mine"), version: 3)])
    client.answer(.conflict(note(1, "one"), version: 3))
    #expect(client.library.conflicts == [id(1)], "the same answer is not asked for for ever")
  }

  @Test("A conflict over what was not changed after all takes what the server has")
  func undone() {
    var client = Client("one")
    client.take(.delete(id(1)))
    client.take(.undoDeletion)
    client.answer(.conflict(note(1, "theirs"), version: 2))
    #expect(client.entry(1) == Entry(item: note(1, "theirs"), version: 2, state: .shared))
  }

  @Test("What was deleted there is brought back by keeping what is here, and dropped otherwise")
  func deletedThere() {
    var client = Client("one", "two")
    client.take(.edit(note(1, "mine")))
    client.answer(.conflict(nil, version: 2))
    #expect(client.take(.resolve(id(1), keepingMine: true)) == [.restore(note(1, "mine"))])
    client.take(.edit(note(2, "mine")))
    client.answer(.conflict(nil, version: 2))
    #expect(client.take(.resolve(id(2), keepingMine: false)) == [])
    #expect(client.entry(2) == nil)
    #expect(client.flaws == [])
  }

  @Test("What was deleted here and changed there is a conflict, too")
  func deletedHere() {
    var client = Client("one", "two")
    client.take(.delete(id(1)))
    client.answer(.conflict(note(1, "theirs"), version: 2))
    #expect(client.library.conflicts == [id(1)])
    #expect(client.library.item(id(1)) == nil)
    #expect(client.take(.resolve(id(1), keepingMine: true)) == [.delete(id(1), version: 2)])
    client.take(.delete(id(2)))
    client.answer(.conflict(note(2, "theirs"), version: 2))
    client.take(.resolve(id(2), keepingMine: false))
    #expect(client.title(2) == "theirs")
  }

  @Test("What was deleted on both sides is gone")
  func deletedBoth() {
    var client = Client("one")
    client.take(.delete(id(1)))
    client.answer(.conflict(nil, version: 2))
    #expect(client.library.entries.isEmpty)
    #expect(client.flaws == [])
  }

  @Test("What is refused is told, stays as it was written, and is not sent again by itself")
  func refused() {
    var client = Client("one")
    client.take(.edit(note(1, "bad")))
    #expect(client.answer(.refused("No.")) == [])
    #expect(client.library.refusals == [Library.Refusal(id: id(1), reason: "No.")])
    #expect(client.title(1) == "bad")
    #expect(client.entry(1)?.state == .conflict(theirs: note(1, "one"), version: 1))
    client.take(.edit(note(1, "better")))
    let change = client.take(.resolve(id(1), keepingMine: true))
    #expect(change == [.replace(note(1, "better"), version: 1)])
    client.take(.dismissRefusals)
    #expect(client.library.refusals == [])
    #expect(client.flaws == [])
  }

  @Test("A new item that is refused stays until the person has it made again or drops it")
  func refusedNew() {
    var client = Client()
    client.take(.add(note(0, "bad")))
    client.answer(.refused("No."))
    #expect(client.entry(-1)?.state == .conflict(theirs: nil, version: 0))
    client.take(.edit(note(-1, "good")))
    #expect(client.take(.resolve(id(-1), keepingMine: true)) == [.create(note(-1, "good"))])
    client.answer(.refused("No."))
    client.take(.resolve(id(-1), keepingMine: false))
    #expect(client.library.entries.isEmpty)
  }

  @Test("What was changed since it was sent is asked for although the first wording was refused")
  func refusedMeanwhile() {
    var client = Client("one")
    client.take(.edit(note(1, "bad")))
    client.take(.edit(note(1, "good")))
    #expect(client.answer(.refused("No.")) == [.replace(note(1, "good"), version: 1)])
  }

  @Test("No more than ten refusals are kept")
  func tenRefusals() {
    var client = Client("one")
    for number in 0..<12 {
      client.take(.edit(note(1, "bad \(number)")))
      client.answer(.refused("No \(number)."))
      client.take(.resolve(id(1), keepingMine: false))
    }
    #expect(client.library.refusals.map(\.reason) == (2..<12).map { "No \($0)." })
  }
}
