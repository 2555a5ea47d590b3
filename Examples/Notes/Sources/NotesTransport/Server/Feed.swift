import Foundation
import KatanaHTTP
import NotesModel

/// The connection of a change feed: opened for the first batch, and closed with this object.
actor Feed {
  private enum State {
    case idle
    case open(HTTPStream)
    case over
  }

  private let request: HTTPRequest
  private let transport: CurlTransport
  private let clock: any Clock<Duration>
  private var state = State.idle
  private var reader = FeedReader()

  init(_ request: HTTPRequest, _ transport: CurlTransport, _ clock: any Clock<Duration>) {
    self.request = request
    self.transport = transport
    self.clock = clock
  }

  /// Returns the next batch; nil after an error, or when the task is cancelled.
  func next() async throws -> FeedBatch? {
    if case .over = state { return nil }
    do {
      while true {
        if let batch = try reader.next() { return batch }
        try await readMore()
      }
    } catch {
      state = .over
      if error is CancellationError, Task.isCancelled { return nil }
      throw ServerError(error)
    }
  }

  private func readMore() async throws {
    guard let bytes = try await nextBytes() else {
      throw ServerError.unreachable("The server has closed the change feed; the client connects again later.")
    }
    try reader.take(bytes)
  }

  private func nextBytes() async throws -> [UInt8]? {
    do {
      return try await within(ServerClient.longestSilence, on: clock) { [self] in try await fetch() }
    } catch is OutOfPatience {
      throw ServerError.unreachable(
        "The change feed was silent for \(ServerClient.longestSilence); the client connects again later.")
    }
  }

  private func fetch() async throws -> [UInt8]? {
    if case .open(let stream) = state { return try await stream.next() }
    let stream = try await transport.stream(request)
    try await check(stream)
    state = .open(stream)
    return []
  }

  /// Throws when the answer is not a change feed.
  private func check(_ stream: HTTPStream) async throws {
    guard stream.status == 200 else {
      try ServerJudgement.throwIfNoSuccess(await stream.response(limit: 1 << 20))
      throw ServerError.notAServer("There is no change feed at `\(request.url)`; check the address.")
    }
    let type = stream.header("Content-Type")?.split(separator: ";").first?.lowercased()
    guard type == "text/event-stream" else {
      throw ServerError.notAServer("There is no change feed at `\(request.url)`; check the address.")
    }
  }
}

/// The time limit was exceeded.
struct OutOfPatience: Error {}

/// Returns the result of `work` if it ends in time; otherwise cancels it and throws.
func within<Value: Sendable>(
  _ time: Duration, on clock: any Clock<Duration>,
  _ work: @escaping @Sendable @concurrent () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask(operation: work)
    group.addTask {
      try await clock.sleep(for: time)
      throw OutOfPatience()
    }
    defer { group.cancelAll() }
    guard let first = try await group.next() else { throw CancellationError() }
    return first
  }
}
