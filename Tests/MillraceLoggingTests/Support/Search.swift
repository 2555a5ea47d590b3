import Millrace
import MillraceDifference
import MillraceLogging
import MillraceTesting

/// A search whose answers a test gives.
struct Search: Equatable {
  var query = ""
  var results: [String] = []
  @Redacted var key = "pearl"

  enum Message: Hashable, Sendable {
    case typed(String)
    case found([String])
    case failed
    case signedIn(user: String, password: String)
    case key(Redacted<String>)
    case unknown
    case report
  }

  struct Offline: Error, Hashable, CustomStringConvertible {
    var token = "pearl"
    var description: String { "The network is down (\(token))." }
  }

  static func update(_ search: inout Search, _ message: Message) -> Effect<Message> {
    switch message {
    case .typed(let query):
      search.query = query
      return .run(in: .latest("search"), label: "search \(query)") { send in
        if query == "fail" { throw Offline() }
        if query == "hang" { try await send.environment.clock.sleep(for: .seconds(1)) }
        await send(.found([query]))
      }
    case .found(let results): search.results = results
    case .failed: search.results = []
    case .signedIn, .key: break
    case .unknown: return .unhandled
    case .report: return .report(Offline())
    }
    return .none
  }

  /// A store on a clock that stands still, and on a fixed date.
  @MainActor
  static func store(name: String = "search", flow: Flow? = nil) -> Store<Search, Message> {
    Store(Search(), name: name, flow: flow ?? Self.flow(), update: update)
  }

  @MainActor
  static func flow() -> Flow {
    Flow(
      name: "app",
      environment: StoreEnvironment(
        clock: ManualClock(), dates: .fixed(Timestamp(sinceEpoch: .milliseconds(1_772_381_045_123)))))
  }
}

/// Lines that closures have written.
final class Lines: Sendable {
  private let stored = Locked<[String]>([])

  var all: [String] { stored.withLock(\.self) }
  var text: String { all.joined(separator: "\n") }

  func add(_ line: String) { stored.withLock { $0.append(line) } }
  func add(_ lines: [String]) { stored.withLock { $0 += lines } }
  func clear() { stored.withLock { $0 = [] } }
}
