import MillraceSQLite

@testable import MillraceCoding
@testable import MillraceJournal

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A journal for tests, written row by row.
final class CommandJournal {
  let path: String
  let database: Database
  private var sum: UInt64 = 0
  private var eventSum: UInt64 = 0
  private var events: Int64 = 0

  /// 2026-03-01 12:00:00 UTC, in nanoseconds.
  static let start: Int64 = 1_772_366_400_000_000_000

  init(path: String, flow: String = "app", stores: [String] = ["notes", "search"]) throws {
    self.path = path
    let meta: [MetaKey: MetaValue] = [
      .flow: .text(flow), .id: .text("6F9619FF-8B86-4D01-B42D-00CF4FC964FF"),
    ]
    database = try JournalFormat.open(path, mode: .create, meta: meta).database
    sum = UInt64(bitPattern: try database.metaInteger(.base) ?? 0)
    eventSum = sum
    for (index, store) in stores.enumerated() {
      try insert("stores(id, name)", [.integer(Int64(index + 1)), .text(store)])
    }
  }

  func kind(_ id: Int64, _ name: String, version: Int64 = 1) throws {
    try insert("types(id, name, version)", [.integer(id), .text(name), .integer(version)])
  }

  /// Writes a turn, a second after the one with the number before; values are JSON.
  func turn(
    _ sequence: Int64, store: Int64 = 1, type: Int64? = 1, _ message: String? = nil,
    cause: (Int64, Int64?, Int64?) = (0, nil, nil), isHandled: Bool = true, effects: String? = nil
  ) throws {
    let time = Self.start + sequence * 1_000_000_000
    let message = try message.map { try JournalValue(json: $0).cbor() }
    let effects = try effects.map { try JournalValue(json: $0).cbor() }
    let unhandled: Int64? = isHandled ? nil : 1
    let numbers = [sequence, time, store, type, cause.0, cause.1, cause.2, unhandled]
    sum = Self.sum(seed: sum, numbers, [message, effects])
    try insert(
      "turns(sequence, time, store, type, cause, source, asked, unhandled, message, effects, sum)",
      numbers.map { .init($0) } + [.init(message), .init(effects), .integer(Int64(bitPattern: sum))])
  }

  func event(after: Int64, store: Int64 = 1, _ event: String) throws {
    events += 1
    let bytes = try JournalValue(json: event).cbor()
    let numbers = [events, after, Self.start + after * 1_000_000_000 + 500_000_000, store]
    eventSum = Self.sum(seed: eventSum, numbers, [bytes])
    try insert(
      "events(number, after, time, store, event, sum)",
      numbers.map { .integer($0) } + [.init(bytes), .integer(Int64(bitPattern: eventSum))])
  }

  func snapshot(at sequence: Int64, store: Int64 = 1, type: Int64, _ state: String) throws {
    let bytes = try JournalValue(json: state).cbor()
    let numbers = [sequence, store, type, Self.start + sequence * 1_000_000_000]
    let sum = Self.sum(seed: 0, numbers, [bytes])
    try insert(
      "snapshots(sequence, store, type, time, state, sum)",
      numbers.map { .integer($0) } + [.init(bytes), .integer(Int64(bitPattern: sum))])
  }

  func task(
    _ key: String, store: Int64 = 1, type: Int64, _ request: String, asked: Int64, status: Int64 = 0,
    attempts: Int64 = 1, ended: Int64? = nil
  ) throws {
    var sums = RowSum()
    var row = TaskRow(
      key: key, store: store, type: type, request: try JournalValue(json: request).cbor(), asked: asked,
      time: Self.start + asked * 1_000_000_000, status: status, attempts: attempts, ended: ended)
    row.sum = row.sum(&sums)
    var tasks = try Insertion<TaskRow>(into: database)
    try tasks.run(row)
  }

  func gap(after: Int64, until: Int64, _ reason: String) throws {
    try insert("gaps(after, until, reason)", [.integer(after), .integer(until), .text(reason)])
  }

  /// Changes rows behind the journal's back.
  func change(_ sql: String) throws { try database.execute(sql) }

  // MARK: Rows

  enum Cell {
    case null
    case integer(Int64)
    case text(String)
    case bytes([UInt8])

    init(_ number: Int64?) { self = number.map { .integer($0) } ?? .null }
    init(_ bytes: [UInt8]?) { self = bytes.map { .bytes($0) } ?? .null }
  }

  private func insert(_ table: String, _ cells: [Cell]) throws {
    let places = cells.indices.map { "?\($0 + 1)" }.joined(separator: ", ")
    let statement = try database.prepare("INSERT INTO \(table) VALUES (\(places))")
    for (index, cell) in cells.enumerated() {
      let place = Int32(index + 1)
      switch cell {
      case .null: try statement.bindNull(place)
      case .integer(let number): try statement.bind(place, number)
      case .text(let text): try statement.bind(place, text)
      case .bytes(let bytes): try statement.bind(place, bytes)
      }
    }
    try statement.run()
    if ["stores", "types", "gaps"].contains(where: table.hasPrefix) { try database.writeSeal() }
  }

  private static func sum(seed: UInt64, _ numbers: [Int64?], _ blobs: [[UInt8]?]) -> UInt64 {
    var bytes: [UInt8] = []
    func add(_ word: UInt64) { withUnsafeBytes(of: word.littleEndian) { bytes += $0 } }
    for number in numbers { add(UInt64(bitPattern: number ?? 0)) }
    for blob in blobs {
      add(blob.map { UInt64($0.count) } ?? .max)
      bytes += blob ?? []
    }
    return bytes.withUnsafeBytes { Checksum64.of($0, seed: seed) }
  }
}

extension CommandJournal {
  /// A journal with everything in it that can be shown.
  static func full(at path: String) throws {
    let journal = try CommandJournal(path: path)
    try journal.kind(1, "note")
    try journal.kind(2, "query", version: 2)
    try journal.kind(3, "notes")
    try journal.snapshot(at: 0, type: 3, #"{"notes":[]}"#)
    try journal.turn(1, #"{"added":{"id":1,"title":"Buy milk"}}"#)
    try journal.turn(
      2, store: 2, type: 2, #"{"typed":{"_0":"milk"}}"#, cause: (1, nil, nil),
      effects: #"[{"kind":"started","effect":1,"turn":2,"label":"search milk","id":"s","queue":"search"}]"#)
    try journal.event(after: 2, store: 2, #"{"kind":"waiting","effect":2,"turn":1,"label":"save"}"#)
    try journal.turn(
      3, store: 2, type: 2, #"{"found":{"_0":[1,7]}}"#, cause: (3, 1, 2),
      effects: #"[{"kind":"finished","effect":1,"turn":2,"label":"search milk"}]"#)
    try journal.snapshot(at: 3, type: 3, #"{"notes":[1]}"#)
    try journal.turn(4, #"{"toggled":{"_0":1}}"#, cause: (2, 3, nil), isHandled: false)
    try journal.turn(1_234, type: nil, cause: (4, 2, nil))
    try journal.gap(after: 4, until: 1_234, "the disk was full")
  }
}

/// A folder that is gone when it is no longer held.
final class CommandFolder {
  let path: String

  init() throws {
    let url = FileManager.default.temporaryDirectory.appending(path: "millrace-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    path = url.path()
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  func callAsFunction(_ name: String) -> String { path + "/" + name }

  func contents(_ name: String) throws -> String {
    String(decoding: try Data(contentsOf: URL(filePath: self(name))), as: UTF8.self)
  }
}
