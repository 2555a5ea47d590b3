public import InspectorCore

/// An answer of a route.
public enum RouteAnswer: Sendable {
  case json(JSONOutput)
  /// A file to be saved under a name.
  case file(name: String, type: String, bytes: [UInt8])
}

/// A request about one history, and its answer: one line of the tool's API.
///
/// ```swift
/// Route("GET", "slow") { history, query, body throws(InspectorProblem) in .json([…]) }
/// ```
public struct Route: Sendable {
  /// The work, which runs outside of the server's loop.
  public typealias Work =
    @Sendable (HistoryView, inout RequestQuery, _ body: [UInt8]) async throws(InspectorProblem) -> RouteAnswer

  public let method: String
  /// The rest of the path after `/api/h/ID/`, such as `turns` or `branch/state`.
  public let path: String
  let work: Work

  /// Creates a route.
  public init(_ method: String, _ path: String, work: @escaping Work) {
    self.method = method
    self.path = path
    self.work = work
  }

  /// Does the work, outside of any actor.
  @concurrent
  func run(
    _ view: HistoryView, _ query: RequestQuery, _ body: [UInt8]
  ) async throws(InspectorProblem)
    -> RouteAnswer
  {
    var query = query
    let answer = try await work(view, &query, body)
    try query.end()
    return answer
  }

  /// All routes; each part of the tool has a list of its own.
  public static let all: [Route] =
    turnRoutes + stateRoutes + timeRoutes + applicationRoutes + outRoutes + branchRoutes
}
