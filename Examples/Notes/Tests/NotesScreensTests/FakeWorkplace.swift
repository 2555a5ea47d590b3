import Aftermath
import NotesDesk
import NotesModel
import NotesScreens

@testable import NotesLibrary
@testable import NotesSession

/// A workplace that does at once what it is asked for, as far as a screen can tell, and takes down that it
/// was.
@MainActor
final class FakeWorkplace: Workplace {
  /// The messages that it was sent, in order.
  var told: [LibraryMessage] = []
  var looked: [Query] = []
  var wishes: [SessionInput] = []
  var hasQuit = false

  var library = Library()
  var search = Search()
  var preferences = Preferences()
  var session = SessionState()
  var log: [TurnLine] = []
  var trouble: String?
  var drafts: [String: Draft] = [:]
  /// True if a search is answered at once.
  var answersSearches = true

  init(_ items: [Item] = []) {
    session.phase = .online
    for item in items { add(item) }
    look(Query())
    looked = []
  }

  func withLibrary<Value>(_ body: (borrowing Library) -> Value) -> Value { body(library) }

  // MARK: The library

  func add(_ item: Item, _ state: Entry.State = .shared, isDeleted: Bool = false) {
    let entry = Entry(item: item, version: 1, state: state, isDeleted: isDeleted)
    library.entries[item.id] = entry
  }

  func tell(_ message: LibraryMessage) {
    told.append(message)
    switch message {
    case .add(let item):
      library.given += 1
      let item = item.numbered(-library.given)
      add(item, .sent(key: "key"))
      library.outbox.append(item.id)
    case .edit(let item): add(item, .sent(key: "key"))
    case .delete(let id):
      library.deletion = library.item(id).map { Library.Deletion(item: $0) }
      library.entries[id]?.isDeleted = true
    case .undoDeletion:
      if let item = library.deletion?.item { add(item) }
      library.deletion = nil
    case .resolve(let id, _):
      library.conflicts.removeAll { $0 == id }
      library.entries[id]?.state = .shared
    case .dismissRefusals: library.refusals = []
    default: break
    }
    searchAgain()
  }

  /// An item that was changed here and on the server.
  func conflict(_ mine: Item, _ theirs: Item?) {
    add(mine, .conflict(theirs: theirs, version: 2))
    library.conflicts.append(mine.id)
  }

  /// Another person has deleted an item.
  func remove(_ id: ItemID) {
    library.entries[id] = nil
    searchAgain()
  }

  /// The server has given an item its number.
  func rename(_ old: ItemID, to new: ItemID) {
    guard let item = library.item(old) else { return }
    library.entries[old] = nil
    library.aliases[old] = new
    add(item.numbered(new.number))
    searchAgain()
  }

  private func searchAgain() {
    look(search.query)
    looked.removeLast()
  }

  // MARK: The rest

  func look(_ query: Query) {
    looked.append(query)
    search.query = query
    guard answersSearches else { return search.isSearching = true }
    let words = query.words.lowercased().split(separator: " ")
    let found = library.entries.rows.filter { entry in
      entry.item.kind == query.kind && !entry.isDeleted
        && words.allSatisfy { entry.item.title.lowercased().contains($0) }
    }
    search.results = found.map(\.item.id)
    search.answered = query
  }

  func draft(of name: String) -> Draft? { drafts[name] }
  func saveDraft(of name: String, _ draft: Draft) { drafts[name] = draft }
  func dropDraft(of name: String) { drafts[name] = nil }
  func connection(_ input: SessionInput) { wishes.append(input) }
  func quit() { hasQuit = true }
  func prefer(_ change: (inout Preferences) -> Void) { change(&preferences) }
}
