import Flask
import Harvest
import Katana
import MillraceJournal
import NotesDesk
import NotesLibrary
import NotesModel
import NotesScreens
import NotesSession

/// The screens' access to the stores.
@MainActor
final class Desktop: Workplace {
  private let connection: Session
  private let library: Katana.Store<Library>
  private let searching: Katana.Store<Search>
  private let desk: Desk
  private let turns: TurnLog
  private let clock: any Clock<Duration>
  var onQuit: () -> Void = {}
  /// The state of the local database.
  var journalStatus = JournalStatus.writing
  /// The unsaved input, until the user pauses.
  ///
  /// A draft is recorded as a whole, which is too much for each key; the journal records the keys.
  private var typed: (name: String, draft: Draft)?
  private var pause: Task<Void, any Error>?

  init(
    session: Session, library: Katana.Store<Library>, search: Katana.Store<Search>, desk: Desk, log: TurnLog
  ) {
    connection = session
    self.library = library
    searching = search
    self.desk = desk
    turns = log
    clock = library.flow.environment.clock
  }

  deinit { pause?.cancel() }

  /// Saves the input as a draft.
  func keepDraft() {
    pause?.cancel()
    guard let (name, draft) = typed else { return }
    typed = nil
    desk.saveDraft(of: name, draft)
  }

  func withLibrary<Value>(_ body: (borrowing Library) -> Value) -> Value { library.withState { body($0) } }
  var search: Search { searching.model }
  var preferences: Preferences { desk.preferences.state }
  var session: SessionState { connection.store.withState { $0 } }
  var log: [TurnLine] { turns.lines }

  var trouble: String? {
    switch journalStatus {
    case .failing(let error): "Your changes are not on disk yet: \(error)"
    case .stopped(let error, _): "Your changes are not saved: \(error)"
    case .preparing, .writing, .closed: nil
    }
  }

  func tell(_ message: LibraryMessage) { library.dispatch(message) }
  func look(_ query: Query) { searching.dispatch(SearchMessage.look(query)) }

  func draft(of name: String) -> Draft? {
    if let typed, typed.name == name { return typed.draft }
    return desk.draft(of: name)
  }

  func saveDraft(of name: String, _ draft: Draft) {
    if typed?.name != name { keepDraft() }
    typed = (name, draft)
    pause?.cancel()
    pause = Task { [weak self, clock] in
      try await clock.sleep(for: .seconds(1))
      self?.keepDraft()
    }
  }

  /// Moves drafts of new items to the numbers that the server has assigned.
  func follow(_ aliases: [ItemID: ItemID]) {
    if let name = typed?.name, let id = ItemID(name), let new = aliases[id] { typed?.name = "\(new)" }
    desk.follow(aliases)
  }

  func dropDraft(of name: String) {
    if typed?.name == name { typed = nil }
    desk.dropDraft(of: name)
  }

  func prefer(_ change: @escaping (inout Preferences) -> Void) { desk.prefer(change) }
  func connection(_ input: SessionInput) { connection.send(input) }
  func quit() { onQuit() }
}
