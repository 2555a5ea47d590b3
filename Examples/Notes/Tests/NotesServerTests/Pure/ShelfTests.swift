import Millrace
import MillraceJournal
import NotesModel
import Testing

@testable import NotesServer
@testable import NotesShelf

@Suite("The shelf")
struct ShelfTests {
  @Test("A number is never given twice, and none is far above the others")
  func numbers() throws {
    var shelf = Shelf.with(note(0, "a"), note(0, "b"))
    try shelf.take(ChangeItem(.delete(ItemID(.notes, 2), if: .present)))
    let third = try shelf.take(ChangeItem(.create(note(0, "c"))))
    #expect(third.entry.id.number == 3)
    let high = note(1_000_004, "high")
    #expect(throws: ShelfError.numberTooHigh(high.id, limit: 1_000_003)) {
      try shelf.decide(ChangeItem(.replace(high, if: .absent)))
    }
    try shelf.take(ChangeItem(.replace(note(1_000_003, "high"), if: .absent)))
    #expect(try shelf.take(ChangeItem(.create(note(0, "d")))).entry.id.number == 1_000_004)
    // A file may have one with the last number there is; then there is none for another.
    let last = Note(userId: 1, id: Shape.numberLimit, title: "last", body: "")
    shelf.fold(ItemsChanged(try ImportItems(SampleFile(posts: [last], todos: [])).decide(on: shelf).changes))
    let error = #expect(throws: ShelfError.self) { try shelf.decide(ChangeItem(.create(note(0, "e")))) }
    #expect(
      error?.description == """
        No note can have the number 9007199254740992, because numbers are assigned in order and have reached \
        9007199254740991; create it with `POST`, or use a lower number.
        """)
  }

  @Test("A deleted item goes on counting its versions when it is put back")
  func restoring() throws {
    var shelf = Shelf.with(note(0, "a"))
    let deletion = try shelf.take(ChangeItem(.delete(ItemID(.notes, 1), if: .versions([1]))))
    #expect(deletion.entry.version == 2)
    let error = #expect(throws: ShelfError.self) {
      try shelf.decide(ChangeItem(.delete(ItemID(.notes, 1), if: .versions([1]))))
    }
    #expect(error == .otherVersion(ItemID(.notes, 1), version: 2, current: nil))
    let restored = try shelf.take(ChangeItem(.replace(note(1, "b"), if: .absent)))
    #expect(restored.entry.version == 3 && restored.isNew)
    #expect(throws: ShelfError.otherVersion(ItemID(.notes, 1), version: 3, current: note(1, "b"))) {
      try shelf.decide(ChangeItem(.replace(note(1, "c"), if: .absent)))
    }
    #expect(throws: ShelfError.noItem(ItemID(.notes, 9))) {
      try shelf.decide(ChangeItem(.delete(ItemID(.notes, 9), if: .versions([1]))))
    }
  }

  @Test("A key that is used for something else is refused")
  func keys() throws {
    var shelf = Shelf()
    try shelf.take(ChangeItem(.create(note(0, "a")), key: "k"))
    for command: ChangeItem in [
      ChangeItem(.create(note(0, "b")), key: "k"), ChangeItem(.create(todo(0, "a")), key: "k"),
      ChangeItem(.replace(note(1, "a"), if: .present), key: "k"),
      ChangeItem(.delete(ItemID(.notes, 1), if: .present), key: "k"),
      ChangeItem(.patch(ItemID(.notes, 1), .object([]), if: .present), key: "k"),
    ] {
      #expect(throws: ShelfError.keyReused("k")) { try shelf.decide(command) }
    }
  }

  @Test("A request with a key is known again by all that it says, and by nothing else")
  func fingerprints() throws {
    let id = ItemID(.notes, 1)
    let patch = json(#"{"title":"b","body":"c","userId":2}"#)
    var shelf = Shelf.with(note(0, "a"), note(0, "a"))
    let first = try shelf.take(ChangeItem(.patch(id, patch, if: .versions([1])), key: "k"))
    #expect(try shelf.take(ChangeItem(.patch(id, patch, if: .versions([1])), key: "k")) == first)
    for command: ChangeItem in [
      ChangeItem(.patch(id, json(#"{"title":"x"}"#), if: .versions([1])), key: "k"),
      ChangeItem(.patch(id, patch, if: .versions([2])), key: "k"),
      ChangeItem(.patch(id, patch, if: .present), key: "k"),
      ChangeItem(.patch(ItemID(.notes, 2), patch, if: .versions([1])), key: "k"),
      ChangeItem(.replace(note(1, "b", body: "c", by: 2), if: .versions([1])), key: "k"),
    ] {
      #expect(throws: ShelfError.keyReused("k")) { try shelf.decide(command) }
    }
    // The same in every run, as it is kept.
    #expect(first.entry.version == 2)
  }

  @Test("A change behind another is taken only if that one was not replaced, whatever the version")
  func unchanged() throws {
    var shelf = Shelf.with(note(0, "a"))
    func edit(_ title: String, _ version: Int, behind key: String?, as name: String) -> ChangeItem {
      ChangeItem(.replace(note(1, title), if: .unchanged(version: version, key: key)), key: name)
    }
    try shelf.take(edit("mine", 1, behind: nil, as: "m1"))
    try shelf.take(edit("mine, too", 2, behind: "m1", as: "m2"))
    var other = Shelf.with(note(0, "a"))
    try other.take(ChangeItem(.replace(note(1, "theirs"), if: .present), key: "t"))
    #expect(throws: ShelfError.self) { try other.decide(edit("mine", 1, behind: nil, as: "m1")) }
    // The version is the expected one; the change is not.
    #expect(throws: ShelfError.otherVersion(ItemID(.notes, 1), version: 2, current: note(1, "theirs"))) {
      try other.decide(edit("mine, too", 2, behind: "m1", as: "m2"))
    }
  }

  @Test("A change of an item that its creator cannot number yet goes to the number that it got")
  func created() throws {
    var shelf = Shelf.with(note(0, "a"))
    try shelf.take(ChangeItem(.create(note(0, "new")), key: "c"))
    let edit = ChangeItem(
      .replace(note(-1, "newer"), if: .unchanged(version: 1, key: "c")), key: "e", created: "c")
    #expect(try shelf.take(edit).entry.item == note(2, "newer"))
    let deletion = ChangeItem(.delete(ItemID(.notes, -1), if: .present), key: "d", created: "c")
    #expect(try shelf.take(deletion).entry.id == ItemID(.notes, 2))
    #expect(throws: ShelfError.unknownCreation("x")) {
      try shelf.decide(ChangeItem(.delete(ItemID(.notes, -1), if: .present), key: "f", created: "x"))
    }
  }

  @Test("Answers are forgotten from the oldest on: by their number, and by their size")
  func memory() {
    var memory = AnswerMemory()
    func answer(_ item: Item, _ key: String) -> Change {
      Change(FeedEntry(sequence: 1, id: item.id, version: 1, key: key, item: item), isNew: true)
    }
    for number in 0...AnswerMemory.countLimit { memory.keep(answer(todo(1, "a"), "k\(number)")) }
    #expect(memory["k0"] == nil && memory["k1"] != nil)
    #expect(memory.answers.count == AnswerMemory.countLimit)
    let body = String(repeating: "x", count: 100_000)
    for number in 0..<400 { memory.keep(answer(note(1, "b", body: body), "b\(number)")) }
    #expect(memory.answers.count == AnswerMemory.sizeLimit / 100_001)
    #expect(memory["b399"] != nil)
  }

  @Test("Pages, orders, filters and words")
  func listing() throws {
    let shelf = Shelf.with(
      todo(0, "Milk and BREAD", done: true), todo(0, "bread", by: 2), todo(0, "Écoute", done: true, by: 2),
      todo(0, "apples"))
    func list(_ query: String) throws -> [Int] {
      let query = try ListQuery(.todos, Array(query.utf8)[...])
      let page = shelf.page(query)
      #expect(page.total >= page.rows.count)
      return page.rows.map(\.item.id.number)
    }
    #expect(try list("") == [1, 2, 3, 4])
    #expect(try list("sort=-id") == [4, 3, 2, 1])
    #expect(try list("limit=3&page=2") == [4])
    #expect(try list("limit=3&page=2&sort=-id") == [1])
    #expect(try list("limit=3&page=3") == [])
    #expect(try list("page=1000000000&limit=1000") == [])
    #expect(try list("sort=title") == [4, 2, 1, 3])
    #expect(try list("sort=-title") == [3, 1, 2, 4])
    #expect(try list("sort=completed") == [2, 4, 1, 3])
    #expect(try list("sort=-userId") == [2, 3, 1, 4])
    #expect(try list("completed=true") == [1, 3])
    #expect(try list("userId=2&completed=false") == [2])
    #expect(try list("q=bread") == [1, 2])
    #expect(try list("q=BREAD+milk") == [1])
    #expect(try list("q=%C3%89COUTE") == [3])
    #expect(try list("q=+") == [1, 2, 3, 4])
    #expect(try list("q=breads") == [])
    #expect(
      try ListQuery(.todos, Array("page=2&limit=1".utf8)[...]).links(total: 3) == """
        </todos?page=1&limit=1>; rel="first", </todos?page=3&limit=1>; rel="last", \
        </todos?page=1&limit=1>; rel="prev", \
        </todos?page=3&limit=1>; rel="next"
        """)
  }

  @Test("A word is found wherever it stands, and nowhere else")
  func words() {
    var random = SeededRandom(3)
    for _ in 0..<5000 {
      let letters = Array("abz ".utf8)
      let text = (0..<random.below(12)).map { _ in letters[random.below(4)] }
      let word = (0..<random.below(4)).map { _ in letters[random.below(3)] }
      let isThere = word.isEmpty || text.indices.contains { text[$0...].starts(with: word) }
      #expect(Word(word).occurs(in: text) == isThere)
    }
  }

  @Test("An import comes as a whole, twice does nothing, and one that contradicts is refused")
  func importing() throws {
    var shelf = Shelf.with(note(0, "there"))
    try shelf.take(ChangeItem(.delete(ItemID(.notes, 1), if: .present)))
    let file = SampleFile(
      posts: [Note(userId: 1, id: 5, title: "b", body: ""), Note(userId: 1, id: 1, title: "a", body: "")],
      todos: [Todo(userId: 1, id: 2, title: "c", completed: true)])
    let changes = try ImportItems(file).decide(on: shelf).changes
    #expect(changes.map(\.entry.version) == [3, 1, 1])
    shelf.fold(ItemsChanged(changes))
    #expect(shelf.all.count == 3 && shelf.sequence == 5)
    #expect(try ImportItems(file).decide(on: shelf).changes.isEmpty)
    var other = file
    other.posts[0].title = "x"
    #expect(throws: ImportError.taken(ItemID(.notes, 5))) { try ImportItems(other).decide(on: shelf).changes }
    other.posts[0].id = 1
    #expect(throws: ImportError.twice(ItemID(.notes, 1))) { try ImportItems(other).decide(on: Shelf()) }
    other.posts[0].id = -1
    #expect(throws: ImportError.number(ItemID(.notes, -1))) { try ImportItems(other).decide(on: Shelf()) }
    other.posts = [Note(userId: 1, id: 1, title: "a\nb", body: "")]
    #expect(throws: ImportError.self) { try ImportItems(other).decide(on: Shelf()) }
  }

  @Test("The feed ends where the disk does")
  func feed() throws {
    var shelf = Shelf.with(note(0, "a"), note(0, "b"), note(0, "c"))
    #expect(shelf.changes(after: 0, through: 2, limit: 9).map(\.sequence) == [1, 2])
    try shelf.take(ChangeItem(.patch(ItemID(.notes, 1), json(#"{"title":"d"}"#), if: .present)))
    #expect(shelf.changes(after: 0, through: 3, limit: 9).map(\.sequence) == [2, 3])
    #expect(shelf.changes(after: 9, through: 9, limit: 9).isEmpty)
  }

  @Test("Who follows is told what is on disk, and the rest when that is")
  func follower() throws {
    let shelf = Shelf.with(note(0, "a"), note(0, "b"), note(0, "c"))
    var follower = Follower(after: 1)
    func next(through last: Int) throws -> FeedEvents {
      try FeedEvents(Array(follower.next(10_000, of: shelf, through: last)))
    }
    let first = try next(through: 2)
    #expect(first.entries.map(\.sequence) == [2] && first.current == 2)
    let none = follower.next(10_000, of: shelf, through: 2)
    #expect(none.isEmpty)
    let rest = try next(through: 3)
    #expect(rest.entries.map(\.sequence) == [3] && rest.current == 3)
    follower.comment()
    #expect(try next(through: 3).comments == 1)
  }
}
