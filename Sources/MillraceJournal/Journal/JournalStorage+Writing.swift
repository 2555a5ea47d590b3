import CSQLite
import Millrace
import MillraceSQLite
import MillraceSupport

extension JournalStorage {
  /// The result of writing some entries.
  struct Outcome {
    /// The number of entries on disk.
    var written = 0
    /// The permanent reason why the next entry cannot be written.
    var flaw: (error: JournalError, sequence: UInt64)?
    /// A problem that has lost nothing.
    var warning: JournalError?
    var hasSnapshot = false
    /// The size of the entries' messages, in bytes.
    var bytes = 0
    /// The answers for the durable effects among the entries.
    var permits: [(permit: Permit, answer: Permit.Answer)] = []
  }

  /// Writes entries in one transaction, up to the first that cannot be encoded.
  func write(
    _ entries: ArraySlice<JournalEntry>, _ retention: SnapshotRetention
  ) throws(JournalError) -> Outcome {
    let warning = try keepFiles() ?? unreported.take()
    let before = (lastSequence, lastSum, lastEvent, lastEventSum)
    var outcome = Outcome()
    do throws(JournalError) {
      try database.transaction { () throws(JournalError) in
        for entry in entries {
          do {
            try write(entry, retention, &outcome)
          } catch let error as JournalError {
            throw error
          } catch let flaw as Flaw {
            outcome.flaw = (flaw.error, entry.sequence)
            return
          } catch {
            outcome.flaw = (.file(path: path, reason: CodingReason.text(error)), entry.sequence)
            return
          }
          outcome.written += 1
        }
      }
      // Before anything is acknowledged: a commit at the end of a truncated log is not found again.
      if database.logCondition == .lost { throw JournalError.logDamaged(path: path) }
    } catch {
      (lastSequence, lastSum, lastEvent, lastEventSum) = before
      throw error
    }
    if let warning { outcome.warning = warning }
    do throws(JournalError) {
      try mark?.write(sequence: lastSequence, sum: lastSum)
      isMarkFailing = false
    } catch {
      // The turns are on disk; only the mark that would reveal a later loss is missing.
      if !isMarkFailing { outcome.warning = error }
      isMarkFailing = true
    }
    return outcome
  }

  /// A permanent failure to write an entry.
  struct Flaw: Error {
    let error: JournalError
  }

  private func write(_ entry: JournalEntry, _ retention: SnapshotRetention, _ outcome: inout Outcome) throws {
    switch entry {
    case .turn(let turn): try refusing { try write(turn, &outcome) }
    case .event(let event): try refusing { try write(event) }
    case .snapshot(let snapshot):
      do {
        try write(snapshot, retention)
        outcome.hasSnapshot = true
      } catch let error as JournalError where error.isOfContents {
        // The journal continues without the snapshot.
        outcome.warning = error
      }
    case .resumption(let resumption):
      try write(resumption, retention)
      outcome.hasSnapshot = true
    }
    for change in entry.tasks { try write(change, entry, &outcome) }
  }

  /// Turns a refusal of the contents by the database into a permanent failure: a retry would fail, too.
  private func refusing(_ body: () throws -> Void) throws {
    do { try body() } catch let error as JournalError {
      // Only one writer assigns numbers of turns and events, so a taken number means another writer.
      if error.isTaken { throw database.superseded }
      throw error.isOfContents ? Flaw(error: error) : error
    }
  }

  private func write(_ turn: PendingTurn, _ outcome: inout Outcome) throws {
    let effects = turn.effects.isEmpty ? nil : try eventEncoder.encode(turn.effects.map { EventForm($0) })
    guard let message = turn.message else { return try insert(turn, type: nil, message: nil, effects) }
    let codec = codecs[turn.journaledStore]
    var count = 0
    do {
      try codec.withMessage(message, encoder) { place, bytes in
        count = bytes.count
        try insert(turn, type: messageKinds[turn.journaledStore][place], message: bytes, effects)
      }
    } catch let error as JournalError {
      throw error
    } catch {
      throw Flaw(
        error: .messageNotEncodable(
          store: codec.name, turn: turn.sequence, message: "\(message)", reason: CodingReason.text(error)))
    }
    outcome.bytes += count
  }

  private func insert(
    _ turn: PendingTurn, type: Int64?, message: UnsafeRawBufferPointer?, _ effects: [UInt8]?
  ) throws {
    let (cause, source, asked) = turn.cause.columns
    try (effects ?? []).withBytes { bytes in
      var row = TurnView(
        sequence: Int64(bitPattern: turn.sequence), time: turn.time, store: stores[turn.journaledStore],
        type: type, message: message, cause: cause, source: source, asked: asked,
        unhandled: turn.isHandled ? nil : 1, effects: effects.map { _ in bytes })
      row.sum = row.sum(after: lastSum, &sums)
      try insertTurn.run(row)
      lastSum = row.sum
    }
    lastSequence = turn.sequence
  }

  private func write(_ event: PendingEvent) throws {
    var row = EventRow(
      number: lastEvent + 1, after: Int64(bitPattern: event.after), time: event.time,
      store: stores[event.journaledStore], event: try eventEncoder.encode(EventForm(event.event)))
    row.sum = row.sum(after: lastEventSum, &sums)
    try insertEvent.run(row)
    lastEventSum = row.sum
    lastEvent = row.number
  }
}

extension JournalError {
  /// True when a row of the same number exists already.
  fileprivate var isTaken: Bool {
    guard case .database(_, _, _, let code) = self else { return false }
    // SQLITE_CONSTRAINT_PRIMARYKEY, a computed macro, which Swift does not import.
    return code == SQLITE_CONSTRAINT | 6 << 8
  }

  /// True when the contents caused the error, and not the disk.
  fileprivate var isOfContents: Bool {
    guard case .database(_, _, _, let code) = self else { return false }
    return [SQLITE_TOOBIG, SQLITE_CONSTRAINT, SQLITE_MISMATCH].contains(code & 0xFF)
  }
}
