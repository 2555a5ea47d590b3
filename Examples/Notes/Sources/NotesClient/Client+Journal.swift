import Aftermath
import Katana
import MillraceJournal
import NotesDesk
import NotesLibrary
import NotesScreens
import NotesSession
import NotesShelf

/// The local database, which is a journal.
extension Client {
  /// Records all stores.
  ///
  /// After a replay searches run again, and the screen's commands get their recorded
  /// results.
  func recordAll(in journal: Journal) throws(JournalError) {
    try journal.record(SessionJournal.recordable(session))
    try journal.record(library, state: LibraryJournal.states, messages: LibraryJournal.messages)
    try journal.record(desk.recordable)
    try journal.record(interface.screen, state: ScreenJournal.states, messages: ScreenJournal.messages)
    journal.leaveOut("search")
    // A replica keeps it.
    journal.leaveOut(ShelfLog.store)
    journal.leaveOut(interface.engine.name)
  }

  /// Writes everything to disk, with a snapshot if there are many turns since the last, which makes the next
  /// start fast.
  ///
  /// - Returns: The turn up to which old turns may be deleted, because there are many; nil while there are
  ///   few.
  func keepSnapshot() async throws -> UInt64? {
    try await journal.flush()
    let reader = try journal.reader()
    let kept = try reader.snapshots().map(\.sequence).max() ?? 0
    if flow.lastSequence > kept + 500 {
      try journal.snapshot()
      try await journal.flushSnapshots()
    }
    let info = try reader.info()
    guard info.turns + info.events > 50_000 else { return nil }
    return try reader.snapshots().map(\.sequence).max()
  }
}

/// Opens the journal that is the local database.
func openJournal(of flow: Flow, in settings: Settings) throws(ClientError) -> Journal {
  if !settings.isTransient { try settings.makeFolder() }
  do throws(JournalError) {
    return try Journal(
      of: flow, at: settings.database,
      durability: settings.isTransient ? .memory : .batched(every: .milliseconds(50)),
      snapshots: SnapshotPolicy(turns: 5_000, retention: .newest(3)))
  } catch {
    throw ClientError(error, database: settings.database)
  }
}
