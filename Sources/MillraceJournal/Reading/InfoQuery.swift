import Millrace

/// A query for the identity and the counts of a journal.
struct InfoQuery {
  let path: String
  /// A closure that receives the progress of the count, from 0 to 1.
  let progress: (Double) -> Void

  func run(_ connection: inout JournalReader.Connection) throws(JournalError) -> JournalInfo {
    let database = connection.database
    let (info, names) = try database.transaction(.reading) { () throws(JournalError) in
      let names = try RowNames(database)
      return (try read(database, names), names)
    }
    connection.names = names
    return info
  }

  private func read(_ database: Database, _ names: RowNames) throws(JournalError) -> JournalInfo {
    var stores: [Int64: Int] = [:]
    var kinds: [Int64: Int] = [:]
    var turns = 0
    let first = try database.integer("SELECT min(sequence) FROM turns").map(UInt64.init(bitPattern:))
    let last = try database.integer("SELECT max(sequence) FROM turns").map(UInt64.init(bitPattern:))
    let begin = Double(first ?? 0)
    let span = max(1, Double(last ?? 0) - begin)
    let rows = try database.prepare("SELECT store, type, sequence FROM turns")
    while try rows.step() {
      turns += 1
      if turns % 4096 == 0 { progress(min(1, max(0, (Double(rows.int64(2)) - begin) / span))) }
      stores[rows.int64(0), default: 0] += 1
      if !rows.isNull(1) { kinds[rows.int64(1), default: 0] += 1 }
    }
    return JournalInfo(
      path: path, id: try database.metaText(.id) ?? "", flow: try database.metaText(.flow) ?? "",
      format: Int(try database.integer("PRAGMA user_version") ?? 0), parent: try database.metaText(.parent),
      parentSequence: try database.metaInteger(.parentSequence).map(UInt64.init(bitPattern:)),
      keptAfter: UInt64(bitPattern: try database.keptAfter),
      first: first, last: last, turns: turns, events: try count("SELECT count(*) FROM events", database),
      snapshots: try count("SELECT count(*) FROM snapshots", database),
      openTasks: try count("SELECT count(*) FROM tasks WHERE status = 0", database),
      gaps: try PartsQuery(path: path).gaps(database),
      stores: names.stores.sorted { $0.key < $1.key }
        .map { JournalInfo.StoreCount(store: $0.value, turns: stores[$0.key] ?? 0) },
      kinds: names.kinds.sorted { $0.key < $1.key }.compactMap { id, kind in
        kinds[id].map { JournalInfo.KindCount(kind: kind, turns: $0) }
      },
      databaseBytes: FileFacts.size(path) ?? 0,
      logBytes: FileFacts.size(DatabasePath.resolved(path) + "-wal") ?? 0,
      isInUse: isInUse, process: isInUse ? MarkFile.read(journal: path)?.process : nil,
      owner: try database.readOwner())
  }

  private var isInUse: Bool { MarkFile.isHeld(journal: path) }

  private func count(_ sql: String, _ database: Database) throws(JournalError) -> Int {
    Int(try database.integer(sql) ?? 0)
  }
}
