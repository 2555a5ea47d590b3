import Millrace
import MillraceSync

extension SharedLogLaws {
  /// The laws of snapshots and of the removal of entries.
  static let snapshots: [SharedLogLaw] = [
    SharedLogLaw("snapshot", "A snapshot comes back whole, through any handle.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      let other = try await log.other()
      try await log.append(try run.entries("a", 1...4), after: 0)
      var snapshot = LogSnapshot(law: 2)
      snapshot.states.append(
        LogState(store: "tags", kind: SchemaKind(name: "tags", version: 2), rules: 1, state: []))
      snapshot.states.append(
        LogState(
          store: "large", kind: SchemaKind(name: "large", version: 1), rules: 1,
          state: [UInt8](repeating: 7, count: 3 << 20)))
      snapshot.writers = [LogWriterNumber(writer: try run.writer("a"), number: 2)]
      try await log.keep(snapshot, keeping: .max)
      try await other.snapshot()
      try await log.readAll()
      try await other.keep(LogSnapshot(position: 3, digest: 0, states: [], writers: []), keeping: .max)
      try await log.readAll()
    },
    SharedLogLaw(
      "snapshot-newest", "The snapshot of the latest position stays, whatever the order of the calls."
    ) {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...6), after: 0)
      var same = LogSnapshot(law: 4)
      same.digest = 1
      for snapshot in [LogSnapshot(law: 2), LogSnapshot(law: 4), same, LogSnapshot(law: 3)] {
        try await log.keep(snapshot, keeping: 6)
        try await log.snapshot()
      }
      // An older one removes nothing either.
      try await log.keep(LogSnapshot(law: 3), keeping: 1)
      try await log.keep(same, keeping: 1)
      try await log.readAll()
      try await log.keep(LogSnapshot(law: 5), keeping: 6)
      try await log.readAll()
    },
    SharedLogLaw("snapshot-behind-head", "A snapshot at a position that the log has not reached is refused.")
    {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.keep(LogSnapshot(law: 1), keeping: 1)
      try await log.keep(LogSnapshot(law: 0), keeping: 1)
      try await log.append(try run.entries("a", 1...3), after: 0)
      try await log.keep(LogSnapshot(law: 0), keeping: 1)
      try await log.keep(LogSnapshot(law: 4), keeping: 1)
      try await log.readAll()
      try await log.keep(LogSnapshot(law: 3), keeping: 1)
      try await log.keep(LogSnapshot(law: 4), keeping: 1)
      try await log.readAll()
    },
    SharedLogLaw("removal", "The given number of entries up to the snapshot stays, at least one.") {
      run async throws(SharedLogLawFailure) in
      for (index, count) in [Int.min, -1, 0, 1, 2, 4, 5, 6, .max].enumerated() {
        let log = try await run.open("\(index)")
        try await log.append(try run.entries("a", 1...5), after: 0)
        try await log.keep(LogSnapshot(law: 5), keeping: count)
        try await log.readAll()
      }
    },
    SharedLogLaw("after-snapshot", "The entries after a snapshot stay, whatever the number to keep.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      try await log.append(try run.entries("a", 1...8), after: 0)
      for position in [1, 3, 4, 7] as [UInt64] {
        try await log.keep(LogSnapshot(law: position), keeping: 0)
        try await log.readAll()
      }
    },
    SharedLogLaw("head-after-removal", "Positions and numbers go on after a removal.") {
      run async throws(SharedLogLawFailure) in
      let log = try await run.open()
      var head: UInt64 = 0
      for round in 0..<4 as Range<UInt64> {
        let numbers = (round * 2 + 1)...(round * 2 + 2)
        try await log.append(try run.entries("a", numbers) + run.entries("b", numbers), after: head)
        head += 4
        try await log.keep(LogSnapshot(law: head), keeping: 1)
        try await log.readAll()
      }
    },
  ]
}
