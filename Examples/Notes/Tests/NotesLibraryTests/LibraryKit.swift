import Katana
import NotesModel

@testable import NotesLibrary

/// A note with a title and nothing else.
func note(_ number: Int, _ title: String) -> Item {
  .note(Note(userId: 1, id: number, title: title, body: ""))
}

/// The id of a note.
func id(_ number: Int) -> ItemID { ItemID(.notes, number) }

/// News of a note; without a title, of its deletion.
func news(_ sequence: Int, _ number: Int, version: Int, _ title: String?, key: String? = nil) -> FeedEntry {
  FeedEntry(
    sequence: sequence, id: id(number), version: version, key: key, item: title.map { note(number, $0) })
}

/// A library, and what was asked of the server on its behalf.
struct Client {
  var library = Library()
  /// All requests, in order.
  var requests: [PushRequest] = []

  /// A client called `c`, whose library is that of the server `s` and has these notes, numbered from 1, in
  /// version 1.
  init(_ titles: String...) {
    take(.named(client: "c"))
    take(.connected(Greeting(id: "s", sequence: titles.count)))
    let entries = titles.enumerated().map { news($0 + 1, $0 + 1, version: 1, $1) }
    take(.fed(entries, isCurrent: true))
  }

  /// A client with a library.
  init(_ library: Library) { self.library = library }

  /// Tells the library something; gives what it asks of the server then.
  @discardableResult
  mutating func take(_ message: LibraryMessage) -> [PushRequest.Change] {
    let commands = LibraryUpdater().update(model: &library, message: message)
    let new = commands.compactMap { ($0 as? Push)?.request }
    requests += new
    return new.map(\.change)
  }

  /// The server answers the last request.
  @discardableResult
  mutating func answer(_ answer: PushAnswer) -> [PushRequest.Change] {
    take(.answered(key: requests.last?.key ?? "none", answer))
  }

  func entry(_ number: Int) -> Entry? { library.entries[id(number)] }

  func title(_ number: Int) -> String? { library.item(id(number))?.title }

  /// The parts of the bookkeeping that do not fit together, in sentences.
  var flaws: [String] {
    var flaws: [String] = []
    var waiting: Set<ItemID> = []
    var disputed: Set<ItemID> = []
    for (id, entry) in library.entries {
      if entry.item.id != id { flaws.append("\(id) holds \(entry.item.id)") }
      switch entry.state {
      case .shared:
        if entry.isDeleted || !id.isShared { flaws.append("\(id) cannot be shared") }
      case .sent(let key), .editedSince(let key):
        waiting.insert(id)
        if library.requests[key] != id { flaws.append("the request \(key) is not that of \(id)") }
      case .conflict(let theirs, _):
        disputed.insert(id)
        if theirs == entry.content { flaws.append("\(id) is no conflict") }
      }
    }
    if Set(library.outbox) != waiting || library.outbox.count != waiting.count {
      flaws.append("the outbox is \(library.outbox), and waiting are \(waiting)")
    }
    if Set(library.conflicts) != disputed || library.conflicts.count != disputed.count {
      flaws.append("the conflicts are \(library.conflicts), and disputed are \(disputed)")
    }
    if library.requests.count != waiting.count || Set(library.changes.keys) != waiting {
      flaws.append("something is known of requests that are not on their way")
    }
    return flaws
  }
}
