import Foundation
import Millrace
import MillraceSQLite
import Testing

@testable import MillraceJournal

/// A journal that is whole, as files, and everything that is in it.
struct DamageBase: Sendable {
  /// The way in which it was left.
  enum Form: Sendable, CaseIterable {
    /// Closed: all is in the database.
    case closed
    /// As a crash leaves it: the newest turns are in the write-ahead log.
    case crashed
  }

  let files: [String: [UInt8]]
  let contents: DamageContents
  /// The state after each turn.
  let states: Set<FaultsLedger>
  let state: FaultsLedger
  /// The pages of the database on which everything else depends: of the turns, and of the names.
  let core: [Range<Int>]

  /// Makes one; those of different numbers have different turns.
  @FaultsActor
  static func make(_ form: Form, number: Int = 1) async throws -> DamageBase {
    let folder = try FaultsFolder()
    let program = try FaultsProgram(folder.file()) { _, _ in }
    try program.journal.start()
    for turn in 1...12 {
      program.ledger.send(turn == 4 ? .order(2) : .note(turn * number))
      if turn == 5 || turn == 10 {
        try program.journal.snapshot()
        try await program.journal.flushSnapshots()
      }
      if turn == 7 {
        try await program.journal.flush()
        await program.flow.run()
        // What is before it is in the database, and what comes after it in the log.
        try changeJournal(folder.file(), "PRAGMA wal_checkpoint(PASSIVE)")
      }
    }
    program.ledger.send(.order(3))
    program.ledger.send(.note(-number))
    try await program.journal.flush()
    if form == .closed {
      await program.flow.run()
      try program.journal.close()
    }
    let copy = try FaultsFolder()
    try faultsCopy(folder.file(), to: copy.file())
    if form == .crashed { try program.journal.close() }
    var files: [String: [UInt8]] = [:]
    for suffix in faultsSuffixes {
      files[suffix] = FileManager.default.contents(atPath: copy.file() + suffix).map { [UInt8]($0) }
    }
    let contents = try DamageContents(copy.file())
    let messages = contents.turns.compactMap { $0.message?.faultsMessage }
    #expect(messages.count == contents.turns.count && messages.count > 13)
    let pages = try journalNumbers(
      copy.file(), "SELECT rootpage FROM sqlite_schema WHERE name IN ('turns', 'stores', 'types')")
    let core = pages.map { (Int($0) - 1) * 4096..<Int($0) * 4096 }
    let states = Set((0...messages.count).map { FaultsLedger(messages.prefix($0)) })
    return DamageBase(
      files: files, contents: contents, states: states, state: FaultsLedger(messages), core: core)
  }

  /// Puts files where a journal is looked for.
  static func lay(
    _ files: [String: [UInt8]], in folder: FaultsFolder, as name: String = "journal"
  ) throws -> String {
    for (suffix, bytes) in files {
      try Data(bytes).write(to: URL(fileURLWithPath: folder.file(name) + suffix))
    }
    return folder.file(name)
  }
}

/// All that a journal has to say of what happened; what it says of itself, and the rows of
/// durable effects, have no sums.
struct DamageContents: Equatable, Sendable {
  var turns: [JournalTurn] = []
  var events: Set<JournalEvent> = []
  var snapshots: [JournalSnapshotInfo: JournalValue?] = [:]
  var gaps: [JournalGap] = []

  init(_ path: String) throws {
    let reader = try JournalReader(at: path)
    try reader.turns().forEach { turns.append($0) }
    // Those of another journal may come after turns that this one does not have.
    for after in 0...(turns.last?.sequence ?? 0) + 20 { events.formUnion(try reader.events(after: after)) }
    for snapshot in try reader.snapshots() {
      snapshots[snapshot] = try reader.snapshot(of: snapshot.store, at: snapshot.sequence)
    }
    gaps = try reader.gaps()
  }
}
