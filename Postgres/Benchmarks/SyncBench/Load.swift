import Foundation
import Millrace
import MillracePostgres
import MillraceSync

/// Appends through the library.
///
/// Each client waits for its answer before it goes on.
struct Load: Sendable {
  var server: String
  /// The first part of the logs' names.
  var name = UUID().uuidString
  var logs: Int
  var clients: Int
  /// The entries in one append.
  var entries = 1
  /// The connections; nil for the library's own choice.
  var workers: Int?
  /// True if all clients append to each log; false if each has logs of its own.
  var isShared = false
  /// The appends in a second of all clients at most.
  var rate: Double?
  /// The time at which the measurement begins, in seconds since 1970, and how long it takes.
  var begin = Date().timeIntervalSince1970 + 0.5
  var seconds: Double

  struct Result: Sendable {
    var appends = 0
    var seconds = 0.0
    /// The processor seconds of this process.
    var processor = 0.0
    var perSecond: Double { Double(appends) / seconds }
    var text: String { "\(appends) \(seconds) \(processor)" }
  }

  func run() async throws -> Result {
    let database =
      try workers.map { try PostgresDatabase(server, workers: $0, timeout: .seconds(600)) }
      ?? PostgresDatabase(server, timeout: .seconds(600))
    defer { database.close() }
    let end = begin + seconds
    return try await withThrowingTaskGroup(of: Int.self) { group in
      for client in 0..<clients {
        group.addTask { try await append(client, to: database, until: end) }
      }
      try await Self.sleep(until: begin)
      let before = Processor.own
      try await Self.sleep(until: end)
      var result = Result(seconds: seconds, processor: Processor.own - before)
      for try await count in group { result.appends += count }
      return result
    }
  }

  private struct Place {
    let log: PostgresLog
    var position: UInt64 = 0
    var number: UInt64 = 0
  }

  /// Appends until the end; returns the number of appends that were answered within the measurement.
  private func append(_ client: Int, to database: PostgresDatabase, until end: Double) async throws -> Int {
    let writer = try LogWriter("writer \(client)")
    var places: [Place] = []
    for log in 0..<logs where isShared || log % clients == client {
      places.append(Place(log: try database.log("\(name) \(log)")))
    }
    var count = 0
    var index = 0
    var due = Date().timeIntervalSince1970 + Double(client) / (rate ?? 1_000_000)
    while true {
      if let rate {
        try await Self.sleep(until: due)
        due += Double(clients) / rate
      }
      var place = places[index]
      let batch = (1...UInt64(entries)).map { Self.entry(writer, place.number + $0) }
      let page = try await place.log.append(batch, after: place.position)
      place.position = page.end
      place.number += UInt64(entries)
      places[index] = place
      index = (index + 1) % places.count
      let now = Date().timeIntervalSince1970
      if now >= end { return count }
      if now >= begin { count += 1 }
    }
  }

  static func entry(_ writer: LogWriter, _ number: UInt64) -> LogEntry {
    LogEntry(
      writer: writer, number: number, store: "notes", kind: SchemaKind(name: "note", version: 1), rules: 1,
      time: 1_700_000_000_000_000_000, message: [UInt8](repeating: 0x61, count: 60))
  }

  static func sleep(until time: Double) async throws {
    let left = time - Date().timeIntervalSince1970
    if left > 0 { try await Task.sleep(for: .seconds(left)) }
  }
}

// A worker's arguments.
extension Load {
  var arguments: [String] {
    ["--worker", server, name, "\(logs)", "\(clients)", "\(begin)", "\(seconds)"]
  }

  init(worker arguments: [String]) throws {
    guard arguments.count == 6, let logs = Int(arguments[2]), let clients = Int(arguments[3]),
      let begin = Double(arguments[4]), let seconds = Double(arguments[5])
    else { throw BenchError(text: "a worker has other arguments than it was given") }
    self.init(
      server: arguments[0], name: arguments[1], logs: logs, clients: clients, begin: begin, seconds: seconds)
  }
}
