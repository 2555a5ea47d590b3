import Millrace
import MillraceSync

/// The logs and followers of each writer: the decision whether another request fits its limits.
struct LogUsage: Sendable {
  private struct Use {
    var requests = 0
    var lastUse = Duration.zero
  }

  private struct Writer {
    var logs: [ExactText: Use] = [:]
    var followers = 0
  }

  private let limits: LogServiceLimits
  private var writers: [LogWriter: Writer] = [:]
  private var nextSweep = Duration.zero

  init(_ limits: LogServiceLimits) { self.limits = limits }

  /// The number of writers that are remembered.
  var count: Int { writers.count }

  /// Returns the number of followers of a writer that wait now.
  func followers(of writer: LogWriter) -> Int { writers[writer]?.followers ?? 0 }

  /// Begins a request, which ``end(_:log:isFollower:at:)`` ends unless this throws.
  mutating func begin(
    _ writer: LogWriter, log: String, isFollower: Bool, at time: Duration
  ) throws(LogFailure) {
    sweep(time)
    var usage = writers[writer] ?? Writer()
    if isFollower, usage.followers >= limits.followers {
      throw LogFailure(
        .unavailable, status: 429,
        reason: "\(limits.followers) followers of the writer wait already, which is the limit")
    }
    let name = ExactText(log)
    if usage.logs[name] == nil {
      usage.logs = usage.logs.filter { !isUnused($0.value, time) }
      if usage.logs.count >= limits.logs {
        throw LogFailure(
          .unavailable, status: 429,
          reason: "the writer uses \(usage.logs.count) logs, and the limit is \(limits.logs) at the same time"
        )
      }
    }
    usage.logs[name, default: Use()].requests += 1
    usage.logs[name]?.lastUse = time
    if isFollower { usage.followers += 1 }
    writers[writer] = usage
  }

  /// Ends a request that has begun.
  mutating func end(_ writer: LogWriter, log: String, isFollower: Bool, at time: Duration) {
    writers[writer]?.logs[ExactText(log)]?.requests -= 1
    writers[writer]?.logs[ExactText(log)]?.lastUse = time
    if isFollower { writers[writer]?.followers -= 1 }
  }

  private func isUnused(_ use: Use, _ time: Duration) -> Bool {
    use.requests == 0 && time - use.lastUse >= limits.idleTime
  }

  /// Forgets writers without a log in use, once in each idle time, so that the cost of a request stays
  /// constant.
  private mutating func sweep(_ time: Duration) {
    guard time >= nextSweep else { return }
    nextSweep = time + limits.idleTime
    writers = writers.filter { !$0.value.logs.values.allSatisfy { isUnused($0, time) } }
  }
}
