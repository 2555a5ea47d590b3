import Millrace

extension JournalStorage {
  func write(_ snapshot: PendingSnapshot, _ retention: SnapshotRetention) throws {
    for state in snapshot.states {
      let (store, kinds) = (stores[state.participant], stateKinds[state.participant])
      let sequence = Int64(bitPattern: snapshot.sequence)
      let type = kinds[state.value.place]
      try state.value.bytes.withUnsafeBytes { bytes in
        let sum = sums.snapshot(
          sequence: sequence, store: store, type: type, time: snapshot.time, state: bytes)
        try insertSnapshot.bind(1, sequence)
        try insertSnapshot.bind(2, store)
        try insertSnapshot.bind(3, type)
        try insertSnapshot.bind(4, snapshot.time)
        try insertSnapshot.bind(5, static: bytes)
        try insertSnapshot.bind(6, Int64(bitPattern: sum))
        try insertSnapshot.run()
      }
      _ = try database.thinSnapshots(retention, of: store)
    }
  }

  func write(_ captures: [Capture], sequence: UInt64, time: Int64) throws(JournalError) {
    var states: [EncodedState] = []
    for capture in captures {
      do {
        states.append(EncodedState(participant: capture.participant, value: try capture.encode()))
      } catch {
        throw .stateNotEncodable(
          store: name(of: capture.participant), turn: sequence, reason: CodingReason.text(error))
      }
    }
    let snapshot = JournalEntry.snapshot(PendingSnapshot(sequence: sequence, time: time, states: states))
    _ = try write([snapshot], .all)
  }

  /// Records a gap, and the states from which recording continues.
  func write(_ resumption: Resumption, _ retention: SnapshotRetention) throws {
    // All states are encoded first: a gap without states after it could not be crossed.
    var states: [EncodedState] = []
    for capture in resumption.captures {
      do {
        states.append(EncodedState(participant: capture.participant, value: try capture.encode()))
      } catch {
        throw Flaw(
          error: .stateNotEncodable(
            store: codecs[capture.participant].name, turn: resumption.sequence,
            reason: CodingReason.text(error)))
      }
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
    let gap = try database.prepare("INSERT OR REPLACE INTO gaps(after, until, reason) VALUES(?1, ?2, ?3)")
    try gap.bind(1, Int64(bitPattern: lastSequence))
    try gap.bind(2, Int64(bitPattern: until))
    try gap.bind(3, reason)
    try gap.run()
    try database.writeSeal()
  }
}
