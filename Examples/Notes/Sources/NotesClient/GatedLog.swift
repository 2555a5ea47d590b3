import MillraceSync

/// The servers' log behind a ``ServerLink``: an operation waits until the server is available, and is done
/// again when the connection was lost.
///
/// So the session decides when to try again, and a replica never sees a server that is away.
struct GatedLog: SharedLog {
  let log: any SharedLog
  let link: ServerLink

  var name: String { log.name }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    let result: Result<LogPage, SharedLogError> = try await pass { (log) throws(SharedLogError) in
      do throws(SharedLogError) {
        return .success(try await log.append(entries, after: position))
      } catch {
        guard error.isRefusal else { throw error }
        // A server that does not accept the token refuses to be read, too; otherwise it is about the entries.
        _ = try await log.read(after: position, limit: 0)
        return .failure(error)
      }
    }
    return try result.get()
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    try await pass { (log) throws(SharedLogError) in try await log.read(after: position, limit: limit) }
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    try await pass { (log) throws(SharedLogError) in try await log.waitForEntries(after: position) }
  }

  func snapshot() async throws(SharedLogError) -> LogSnapshot? {
    try await pass { (log) throws(SharedLogError) in try await log.snapshot() }
  }

  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try await log.keep(snapshot, keeping: count)
  }

  private func pass<Value: Sendable>(
    _ body: @escaping @Sendable @concurrent (any SharedLog) async throws(SharedLogError) -> Value
  ) async throws(SharedLogError) -> Value {
    while true {
      guard let opening = try? await link.waitUntilOpen() else { throw .cancelled(log: name) }
      let result: Result<Value, SharedLogError>? = await link.run(opening) { [log] in
        do throws(SharedLogError) { return .success(try await body(log)) } catch { return .failure(error) }
      }
      switch result {
      // The link was closed; after an append it is unknown whether the log has it, so it is sent again.
      case nil: continue
      case .failure(let error) where error.isTransient || error.isRefusal: link.lost(opening, error)
      case .failure(let error): throw error
      case .success(let value): return value
      }
    }
  }
}

extension SharedLogError {
  fileprivate var isRefusal: Bool { if case .refused = self { true } else { false } }

  /// The reason why the connection was lost, as a sentence.
  var lostReason: String {
    switch self {
    case .unavailable(_, let reason): "The server cannot be reached: \(reason)."
    case .refused(_, let reason): "The server refuses this client: \(reason)."
    default: "\(self)"
    }
  }
}
