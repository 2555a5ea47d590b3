import Millrace
import MillraceSQLite

/// A flaw in the name of a store or a kind.
struct NameFlaw: Hashable, Sendable {
  let isStore: Bool
  let id: Int64
  let reason: String

  var finding: JournalFinding {
    JournalFinding(.damage, "The \(isStore ? "store" : "kind") with the number \(id) \(reason).")
  }
}

extension RowNames {
  /// The flaws that a damaged table can have, and that no writer produces.
  var flaws: [NameFlaw] {
    var flaws: [NameFlaw] = []
    var seenStores: Set<ExactText> = []
    for id in storeOrder {
      guard let name = stores[id], !seenStores.insert(ExactText(name)).inserted else { continue }
      flaws.append(
        NameFlaw(isStore: true, id: id, reason: "has the name of another one, `\(name)`"))
    }
    var seenKinds: Set<SchemaKind> = []
    for id in kindOrder {
      guard let kind = kinds[id] else { continue }
      if kind.version < 1 {
        let reason = "has the version \(kind.version), but versions begin at 1"
        flaws.append(NameFlaw(isStore: false, id: id, reason: reason))
      } else if !seenKinds.insert(kind).inserted {
        let reason = "has the name and version of another one, \(kind)"
        flaws.append(NameFlaw(isStore: false, id: id, reason: reason))
      }
    }
    return flaws
  }

  /// Reads the readable names, and invents names for the lost ones.
  ///
  /// - Parameter database: A database that may be damaged anywhere.
  /// - Returns: The names, and findings for the unreadable ones.
  static func salvaged(_ database: Database) throws(JournalError) -> (RowNames, [JournalFinding]) {
    var names = RowNames()
    var findings: [JournalFinding] = []
    try each(StoreRow.table, StoreRow.columns, database) { row in
      let row = StoreRow(row, from: 1)
      names.stores[row.id] = row.name
    }
    try each(KindRow.table, KindRow.columns, database) { row in
      let row = KindRow(row, from: 1)
      names.kinds[row.id] = row.kind
    }
    for flaw in names.flaws {
      findings.append(flaw.finding)
      if flaw.isStore { names.stores[flaw.id] = nil } else { names.kinds[flaw.id] = nil }
    }
    let known = names
    let used = [
      (TurnRow.table, "store, type"), (EventRow.table, "store, NULL"), (SnapshotRow.table, "store, type"),
      (TaskRow.table, "store, type"),
    ]
    for (table, columns) in used {
      try each(table, columns, database) { row in
        let (store, type) = (row.int64(1), row.int64(2))
        if names.stores[store] == nil {
          names.stores[store] = unused("lost store \(store)") { name in
            names.stores.values.contains { ExactText($0) == ExactText(name) }
          }
        }
        if !row.isNull(2), names.kinds[type] == nil {
          let name = unused("lost kind \(type)") { name in
            names.kinds.values.contains { $0.isNamed(name) }
          }
          names.kinds[type] = SchemaKind(name: name, version: 1)
        }
      }
    }
    for id in names.storeOrder where known.stores[id] == nil {
      findings.append(JournalFinding(.damage, "The name of the store with the number \(id) is lost."))
    }
    for id in names.kindOrder where known.kinds[id] == nil {
      findings.append(JournalFinding(.damage, "The name of the kind with the number \(id) is lost."))
    }
    return (names, findings)
  }

  /// Returns an unused name, because a store may already have the invented one.
  private static func unused(_ name: String, _ isTaken: (String) -> Bool) -> String {
    var name = name
    while isTaken(name) { name += "'" }
    return name
  }

  private static func each(
    _ table: String, _ columns: String, _ database: Database, _ body: (Statement) -> Void
  ) throws(JournalError) {
    let scan = try TableScan(database, table, columns)
    while true {
      switch try scan.next() {
      case .row(let statement): body(statement)
      case .hole: continue
      case .end: return
      }
    }
  }
}
