import Millrace

@testable import MillraceTesting

/// A search, as applications have it: the store under test.
struct TestStoreSearch: Equatable {
  var query = ""
  var results: [String] = []
  var count = 0

  enum Message: Sendable, Equatable {
    case increment
    case typed(String)
    case found([String])
    case forget
    case chain(Int)
    case wait
    case fail
    case nonsense

    var found: [String]? { if case .found(let results) = self { results } else { nil } }
  }

  static func update(_ search: inout Self, _ message: Message) -> Effect<Message> {
    switch message {
    case .increment:
      search.count += 1
      return .none
    case .typed(let query):
      search.query = query
      return .run(in: .latest("search"), id: "search", label: "search \(query)") { send in
        await send(.found([query.uppercased()]))
      }
    case .found(let results):
      search.results = results
      return .none
    case .forget:
      return .cancel(id: "wait")
    case .chain(let rest):
      search.count += 1
      return rest == 0 ? .none : .send(.chain(rest - 1))
    case .wait:
      return .run(id: "wait", label: "wait") { send in
        try await send.environment.clock.sleep(for: .seconds(2))
        await send(.found(["late"]))
      }
    case .fail:
      return .run(label: "failing") { _ in throw TestStoreProblem() }
    case .nonsense:
      return .unhandled
    }
  }
}

struct TestStoreProblem: Error, CustomStringConvertible {
  var description: String { "no such book" }
}

/// Returns the reports made while `body` ran, in order.
func testStoreReports(
  isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async -> [Failures.Report] {
  let log = Log<Failures.Report>()
  await Failures.$listener.withValue({ log.append($0) }, operation: body)
  return log.entries
}

/// The texts of the failures while `body` ran, in order.
func testStoreFailures(
  isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async -> [String] {
  await testStoreReports(isolation: isolation, body).compactMap {
    if case .failure(let text, _) = $0 { text } else { nil }
  }
}

/// The texts of the notes while `body` ran, in order.
func testStoreNotes(
  isolation: isolated (any Actor)? = #isolation, _ body: () async -> Void
) async -> [String] {
  await testStoreReports(isolation: isolation, body).compactMap {
    if case .note(let text, _) = $0 { text } else { nil }
  }
}
