import Aftermath
import Katana
import MillraceJournal
import NotesDesk
import NotesLibrary
import NotesScreens
import NotesSession

/// The local database, which is a journal.
extension Client {
  /// Has all stores kept; what was found is found again, and commands of the screen are told by what came of them.
  func recordAll(in journal: Journal) throws(JournalError) {
    try journal.record(SessionJournal.recordable(session))
    try journal.record(library, state: LibraryJournal.states, messages: LibraryJournal.messages)
    try journal.record(desk.recordable)
    try journal.record(interface.screen, state: ScreenJournal.states, messages: ScreenJournal.messages)
    journal.leaveOut("search")
    journal.leaveOut(interface.engine.name)
  }

  /// Has everything on disk, with a snapshot if there is much to read without it, which makes the next start quick.
  ///
  /// - Returns: The turn up to which turns may be let go of, because there are many and nobody will look back at them; nil
  ///   while there are few.
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
