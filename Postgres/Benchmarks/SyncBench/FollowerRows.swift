import Foundation
import MillracePostgres
import MillraceSync
import Synchronization

// The time from the beginning of an append to its arrival at a task that waits for it, while others append.
extension Bench {
  @Sendable func followerRows() async throws -> [Figure] {
    let logs = 64
    Self.progress("follower: the most that can be appended")
    let full = try await Load(server: server, logs: logs, clients: 16, seconds: seconds).run()
    let rate = full.perSecond / 2
    let probes = isQuick ? 100 : 500
    var load = Load(server: server, logs: logs, clients: 16, rate: rate, seconds: 3_600)
    load.begin = Date().timeIntervalSince1970
    let background = load
    return try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        do { _ = try await background.run() } catch is CancellationError {} catch SharedLogError.cancelled {}
      }
      let bare = try BareListener(server)
      let poller = try Poller(server)
      let follower = try Follower(server)
      var delays = (bare: [Double](), follower: [Double](), poller: [Double]())
      for probe in 0..<(probes + 10) {
        Self.progress("follower \(probe) of \(probes)")
        let found = (try await bare.probe(), try await follower.probe(), try await poller.probe())
        // The first ones make connections and prepare statements.
        if probe < 10 { continue }
        delays.bare.append(found.0)
        delays.follower.append(found.1)
        delays.poller.append(found.2)
      }
      let polls = poller.end()
      group.cancelAll()
      try await group.waitForAll()
      let base = Quantiles(delays.bare)
      let (notified, polled) = (Quantiles(delays.follower), Quantiles(delays.poller))
      let at = "at \(Figure.number(rate)) appends/s of others"
      return [
        Figure(
          row: "follower-p99", value: notified.p99, unit: "ms", floor: ("bare LISTEN", base.p99),
          goal: .atMost(3),
          note: "\(at); medians \(Figure.number(notified.median)) and \(Figure.number(base.median)) ms"),
        Figure(
          row: "polling-p99", value: polled.p99, unit: "ms", floor: ("bare LISTEN", base.p99),
          note: """
            one query for 1,000 heads every 50 ms, which takes \(Figure.number(polls)) ms; \
            median \(Figure.number(polled.median)) ms
            """),
      ]
    }
  }
}

private struct Quantiles {
  let median: Double
  let p99: Double

  init(_ values: [Double]) {
    let sorted = values.sorted()
    median = sorted[sorted.count / 2]
    p99 = sorted[min(sorted.count * 99 / 100, sorted.count - 1)]
  }
}

/// The time in milliseconds.
private var now: Double { Double(DispatchTime.now().uptimeNanoseconds) / 1e6 }

/// The arrival of the next thing that is waited for.
private final class Arrival: Sendable {
  private let arrivals: AsyncStream<(UInt64, Double)>
  private let source: AsyncStream<(UInt64, Double)>.Continuation

  init() { (arrivals, source) = AsyncStream.makeStream() }

  func note(_ number: UInt64) { source.yield((number, now)) }

  /// Returns the time at which a number has arrived.
  func time(of number: UInt64) async throws -> Double {
    for await (found, time) in arrivals where found >= number { return time }
    throw CancellationError()
  }
}

/// Appends by libpq with a notification in the transaction.
private final class HandWriter {
  private let connection: Connection
  private let log: String
  private let channel: String
  private(set) var number: UInt64 = 0

  init(_ server: String, log: String, channel: String?) throws {
    connection = try Connection(server)
    self.log = log
    self.channel = channel ?? ""
    try connection.prepare(
      "append",
      """
      SELECT * FROM millrace_append($1::text::bytea, NULL, $2::bigint, $2::bigint, false, false, ARRAY['w'::bytea], ARRAY[$2::bigint + 1],
        ARRAY[decode(repeat('61', 115), 'hex')], ARRAY[NULL::bigint], ARRAY[NULL::bigint], ARRAY[148::bigint],
        nullif($3, ''), $4)
      """)
  }

  func append() throws {
    number += 1
    try connection.execute("append", [log, "\(number - 1)", channel, "\(number)"])
  }
}

/// A floor: two connections of libpq.
///
/// The second one listens.
private final class BareListener {
  private let writer: HandWriter
  private let arrival = Arrival()

  init(_ server: String) throws {
    writer = try HandWriter(server, log: "bare \(UUID().uuidString)", channel: "millrace_bare")
    let listening = try Connection(server)
    try listening.query("LISTEN millrace_bare")
    // Sound: the thread alone uses the connection from here on.
    nonisolated(unsafe) let connection = listening
    Thread.detachNewThread { [arrival] in
      while let text = try? connection.notification() { arrival.note(UInt64(text) ?? 0) }
    }
  }

  func probe() async throws -> Double {
    let begin = now
    try writer.append()
    return try await arrival.time(of: writer.number) - begin
  }
}

/// The library: a task of one database that waits, and another database that appends.
private final class Follower {
  private let log: PostgresLog
  private let databases: [PostgresDatabase]
  private let arrival = Arrival()
  private let task: Task<Void, any Error>
  private let writer: LogWriter
  private var number: UInt64 = 0

  init(_ server: String) throws {
    let name = "follower \(UUID().uuidString)"
    databases = try (0..<2).map { _ in try PostgresDatabase(server, timeout: .seconds(600)) }
    log = try databases[0].log(name)
    writer = try LogWriter("w")
    let followed = try databases[1].log(name)
    task = Task { [arrival] in
      var position: UInt64 = 0
      while true {
        try await followed.waitForEntries(after: position)
        let page = try await followed.read(after: position, limit: .max)
        if page.end > position { arrival.note(page.end) }
        position = page.end
      }
    }
  }

  deinit { task.cancel() }

  func probe() async throws -> Double {
    let begin = now
    number += 1
    _ = try await log.append([Load.entry(writer, number)], after: number - 1)
    return try await arrival.time(of: number) - begin
  }
}

/// A thread that looks at 1,000 logs from time to time, and a log among them.
private final class Poller {
  private let writer: HandWriter
  private let arrival = Arrival()
  private let counts = Counts()

  private final class Counts: Sendable {
    let isEnded = Atomic(false)
    let polls = Mutex((count: 0, time: 0.0))
  }

  init(_ server: String) throws {
    let name = UUID().uuidString
    writer = try HandWriter(server, log: "polled \(name) 0", channel: nil)
    let polling = try Connection(server)
    try polling.query(
      "INSERT INTO millrace_log (name) SELECT ('polled \(name) ' || i)::bytea FROM generate_series(0, 999) i")
    // Sound: the thread alone uses the connection from here on.
    nonisolated(unsafe) let connection = polling
    Thread.detachNewThread { [arrival, counts] in
      let names = "ARRAY(SELECT ('polled \(name) ' || i)::bytea FROM generate_series(0, 999) i)"
      while !counts.isEnded.load(ordering: .relaxed) {
        let begin = now
        let heads = try? connection.query(
          "SELECT head FROM millrace_log WHERE name = ANY(\(names)) ORDER BY head DESC")
        counts.polls.withLock { $0 = ($0.count + 1, $0.time + now - begin) }
        if let head = heads?.first.flatMap(UInt64.init), head > 0 { arrival.note(head) }
        _ = poll(nil, 0, 50)
      }
    }
  }

  func probe() async throws -> Double {
    let begin = now
    try writer.append()
    return try await arrival.time(of: writer.number) - begin
  }

  /// Ends the polling; returns the milliseconds of one poll.
  func end() -> Double {
    counts.isEnded.store(true, ordering: .relaxed)
    return counts.polls.withLock { $0.time / Double(max($0.count, 1)) }
  }
}
