import Millrace
import MillraceSQLite
import MillraceSupport

/// A restoration of the states after a turn, from a snapshot of each store and the messages after it.
struct StateAt {
  let path: String
  let journaledStores: [any JournaledStore]
  /// The last turn to include.
  let through: UInt64
  let unknown: UnknownKinds
  /// True to add messages although earlier ones were lost.
  var acceptsGaps = false
  /// A closure that receives the progress, from 0 to 1.
  var progress: ((Double) -> Void)?

  /// The result of a restoration.
  struct Found {
    var folds: [any Fold] = []
    /// The turn of each store's snapshot; nil for a store without one.
    var snapshots: [UInt64?] = []
    /// True for each store that is new in the journal.
    var isFirst: [Bool] = []
    /// The number of messages added to states.
    var messages = 0
    /// The number of messages of unknown kinds, by kind.
    var skipped: [SchemaKind: Int] = [:]
    /// The problems that did not prevent the restoration.
    var warnings: [JournalWarning] = []
  }

  func find(in database: Database) throws(JournalError) -> Found {
    var found = Found()
    let names = try RowNames(database)
    let gaps = try database.gaps()
    var slots: [Int: Slot] = [:]
    for journaledStore in journaledStores {
      let (fold, from) = try begin(journaledStore, names, gaps, database, &found.warnings)
      found.folds.append(fold)
      found.snapshots.append(from)
      guard let store = names.number(ofStore: journaledStore.name) else { continue }
      slots[Int(store)] = Slot(journaledStore.name, fold, after: from ?? 0)
    }
    if let first = slots.values.map(\.after).min() {
      try add(after: first, slots, names, database, &found)
    }
    for journaledStore in journaledStores {
      guard let store = names.number(ofStore: journaledStore.name) else {
        found.isFirst.append(true)
        continue
      }
      let snapshot = try database.integer("SELECT 1 FROM snapshots WHERE store = ?1 LIMIT 1", store)
      found.isFirst.append(snapshot == nil && slots[Int(store)]?.count == 0)
    }
    if unknown == .stop, !found.skipped.isEmpty {
      let kinds = found.skipped.map { "\($0) (\($1) message\($1 == 1 ? "" : "s"))" }
      throw .unknownKinds(path: path, kinds: kinds.sorted())
    }
    return found
  }

  // MARK: Snapshots

  /// Returns the newest readable snapshot of a store, or its state at registration if there is none.
  private func begin(
    _ journaledStore: any JournaledStore, _ names: RowNames, _ gaps: [JournalGap], _ database: Database,
    _ warnings: inout [JournalWarning]
  ) throws(JournalError) -> (any Fold, UInt64?) {
    var result: (any Fold, UInt64?) = (journaledStore.fold(), nil)
    /// The first turn with data of the store; nil for none.
    var beginning: UInt64?
    if let store = names.number(ofStore: journaledStore.name) {
      let list = try database.prepare(
        """
        SELECT \(SnapshotView.columns) FROM snapshots WHERE store = ?1 AND sequence <= ?2
        ORDER BY sequence DESC
        """)
      try list.bind(1, store)
      try list.bind(2, Int64(clamping: through))
      beginning = try Self.beginning(of: store, gaps, database)
      var behind: (oldest: UInt64, reason: String)?
      while try list.step() {
        let row = SnapshotView(list)
        let sequence = UInt64(bitPattern: row.sequence)
        do throws(RowFlaw) {
          result = (try read(row, journaledStore, names), sequence)
          break
        } catch {
          warnings.append(.snapshot(store: journaledStore.name, sequence: sequence, reason: error.reason))
          behind = (sequence, error.reason)
        }
      }
      if let behind, result.1 == nil {
        let kept = UInt64(bitPattern: try database.keptAfter)
        if kept > 0, behind.oldest <= kept, !acceptsGaps {
          throw .noSnapshot(store: journaledStore.name, after: kept, reason: behind.reason)
        }
        warnings.append(.wholeHistory(store: journaledStore.name))
      }
    }
    // Messages lost after the snapshot are missing from the state; a gap before the store's first turn is
    // irrelevant.
    guard let beginning else { return result }
    let from = result.1 ?? 0
    for gap in gaps where through > gap.after && from < gap.until && beginning < gap.until {
      guard acceptsGaps else {
        throw .inGap(min(through, max(gap.until, 1) - 1), after: gap.after, until: gap.until)
      }
      warnings.append(.gap(store: journaledStore.name, after: gap.after, until: gap.until))
    }
    return result
  }

  /// Returns the turn after which a store was recorded first; nil when it was not, or the journal has no gap.
  private static func beginning(
    of store: Int64, _ gaps: [JournalGap], _ database: Database
  ) throws(JournalError) -> UInt64? {
    if gaps.isEmpty { return nil }
    return try database.integer(
      """
      SELECT coalesce(
        (SELECT min(sequence) FROM snapshots WHERE store = ?1), (SELECT min(sequence) FROM turns WHERE store = ?1))
      """, store
    ).map(UInt64.init(bitPattern:))
  }

  private func read(
    _ row: SnapshotView, _ journaledStore: any JournaledStore, _ names: RowNames
  ) throws(RowFlaw) -> any Fold {
    var sums = RowSum()
    guard row.sum(&sums) == row.sum else { throw RowFlaw("its bytes have changed since it was written") }
    guard let kind = names.kinds[row.type] else { throw RowFlaw("its kind is missing") }
    do {
      return try journaledStore.fold(kind, row.state)
    } catch {
      throw RowFlaw(CodingReason.text(error))
    }
  }

  // MARK: Messages

  /// A store with its growing state.
  private final class Slot {
    let name: String
    let fold: any Fold
    let after: UInt64
    var count = 0
    /// The readability of each kind by its number: true if the fold can read it, nil when not yet known.
    var canRead: [Bool?] = []

    init(_ name: String, _ fold: any Fold, after: UInt64) {
      self.name = name
      self.fold = fold
      self.after = after
    }

    func canRead(_ type: Int, _ names: RowNames) -> Bool {
      while canRead.count <= type { canRead.append(nil) }
      if let known = canRead[type] { return known }
      let known = names.kinds[Int64(type)].map { fold.learn($0, number: type) } ?? false
      canRead[type] = known
      return known
    }
  }

  private func add(
    after first: UInt64, _ slots: [Int: Slot], _ names: RowNames, _ database: Database, _ found: inout Found
  ) throws(JournalError) {
    var byStore = [Slot?](repeating: nil, count: (slots.keys.max() ?? 0) + 1)
    for (store, slot) in slots { byStore[store] = slot }
    var messages = 0
    var skipped: [Int: Int] = [:]
    var scan = try TurnScan(path, database, after: first, through: through)
    let last = Double(try scan.lastSequence())
    while try scan.next() {
      if messages & 0xFFF == 0 {
        progress?((Double(scan.sequence) - Double(first)) / max(1, last - Double(first)))
      }
      let store = scan.store
      guard store >= 0, store < byStore.count, let slot = byStore[store], scan.sequence > slot.after,
        let type = scan.type
      else { continue }
      guard slot.canRead(type, names) else {
        skipped[type, default: 0] += 1
        continue
      }
      do {
        try slot.fold.add(scan.message, kind: type, at: scan.time)
      } catch let error as UpcastError {
        throw .upcastFailed(store: slot.name, turn: scan.sequence, error)
      } catch {
        throw .notDecodable(
          store: slot.name, turn: scan.sequence, kind: names.kinds[Int64(type)]?.description ?? "?",
          reason: CodingReason.text(error))
      }
      slot.count += 1
      messages += 1
    }
    found.messages += messages
    for (type, count) in skipped {
      found.skipped[names.kinds[Int64(type)] ?? SchemaKind(name: "#\(type)", version: 1), default: 0] += count
    }
  }
}

extension RowNames {
  func number(ofStore name: String) -> Int64? { stores.first { ExactText($0.value) == ExactText(name) }?.key }
}
