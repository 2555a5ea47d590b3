public import Foundation
public import KatanaHTTP
import Millrace
import MillraceCoding
public import MillraceSync

/// A shared log behind a server that answers by ``LogService``.
///
/// ```swift
/// let log = try HTTPLog("notes", at: server, token: { await account.token() })
/// ```
///
/// An append has at most as many entries and bytes as the server allows; by default 1,000 entries and 8 MiB.
/// Network faults, time-outs and answers of proxies become `unavailable`; answers of the log's server that
/// cannot be right become `damaged`. The token appears in no error.
public final class HTTPLog: SharedLog {
  /// The default transport of all logs: it accepts answers of up to 64 MiB and follows no redirections.
  public static let standardTransport: any HTTPTransport = {
    #if canImport(CCurl) && !canImport(Darwin)
    CurlTransport(largestBody: 1 << 26, followsRedirects: false)
    #else
    URLSessionTransport(configuration: .ephemeral, largestBody: 1 << 26)
    #endif
  }()

  /// The name of the log.
  public let name: String

  private let address: URL
  private let token: @Sendable () async -> String
  private let timeout: Duration
  private let patience: Int64
  private let environment: StoreEnvironment
  private let http: HTTPInterpreter

  /// Creates a log, without asking its server.
  ///
  /// - Parameters:
  ///   - name: The name of the log: 1 to 128 characters of `A–Z a–z 0–9 - _ . ~`.
  ///   - server: The address of the service with its prefix, such as `https://example.org/logs`.
  ///   - timeout: The time limit of each request; a follower's has it beyond `patience`. By default 30
  ///     seconds.
  ///   - patience: The maximum time that ``waitForEntries(after:)`` waits, in whole seconds from 1 to a day.
  ///   - clock: The clock of the time limits.
  ///   - transport: The transport of requests.
  ///   - token: Returns the token of this writer, before each request, so that it can be renewed.
  /// - Throws: `malformed` for another name, or an address with a user, a password, a query or a fragment.
  public init(
    _ name: String, at server: URL, timeout: Duration = .seconds(30), patience: Duration = .seconds(25),
    clock: any Clock<Duration> = ContinuousClock(), transport: any HTTPTransport = HTTPLog.standardTransport,
    token: @escaping @Sendable () async -> String
  ) throws(SharedLogError) {
    if let flaw = LogWire.flaw(ofLog: name) { throw .malformed(log: nil, reason: flaw) }
    guard let scheme = server.scheme?.lowercased(), ["http", "https"].contains(scheme), server.host() != nil,
      server.user() == nil, server.password() == nil, server.query() == nil, server.fragment() == nil
    else {
      throw .malformed(
        log: name,
        reason:
          "the address of the server is not one of HTTP without a user, a password, a query and a fragment")
    }
    self.name = name
    self.token = token
    self.timeout = timeout
    self.patience = min(max(patience.components.seconds, 1), 86_400)
    address = server.appending(path: LogWire.version).appending(path: name)
    environment = StoreEnvironment(clock: clock)
    http = HTTPInterpreter(transport: transport)
  }

  /// Appends entries; see `SharedLog.append(_:after:)`.
  public func append(
    _ entries: [LogEntry], after position: UInt64
  ) async throws(SharedLogError) -> LogPage {
    for entry in entries {
      guard let flaw = entry.flaw else { continue }
      // A wrong position is reported before a flaw, as by every log.
      _ = try await read(after: position, limit: 0)
      throw .malformed(log: name, reason: flaw)
    }
    let body = try encoded { try AppendBody(after: position, entries: entries).bytes() }
    let (reader, bytes) = try await ask(.post, "entries", body: body, position: position, isAppend: true)
    return try reader.page(bytes)
  }

  /// Reads entries; see `SharedLog.read(after:limit:)`.
  public func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    let limit = min(max(limit, 2), LogPage.entryLimit)
    let (reader, bytes) = try await ask(
      .get, "entries", query: ["after": "\(position)", "limit": "\(limit)"], position: position)
    return try reader.page(bytes)
  }

  /// Waits for an entry, for `patience` at most; see `SharedLog.waitForEntries(after:)`.
  public func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    let (reader, bytes) = try await ask(
      .get, "news", query: ["after": "\(position)", "wait": "\(patience)"], position: position,
      timeout: timeout + .seconds(patience))
    if try reader.news(bytes) { return }
    // A server that answers every follower at once would keep this device busy.
    do { try await environment.clock.sleep(for: .seconds(1)) } catch { throw .cancelled(log: name) }
  }

  /// Returns the latest snapshot; see `SharedLog.snapshot()`.
  public func snapshot() async throws(SharedLogError) -> LogSnapshot? {
    let (reader, bytes) = try await ask(.get, "snapshot", position: 0)
    return try reader.snapshot(bytes)
  }

  /// Keeps a snapshot; see `SharedLog.keep(_:keeping:)`.
  public func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    if snapshot.position > UInt64(Int64.max) {
      // Such a snapshot cannot be decoded, so the server is asked for its head alone, and throws `wentBack`.
      _ = try await read(after: snapshot.position, limit: 0)
    }
    let body = try encoded { try RecordEncoder().encode(KeepBody(count: count, snapshot: snapshot)) }
    _ = try await ask(.put, "snapshot", body: body, position: snapshot.position)
  }

  // MARK: Requests

  private func encoded(_ make: () throws -> [UInt8]) throws(SharedLogError) -> [UInt8] {
    do { return try make() } catch {
      throw .malformed(log: name, reason: "the request cannot be encoded as CBOR")
    }
  }

  private func ask(
    _ method: HTTPMethod, _ part: String, query: KeyValuePairs<String, String> = [:], body: [UInt8]? = nil,
    position: UInt64, isAppend: Bool = false, timeout: Duration? = nil
  ) async throws(SharedLogError) -> (AnswerReader, [UInt8]) {
    let token = await token()
    var url = address.appending(path: part)
    if !query.isEmpty { url.append(queryItems: query.map { URLQueryItem(name: $0.key, value: $0.value) }) }
    var request = HTTPRequest(
      method, url, headers: ["Authorization": "Bearer \(token)"], body: body.map { Data($0) })
    if body != nil { request.setHeader("Content-Type", to: LogWire.contentType) }
    let response: HTTPResponse
    do {
      response = try await http.response(to: request, timeout: timeout ?? self.timeout, in: environment)
    } catch {
      throw failure(error)
    }
    let reader = AnswerReader(log: name, position: position, isAppend: isAppend, token: token)
    return (reader, try reader.body(response))
  }

  private func failure(_ error: any Error) -> SharedLogError {
    if Task.isCancelled || error is CancellationError { return .cancelled(log: name) }
    let reason =
      switch error {
      case HTTPError.timedOut(let time): "the server did not answer within \(time)"
      case HTTPError.encoding: "the token contains a line break or a zero byte"
      case HTTPError.transport(let failure): Self.reason(failure)
      default: "the request failed"
      }
    if case HTTPError.encoding = error { return .malformed(log: name, reason: reason) }
    return .unavailable(log: name, reason: reason)
  }

  /// Returns the reason without the transport's own text, which a hostile server can have written.
  private static func reason(_ failure: HTTPTransportFailure) -> String {
    let host = failure.url.host() ?? "the server"
    return switch failure.kind {
    case .unsupportedURL: "its address is not one of HTTP"
    case .hostNotFound: "the host `\(host)` was not found"
    case .cannotConnect: "no server accepts connections at `\(host)`"
    case .connectionLost: "the connection to `\(host)` ended before the answer was complete"
    case .offline: "there is no network connection"
    case .notSecure: "no secure connection to `\(host)` was possible"
    case .badAnswer: "the answer of `\(host)` is not HTTP or is too large"
    case .tooSlow: "`\(host)` was too slow"
    case .other: "the request to `\(host)` failed"
    }
  }
}
