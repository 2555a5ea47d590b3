import Millrace
import MillraceCoding
public import MillraceSync

/// The server side of shared logs behind HTTP, as a function from requests to answers.
///
/// It stands on any HTTP server, over any `SharedLog`. Without `authorize` it refuses every access.
///
/// ```swift
/// let service = LogService(
///   identify: { token in devices[token].map(LogIdentity.writer) },
///   authorize: { access in access.log == "notes" ? .allowed : .refused("this log is another user's") },
///   logs: { name in notes })
/// let response = await service.answer(request)
/// ```
///
/// The task that calls ``answer(_:)`` must be cancelled when the client goes away, so that a follower frees
/// its place at once; without that it does so after ``LogServiceLimits/waitingTime``.
public final class LogService: Sendable {
  private let prefix: String
  private let limits: LogServiceLimits
  private let usage: Locked<LogUsage>
  private let now: @Sendable () -> Duration
  private let sleep: @Sendable (Duration) async throws -> Void
  private let identify: @Sendable (String) async -> LogIdentity?
  private let authorize: (@Sendable (LogAccess) async -> LogDecision)?
  private let logs: @Sendable (String) async throws -> any SharedLog
  private let report: @Sendable (any Error) -> Void

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - prefix: The path of the service, such as `/logs`, without a slash at its end.
  ///   - limits: The limits of each writer.
  ///   - clock: The clock of followers and of logs in use.
  ///   - identify: Returns the owner of a token, nil for an unknown one. Compare tokens in constant time, or
  ///     by their digests.
  ///   - authorize: Decides about each access. An append is asked for twice: for its entries, and for the
  ///     read of its answer. Nil refuses everything.
  ///   - logs: Returns the log of a name. It is called only after an access was allowed. An error that is no
  ///     `SharedLogError` becomes `unavailable` at the client.
  ///   - report: Receives the errors of logs whose reasons clients do not see.
  public init<Time: Clock<Duration>>(
    prefix: String = "/logs", limits: LogServiceLimits = LogServiceLimits(), clock: Time = ContinuousClock(),
    identify: @escaping @Sendable (String) async -> LogIdentity?,
    authorize: (@Sendable (LogAccess) async -> LogDecision)? = nil,
    logs: @escaping @Sendable (String) async throws -> any SharedLog,
    report: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.prefix = prefix
    self.limits = limits
    self.identify = identify
    self.authorize = authorize
    self.logs = logs
    self.report = report
    usage = Locked(LogUsage(limits))
    let start = clock.now
    now = { start.duration(to: clock.now) }
    sleep = { try await clock.sleep(for: $0.bounded) }
  }

  /// Returns the number of followers of a writer that wait now.
  public func followers(of writer: LogWriter) -> Int { usage.withLock { $0.followers(of: writer) } }

  /// Answers a request; never throws or traps, whatever the request contains.
  public func answer(_ request: LogRequest) async -> LogResponse {
    do throws(LogFailure) {
      let call = try LogCall(request, prefix: prefix)
      guard let token = request.token, let identity = await identify(token) else {
        // A refusal would cost the device what it has waiting, which another token can send.
        throw LogFailure(.unavailable, status: 401, reason: "the token is missing, unknown or expired")
      }
      try checkSize(of: request.body, call)
      let (writer, log, isFollower) = (identity.writer, call.log, call.isFollower)
      let (begin, usage) = (now(), usage)
      try usage.withLock { usage in
        Result { () throws(LogFailure) in
          try usage.begin(writer, log: log, isFollower: isFollower, at: begin)
        }
      }.get()
      defer {
        let end = now()
        usage.withLock { $0.end(writer, log: log, isFollower: isFollower, at: end) }
      }
      return try await carryOut(call, request.body, identity)
    } catch {
      return Self.response(to: error)
    }
  }

  private func checkSize(of body: [UInt8], _ call: LogCall) throws(LogFailure) {
    let limit =
      switch call.operation {
      case .append: limits.bytesPerAppend
      case .keep: limits.bytesPerSnapshot
      case .read, .wait, .snapshot: 0
      }
    if body.count > limit {
      throw LogFailure(
        .refused, status: 413, reason: "the request has \(body.count) bytes, and the limit is \(limit)")
    }
  }

  private func carryOut(
    _ call: LogCall, _ body: [UInt8], _ identity: LogIdentity
  ) async throws(LogFailure) -> LogResponse {
    switch call.operation {
    case .append: return try await append(body, call.log, identity)
    case .read(let after, let limit):
      let log = try await open(call.log, identity, [.read(after: after)])
      return try encoded(
        try await ask { () async throws(SharedLogError) in
          try await log.read(after: Self.position(after), limit: limit)
        })
    case .wait(let after, let seconds):
      let log = try await open(call.log, identity, [.read(after: after)])
      let time = min(limits.waitingTime, .seconds(Int64(min(seconds, 86_400))))
      return try encoded(NewsBody(hasNews: try await wait(log, after: Self.position(after), atMost: time)))
    case .snapshot:
      let log = try await open(call.log, identity, [.readSnapshot])
      let snapshot = try await ask { () async throws(SharedLogError) in try await log.snapshot() }
      return try snapshot.map { snapshot throws(LogFailure) in try encoded(snapshot) } ?? Self.nothing
    case .keep:
      let keep = try decoded { try RecordDecoder().decode(KeepBody.self, from: body) }
      guard keep.snapshot.position <= UInt64(Int64.max) else {
        throw LogFailure(.malformed, status: 422, reason: "the snapshot is at an impossible position")
      }
      let log = try await open(call.log, identity, [.keep(keep.snapshot, keeping: keep.count)])
      try await ask { () async throws(SharedLogError) in
        try await log.keep(keep.snapshot, keeping: keep.count)
      }
      return Self.nothing
    }
  }

  private func append(
    _ body: [UInt8], _ name: String, _ identity: LogIdentity
  ) async throws(LogFailure) -> LogResponse {
    let limit = limits.entriesPerAppend
    guard let append = try decoded({ try AppendBody.read(body, limit: limit) }) else {
      throw LogFailure(
        .refused, status: 413, reason: "the append has more than \(limit) entries, which is the limit")
    }
    if case .writer(let writer) = identity, let foreign = append.entries.first(where: { $0.writer != writer })
    {
      // The device is wrong about itself, and not about this entry: it stops, and keeps what waits.
      throw LogFailure(
        .malformed, status: 403,
        reason: "an entry is of the writer `\(foreign.writer)`, and the token is that of `\(writer)`")
    }
    let read = LogAccess.Operation.read(after: append.after)
    let log = try await open(
      name, identity, append.entries.isEmpty ? [read] : [.append(append.entries), read])
    return try encoded(
      try await ask { () async throws(SharedLogError) in
        try await log.append(append.entries, after: Self.position(append.after))
      })
  }

  /// Asks the application, and finds the log.
  private func open(
    _ name: String, _ identity: LogIdentity, _ operations: [LogAccess.Operation]
  ) async throws(LogFailure) -> any SharedLog {
    guard let authorize else {
      throw LogFailure(.refused, status: 403, reason: "the server has no rule that opens a log")
    }
    for operation in operations {
      let access = LogAccess(identity: identity, log: name, operation: operation)
      if case .refused(let reason) = await authorize(access) {
        throw LogFailure(.refused, status: 403, reason: reason)
      }
    }
    do {
      return try await logs(name)
    } catch let error as SharedLogError {
      throw failure(error)
    } catch {
      report(error)
      throw LogFailure(.unavailable, status: 503, reason: "the log at the server cannot be reached now")
    }
  }

  /// Waits until there is an entry; returns false when the time is up before.
  private func wait(
    _ log: any SharedLog, after position: UInt64, atMost time: Duration
  ) async throws(LogFailure) -> Bool {
    let sleep = sleep
    let result = await withTaskGroup(of: Result<Bool, SharedLogError>.self) { group in
      group.addTask {
        do throws(SharedLogError) {
          try await log.waitForEntries(after: position)
          return .success(true)
        } catch {
          return .failure(error)
        }
      }
      group.addTask {
        try? await sleep(time)
        return .success(false)
      }
      let first = await group.next() ?? .success(false)
      group.cancelAll()
      return first
    }
    return try await ask { () async throws(SharedLogError) in try result.get() }
  }

  private func ask<Answer: Sendable>(
    _ body: () async throws(SharedLogError) -> Answer
  ) async throws(LogFailure) -> Answer {
    do throws(SharedLogError) { return try await body() } catch { throw failure(error) }
  }

  private func failure(_ error: SharedLogError) -> LogFailure {
    switch error {
    case .unavailable, .damaged, .closed: report(error)
    default: break
    }
    return LogFailure(error)
  }

  private func decoded<Value>(_ read: () throws -> Value) throws(LogFailure) -> Value {
    do { return try read() } catch {
      let reason =
        switch error {
        case DecodingError.dataCorrupted(let context): context.debugDescription
        default: "a value is missing or of another kind"
        }
      throw LogFailure(.malformed, status: 400, reason: "the body is not what the path expects: \(reason)")
    }
  }

  /// Returns the position for a log; no log has one behind `Int64.max`.
  private static func position(_ position: UInt64) -> UInt64 { min(position, UInt64(Int64.max)) }

  // MARK: Answers

  private func encoded(_ value: some Encodable) throws(LogFailure) -> LogResponse {
    do { return Self.response(200, try RecordEncoder().encode(value)) } catch {
      report(error)
      throw LogFailure(.damaged, status: 500, reason: "the log at the server is damaged")
    }
  }

  private static var nothing: LogResponse { response(204, []) }

  private static func response(_ status: Int, _ body: [UInt8]) -> LogResponse {
    var headers = [
      (name: LogWire.mark.name, value: LogWire.mark.value), (name: "Cache-Control", value: "no-store"),
    ]
    if !body.isEmpty { headers.append((name: "Content-Type", value: LogWire.contentType)) }
    return LogResponse(status: status, headers: headers, body: body)
  }

  private static func response(to failure: LogFailure) -> LogResponse {
    var response = response(failure.status, (try? RecordEncoder().encode(failure)) ?? [])
    switch failure.status {
    case 401: response.headers.append((name: "WWW-Authenticate", value: "Bearer"))
    case 405: response.headers.append((name: "Allow", value: "GET, POST, PUT"))
    default: break
    }
    return response
  }
}
