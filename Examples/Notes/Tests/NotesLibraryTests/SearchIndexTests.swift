import Katana
import Millrace
import Testing

@testable import NotesLibrary
@testable import NotesModel

@Suite("The index")
struct SearchIndexTests {
  private func found(_ query: Query, _ items: Item...) -> [Int]? {
    var index = SearchIndex()
    index.refresh(table(items.map { Entry(item: $0, version: 1, state: .shared) }))
    return index.find(query)?.map(\.number)
  }

  private func table(_ entries: [Entry]) -> RowTable<ItemID, Entry> {
    var table = RowTable<ItemID, Entry>()
    for entry in entries { table[entry.item.id] = entry }
    return table
  }

  @Test("All words have to be there, anywhere, in any case and with or without accents")
  func words() {
    let note = Item.note(Note(userId: 1, id: 1, title: "Crème Brûlée", body: "für Gäste,\nohne ZUCKER"))
    #expect(found(Query(words: "zuck CREME"), note) == [1])
    #expect(found(Query(words: "crème gaste"), note) == [1])
    #expect(found(Query(words: "cre\u{301}me"), note) == [1])
    #expect(found(Query(words: "creme salz"), note) == [])
    #expect(found(Query(words: "  "), note) == [1])
    #expect(found(Query(words: "ohne zuckerguss"), note) == [])
  }

  @Test(
    "Items are found by kind, users by all that is known of them, and done todos are left out if asked for")
  func kinds() {
    let user = Item.user(
      User(
        id: 1, name: "Ada", username: "countess", email: "ada@example.org",
        address: .init(street: "St James's Square", suite: "12", city: "London", zipcode: "1"),
        company: .init(name: "Analytical", catchPhrase: "", bs: "")))
    let todos = [false, true].map { Item.todo(Todo(userId: 1, id: $0 ? 2 : 3, title: "Ada", completed: $0)) }
    for words in ["ada", "count", "example.org", "square", "LONDON", "analytical"] {
      #expect(found(Query(kind: .users, words: words), user) == [1])
    }
    #expect(found(Query(kind: .todos, words: "ada"), user, todos[0], todos[1]) == [3, 2])
    #expect(found(Query(kind: .todos, hidesCompleted: true), user, todos[0], todos[1]) == [3])
    #expect(found(Query(words: "ada"), user) == [])
  }

  @Test("The newest comes first, the oldest, or what stands first in a dictionary")
  func orders() {
    let notes = [
      note(2, "éclair"), note(-1, "Zoo"), note(7, "apple"), note(-2, "Eclair"), note(5, "eclairs"),
    ]
    func numbers(_ order: Query.Order) -> [Int]? {
      found(Query(order: order), notes[0], notes[1], notes[2], notes[3], notes[4])
    }
    #expect(numbers(.newestFirst) == [-2, -1, 7, 5, 2])
    #expect(numbers(.oldestFirst) == [2, 5, 7, -1, -2])
    #expect(numbers(.title) == [7, -2, 2, 5, -1])
  }

  @Test("What is deleted here is not found, and a search that is given up finds nothing")
  func hidden() {
    var index = SearchIndex()
    index.refresh(
      table([
        Entry(item: note(1, "gone"), version: 1, state: .sent(key: "k"), isDeleted: true),
        Entry(item: note(2, "here"), version: 1, state: .shared),
      ]))
    #expect(index.find(Query()) == [id(2)])
    #expect(index.find(Query()) { true } == nil)
    #expect(index.find(Query(kind: .users)) { true } == [])
  }

  @Test("After any changes it finds what a new one finds", arguments: UInt64(0)..<40)
  func refreshed(seed: UInt64) {
    var random = RandomSource.seeded(seed)
    func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
    var entries = RowTable<ItemID, Entry>()
    var index = SearchIndex()
    for _ in 0..<12 {
      // Now fewer changes than a table remembers, now more.
      for _ in 0..<[1, 3, 40][below(3)] {
        let number = below(12) - 4
        let title = ["tea", "Tea", "coffee", "té", "water"][below(5)]
        switch below(4) {
        case 0: entries.remove(id: id(number))
        case 1: entries[id(number)]?.isDeleted.toggle()
        default: entries[id(number)] = Entry(item: note(number, title), version: 1, state: .shared)
        }
      }
      index.refresh(entries)
      for order in Query.Order.allCases {
        for words in ["", "te", "coffee"] {
          let query = Query(words: words, order: order)
          var new = SearchIndex()
          new.refresh(entries)
          let found = index.find(query)
          #expect(found == new.find(query))
          let expected = entries.rows.filter { entry in
            !entry.isDeleted && Word(Array(words.utf8)).occurs(in: FoldedText.bytes(of: entry.item.title))
          }
          #expect(Set(found ?? []) == Set(expected.map(\.item.id)))
        }
      }
    }
  }
}
