import Foundation
import HTTPFixture
import Katana
import KatanaHTTP
import KatanaTesting
import Millrace
import MillraceTesting
import Synchronization
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct HTTPUser: Codable, Equatable, Sendable {
  var name: String
  var age: Int?
}

enum HTTPTestMessage: Katana.Message, Equatable {
  case user(Result<HTTPUser, HTTPError>)
  case data(Result<Data, HTTPError>)
  case response(Result<HTTPResponse, HTTPError>)
  case done(Result<NoPayload, HTTPError>)
  case progress(HTTPProgress)
}

extension HTTPFixture {
  func at(_ path: String) throws -> URL {
    struct NotAURL: Error {}
    guard let url = URL(string: url + path) else { throw NotAURL() }
    return url
  }
}

/// The transports that there are, for tests of what they have in common.
enum HTTPCarrier: CaseIterable, CustomTestStringConvertible {
  case standard, urlSession

  /// One of its own, so that no test waits for another's connections.
  func transport(connections: Int = 20) -> any HTTPTransport {
    switch self {
    case .standard:
      #if canImport(CCurl) && !canImport(Darwin)
      return CurlTransport(connectionLimit: connections)
      #else
      return HTTPCarrier.urlSession.transport(connections: connections)
      #endif
    case .urlSession:
      let configuration = URLSessionConfiguration.ephemeral
      configuration.httpMaximumConnectionsPerHost = connections
      return URLSessionTransport(configuration: configuration)
    }
  }

  var testDescription: String { "\(type(of: transport()))" }
}

extension StoreEnvironment {
  /// One whose clock stands still: no command runs out of time because the machine is busy.
  static var stopped: StoreEnvironment { StoreEnvironment(clock: ManualClock()) }
}

/// The only message that comes of a command.
func answer<Payload>(
  of command: HTTPCommand<Payload>, over carrier: HTTPCarrier = .standard,
  environment: StoreEnvironment = .stopped
) async throws -> HTTPTestMessage? {
  let recorder = DispatchRecorder(environment: environment)
  try await recorder.interpret(command.exchange, by: HTTPInterpreter(transport: carrier.transport()))
  let messages = recorder.messages(of: HTTPTestMessage.self)
  return messages.count == 1 ? messages[0] : nil
}

/// The failure of a request; nil when it succeeds or fails with something else.
func failure(_ body: () async throws -> Void) async -> HTTPTransportFailure? {
  do {
    try await body()
  } catch {
    return error as? HTTPTransportFailure
  }
  return nil
}

/// A list that several threads write to.
final class HTTPLog<Element: Sendable>: Sendable {
  private struct State {
    var entries: [Element] = []
    var waiters: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  var all: [Element] { state.withLock { $0.entries } }

  func append(_ element: Element) {
    let woken = state.withLock { state in
      state.entries.append(element)
      let ready = state.waiters.filter { $0.count <= state.entries.count }
      state.waiters.removeAll { $0.count <= state.entries.count }
      return ready.map(\.continuation)
    }
    for waiter in woken { waiter.resume() }
  }

  /// Returns when there are at least so many.
  func wait(count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.entries.count >= count { return true }
        state.waiters.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }
}
