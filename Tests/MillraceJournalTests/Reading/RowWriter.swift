import Millrace
import MillraceSQLite

@testable import MillraceCoding
@testable import MillraceJournal

/// Writes the rows of a journal as its form says, byte for byte, without anything of the live journal.
final class RowWriter {
  let database: Database
  let path: String
  private let mark: MarkFile?
  private(set) var sum: UInt64 = 0
  private(set) var last: UInt64 = 0
  private var eventSum: UInt64 = 0
  private var number: Int64 = 0

  init(_ path: String, flow: String = "main", id: String = "11", holding: Bool = false) throws {
    self.path = path
    mark = holding ? try MarkFile(journal: path) : nil
    database = try JournalFormat.open(
      path, mode: .create, meta: [.flow: .text(flow), .id: .text(id)]
    ).database
    sum = Checksum64.of([UInt8](id.utf8), seed: 0)
    eventSum = sum
    // Nothing here has to outlive a power cut.
    try database.execute("PRAGMA synchronous = OFF")
  }

  /// A sound journal of two stores: turns 1 to `count`, a snapshot of both after 0 and each 10 turns.
  static func sample(_ path: String, turns count: Int = 30, id: String = "11") throws -> RowWriter {
    let writer = try RowWriter(path, id: id)
    try writer.execute("BEGIN")
    try writer.snapshot(0, "notes", .integer(0))
    try writer.snapshot(0, "books", .integer(0))
    for sequence in 1...max(1, count) where count > 0 {
      try writer.turn(
        UInt64(sequence), sequence % 3 == 0 ? "books" : "notes", .text("message \(sequence)"),
        kind: sequence % 3 == 0 ? ("book", 2) : ("note", 1))
      if sequence % 10 == 0 {
        try writer.snapshot(UInt64(sequence), "notes", .integer(Int64(sequence)))
        try writer.snapshot(UInt64(sequence), "books", .integer(Int64(sequence)))
      }
    }
    try writer.execute("COMMIT")
    return writer
  }

  func turn(
    _ sequence: UInt64, _ store: String = "notes", _ message: JournalValue? = .null,
    kind: (String, Int) = ("note", 1), cause: (Int64, Int64?, Int64?) = (0, nil, nil),
    isHandled: Bool = true, effects: JournalValue? = nil, time: Int64? = nil
  ) throws {
    let message = message?.cbor()
    try turn(
      raw: sequence, store: try database.storeID(store), message: message,
      type: message == nil ? nil : try database.typeID(kind.0, version: kind.1), cause: cause,
      isHandled: isHandled, effects: effects?.cbor(), time: time)
  }

  func turn(
    raw sequence: UInt64, store: Int64, message: [UInt8]?, type: Int64?,
    cause: (Int64, Int64?, Int64?) = (0, nil, nil), isHandled: Bool = true, effects: [UInt8]? = nil,
    time: Int64? = nil
  ) throws {
    let time = time ?? Int64(sequence) * 1_000_000_000
    let unhandled: Int64? = isHandled ? nil : 1
    var row = Bytes()
    for number in [Int64(sequence), time, store, type, cause.0, cause.1, cause.2, unhandled] {
      row.add(number ?? 0)
    }
    row.add(message)
    row.add(effects)
    sum = Checksum64.of(row.bytes, seed: sum)
    last = sequence
    let insert = try database.prepare(
      "INSERT INTO turns VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)")
    try insert.bind(1, Int64(sequence))
    try insert.bind(2, time)
    try insert.bind(3, store)
    try insert.bind(4, type)
    if let message { try insert.bind(5, message) }
    try insert.bind(6, cause.0)
    try insert.bind(7, cause.1)
    try insert.bind(8, cause.2)
    try insert.bind(9, unhandled)
    if let effects { try insert.bind(10, effects) }
    try insert.bind(11, Int64(bitPattern: sum))
    try insert.run()
    try database.writeSeal()
  }

  func event(after: UInt64, _ store: String = "notes", _ event: JournalValue? = nil) throws {
    number += 1
    let event = (event ?? Self.event("finished", effect: 1, turn: after)).cbor()
    let store = try database.storeID(store)
    var row = Bytes()
    for number in [number, Int64(after), 5, store] { row.add(number) }
    row.add(event)
    eventSum = Checksum64.of(row.bytes, seed: eventSum)
    let insert = try database.prepare("INSERT INTO events VALUES(?1, ?2, 5, ?3, ?4, ?5)")
    try insert.bind(1, number)
    try insert.bind(2, Int64(after))
    try insert.bind(3, store)
    try insert.bind(4, event)
    try insert.bind(5, Int64(bitPattern: eventSum))
    try insert.run()
    try database.writeSeal()
  }

  func snapshot(_ sequence: UInt64, _ store: String, _ state: JournalValue) throws {
    let store = try database.storeID(store)
    let type = try database.typeID("state", version: 1)
    let state = state.cbor()
    var row = Bytes()
    for number in [Int64(sequence), store, type, 7] { row.add(number) }
    row.add(state)
    let insert = try database.prepare(
      "INSERT INTO snapshots(sequence, store, type, time, state, sum) VALUES(?1, ?2, ?3, 7, ?4, ?5)")
    try insert.bind(1, Int64(sequence))
    try insert.bind(2, store)
    try insert.bind(3, type)
    try insert.bind(4, state)
    try insert.bind(5, Int64(bitPattern: Checksum64.of(row.bytes, seed: 0)))
    try insert.run()
    try database.writeSeal()
  }

  func task(
    _ key: String, asked: UInt64, status: Int64 = 0, ended: UInt64? = nil, attempts: Int64 = 1,
    request: JournalValue = .text("do it")
  ) throws {
    let insert = try database.prepare("INSERT INTO tasks VALUES(?1, ?2, ?3, ?4, ?5, 9, ?6, ?7, ?8, ?9)")
    let (store, type) = (try database.storeID("notes"), try database.typeID("request", version: 1))
    var row = Bytes()
    row.add([UInt8](key.utf8))
    row.add(store)
    row.add(type)
    row.add(request.cbor())
    let end: Int64 = ended.map { Int64($0) } ?? -1
    let numbers: [Int64] = [Int64(asked), 9, status, attempts, end]
    for number in numbers { row.add(number) }
    try insert.bind(9, Int64(bitPattern: Checksum64.of(row.bytes, seed: 0)))
    try insert.bind(1, key)
    try insert.bind(2, store)
    try insert.bind(3, type)
    try insert.bind(4, request.cbor())
    try insert.bind(5, Int64(asked))
    try insert.bind(6, status)
    try insert.bind(7, attempts)
    try insert.bind(8, ended.map(Int64.init))
    try insert.run()
    try database.writeSeal()
  }

  func gap(after: UInt64, until: UInt64, _ reason: String = "the disk was full") throws {
    let insert = try database.prepare("INSERT INTO gaps VALUES(?1, ?2, ?3)")
    try insert.bind(1, Int64(after))
    try insert.bind(2, Int64(until))
    try insert.bind(3, reason)
    try insert.run()
    try database.writeSeal()
  }

  func execute(_ sql: String) throws { try database.execute(sql) }

  /// Writes the mark, as after a commit.
  func writeMark(_ sequence: UInt64? = nil, sum: UInt64? = nil) throws {
    let file = try MarkFile(journal: path)
    try file.write(sequence: sequence ?? last, sum: sum ?? self.sum)
    file.close()
  }

  func close() { database.close() }

  static func event(
    _ kind: String, effect: Int64 = 1, turn: UInt64 = 1, _ more: [(String, String)] = []
  ) -> JournalValue {
    .object(
      [
        .init(key: "kind", value: .text(kind)), .init(key: "effect", value: .integer(effect)),
        .init(key: "turn", value: .integer(Int64(turn))),
      ] + more.map { .init(key: $0, value: .text($1)) })
  }

  private struct Bytes {
    var bytes: [UInt8] = []

    mutating func add(_ number: Int64) {
      for shift in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * shift))) }
    }

    mutating func add(_ content: [UInt8]?) {
      add(content.map { Int64($0.count) } ?? -1)
      bytes += content ?? []
    }
  }
}

extension RowWriter {
  /// A writer that goes on where another has ended.
  static func continuing(_ other: RowWriter, at path: String) throws -> RowWriter {
    let writer = try RowWriter(path)
    (writer.sum, writer.last) = (other.sum, other.last)
    return writer
  }
}

extension JournalReader {
  /// The sum of a turn's row, as it is in the database.
  func rawSum(_ sequence: UInt64) throws -> Int64? {
    try Database(path: path, mode: .read).integer("SELECT sum FROM turns WHERE sequence = \(sequence)")
  }
}

extension JournalTurns {
  /// All of them, in a list.
  func all() throws -> [JournalTurn] {
    var turns: [JournalTurn] = []
    try forEach { turns.append($0) }
    return turns
  }
}
