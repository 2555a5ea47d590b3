import Flask
import Harvest
import MillraceJournal
import NotesDesk
import NotesLibrary
import NotesScreens
import NotesSession

/// The screens' access to a past state; their actions have no effect.
@MainActor
final class PastWorkplace: Workplace {
  private var library = Library()
  private var query = Query()
  private(set) var preferences = Preferences()
  private(set) var session = SessionState()
  private var found: Search?

  /// Shows another moment.
  func take(_ past: PastStates, of client: Client) {
    let next = past[client.library] ?? Library()
    if next.entries != library.entries { found = nil }
    library = next
    session = past[client.session.store] ?? SessionState()
    preferences = DeskStates(past).preferences
  }

  func withLibrary<Value>(_ body: (borrowing Library) -> Value) -> Value { body(library) }
  /// A recording has the query, not its results: they are found again, once.
  var search: Search {
    if let found { return found }
    let search = Search(for: query, in: library)
    found = search
    return search
  }
  var log: [TurnLine] { [] }
  var trouble: String? { nil }
  func look(_ query: Query) {
    if query != self.query { found = nil }
    self.query = query
  }

  func tell(_ message: LibraryMessage) {}
  func draft(of name: String) -> Draft? { nil }
  func saveDraft(of name: String, _ draft: Draft) {}
  func dropDraft(of name: String) {}
  func prefer(_ change: @escaping (inout Preferences) -> Void) {}
  func connection(_ input: SessionInput) {}
  func quit() {}
}

/// The states of a past desk.
struct DeskStates: Equatable {
  let preferences: Preferences
  let drafts: Drafts

  init(_ past: PastStates) {
    let states = past["desk", as: FlaskStates.self]
    preferences = states?.state(of: "preferences") ?? Preferences()
    drafts = states?.state(of: "drafts") ?? Drafts()
  }
}
