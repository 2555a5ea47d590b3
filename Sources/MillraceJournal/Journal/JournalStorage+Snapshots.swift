import Millrace
import MillraceSQLite
import MillraceSupport

extension JournalStorage {
  func write(_ snapshot: PendingSnapshot, _ retention: SnapshotRetention) throws {
    for state in snapshot.states {
      let store = stores[state.journaledStore]
      var row = SnapshotRow(
        sequence: Int64(bitPattern: snapshot.sequence), store: store,
        type: stateKinds[state.journaledStore][state.value.place], time: snapshot.time,
        state: state.value.bytes)
      row.sum = row.sum(&sums)
      try insertSnapshot.run(row)
      _ = try database.thinSnapshots(retention, of: store)
    }
  }

  func write(_ captures: [Capture], sequence: UInt64, time: Int64) throws(JournalError) {
    let states = try encoded(captures, sequence)
    let snapshot = JournalEntry.snapshot(PendingSnapshot(sequence: sequence, time: time, states: states))
    _ = try write([snapshot], .all)
  }

  private func encoded(_ captures: [Capture], _ sequence: UInt64) throws(JournalError) -> [EncodedState] {
    var states: [EncodedState] = []
    for capture in captures {
      do { states.append(try capture.encoded()) } catch {
        throw .stateNotEncodable(
          store: name(of: capture.journaledStore), turn: sequence, reason: CodingReason.text(error))
      }
    }
    return states
  }

  /// Records a gap, and the states from which recording continues.
  func write(_ resumption: Resumption, _ retention: SnapshotRetention) throws {
    // All states are encoded first: a gap without states after it could not be crossed.
    let states: [EncodedState]
    do throws(JournalError) { states = try encoded(resumption.captures, resumption.sequence) } catch {
      throw Flaw(error: error)
    }
    // Without a turn in between, nothing was lost.
    if resumption.sequence > lastSequence {
      try addGap(until: resumption.sequence, reason: resumption.reason)
    }
    try write(
      PendingSnapshot(sequence: resumption.sequence, time: resumption.time, states: states), retention)
  }

  /// Records that the turns after the last one, up to another, were lost; within a transaction.
  func addGap(until: UInt64, reason: String) throws(JournalError) {
    // A gap after the same turn, such as that of a break without a turn behind it, becomes wider.
    let known = try database.gaps().last { $0.after == lastSequence }?.reason
    let reasons = known.map { $0 == reason ? reason : "\($0) \(reason)" } ?? reason
    var gaps = try Insertion<GapRow>(into: database, isReplacing: true)
    try gaps.run(
      GapRow(
        after: Int64(bitPattern: lastSequence), until: Int64(bitPattern: until),
        reason: String(reasons.prefix(2000))))
    try database.writeSeal()
  }
}
