import Foundation
public import HTTPDaemon
import InspectorCore

/// The tool's server: histories behind HTTP, for a page in a browser.
///
/// It lives on a loop. What a request reads is a copy of a history at one moment, and is read on another
/// thread, so that a long search delays neither the applications nor other requests.
public final class InspectorServer: RequestHandler {
  public let histories = HistoryBook()
  /// The connected applications.
  var applications = ApplicationTable()
  private let guardian: RequestGuard
  private let pages: PageFiles
  private let log: @Sendable (String) -> Void
  private var daemon: HTTPDaemon?
  private var heartbeat: Task<Void, Never>?
  private var followers: [Int: (follower: ChangeFollower, stream: BodyStream)] = [:]
  private var followersMade = 0
  /// Called when the first page has come, and when the last one has gone.
  public var pagesChanged: (Bool) -> Void = { _ in }

  /// The shortest time between two changes of a history for one page, and the number of them between two
  /// signs of life.
  static let tick = Duration.milliseconds(100)
  static let ticksPerSign = 100

  /// Creates a server that does not listen yet.
  ///
  /// - Parameters:
  ///   - token: The token that every request for data needs.
  ///   - log: A closure that receives lines for people.
  public init(token: String, log: @escaping @Sendable (String) -> Void = { _ in }) throws {
    guardian = RequestGuard(token: token)
    pages = try PageFiles()
    self.log = log
    applications.log = log
    histories.changed = { [unowned self] id in note(id) }
  }

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - socket: The listening socket.
  ///   - names: Further names of the server.
  ///   - loop: The home of the server.
  /// - Returns: The port.
  /// - Throws: `DaemonError`.
  public func serve(
    _ socket: consuming ListeningSocket, called names: [String] = [], on loop: isolated ServerLoop
  ) throws -> Int {
    var limits = Limits()
    limits.body = 64 << 20
    let daemon = try HTTPDaemon(socket, limits: limits, called: names, handler: self, on: loop)
    self.daemon = daemon
    heartbeat = Task { [weak self] in
      var ticks = 0
      while (try? await Task.sleep(for: Self.tick)) != nil {
        ticks += 1
        self?.beat(isSign: ticks % Self.ticksPerSign == 0, on: loop)
      }
    }
    return daemon.port
  }

  /// Closes the connections of the pages.
  public func stop(on loop: isolated ServerLoop) {
    heartbeat?.cancel()
    daemon?.stop(on: loop)
    daemon = nil
  }

  // MARK: Requests

  /// Refuses a request for data without the token, before its body is read.
  public func reject(_ request: borrowing Request, on loop: isolated ServerLoop) -> Response? {
    guard let target = try? RequestTarget(request.target), target.isData else { return nil }
    return guardian.refusal(of: request).map { response($0) }
  }

  /// Answers a request.
  public func answer(_ request: borrowing Request, on loop: isolated ServerLoop) -> Answer {
    do throws(InspectorProblem) {
      let target = try RequestTarget(request.target)
      guard target.isData else { return .now(try page(target, request.method)) }
      if let problem = guardian.refusal(of: request) { throw problem }
      return try data(target, request.method, request.body, on: loop)
    } catch {
      return .now(response(error))
    }
  }

  /// Answers what the daemon itself refuses.
  public func refuse(_ refusal: Refusal) -> Response {
    response(InspectorProblem(refusal.status, refusal.sentence))
  }

  private func page(_ target: RequestTarget, _ method: String) throws(InspectorProblem) -> Response {
    guard let file = pages[target.path] else {
      throw .missing("There is no page `\(target.path.prefix(100))`; open `/`.")
    }
    guard method == "GET" || method == "HEAD" else { throw .noMethod(method) }
    return guardian.response(200, type: file.type, file.bytes)
  }

  private func data(
    _ target: RequestTarget, _ method: String, _ body: [UInt8], on loop: isolated ServerLoop
  ) throws(InspectorProblem) -> Answer {
    switch target.segments.dropFirst() {
    case ["histories"]:
      guard method == "GET" else { throw .noMethod(method) }
      return .now(json(.array(histories.all.map(\.view.summary))))
    case ["changes"]:
      guard method == "GET" else { throw .noMethod(method) }
      return .now(follow())
    case let rest where rest.count >= 3 && rest.first == "h":
      let rest = Array(rest)
      guard let id = Int(rest[1]), let history = histories[id] else {
        throw .missing(
          "There is no history \(rest[1].prefix(20)); it has ended long ago, or the tool was started again.")
      }
      let path = rest[2...].joined(separator: "/")
      let fitting = Route.all.filter { $0.path == path }
      guard !fitting.isEmpty else { throw .missing("There is no `\(path.prefix(100))` of a history.") }
      guard let route = fitting.first(where: { $0.method == method }) else { throw .noMethod(method) }
      return later(route, history.view, try RequestQuery(target.query), body, on: loop)
    default: throw .missing("There is no `\(target.path.prefix(100))`.")
    }
  }

  private func later(
    _ route: Route, _ view: HistoryView, _ query: RequestQuery, _ body: [UInt8], on loop: isolated ServerLoop
  ) -> Answer {
    .later { responder in
      Task {
        _ = loop
        do throws(InspectorProblem) {
          responder.respond(self.response(try await route.run(view, query, body)))
        } catch {
          responder.respond(self.response(error))
        }
      }
    }
  }

  // MARK: Answers

  private func json(_ output: JSONOutput, _ status: Int = 200) -> Response {
    guardian.response(status, type: "application/json", output.bytes)
  }

  private func response(_ problem: InspectorProblem) -> Response {
    json(["error": .text(problem.description)], problem.status)
  }

  private func response(_ answer: RouteAnswer) -> Response {
    switch answer {
    case .json(let output): return json(output)
    case .file(let name, let type, let bytes):
      var response = guardian.response(200, type: type, bytes)
      response.headers.append(("Content-Disposition", "attachment; filename=\"\(FileName.safe(name))\""))
      return response
    }
  }

  // MARK: Changes

  private func note(_ id: Int) {
    for id in [id] + matchFiles(histories.all) {
      for number in followers.keys { followers[number]?.follower.changed(id) }
    }
  }

  private func beat(isSign: Bool, on loop: isolated ServerLoop) {
    for number in followers.keys {
      if isSign { followers[number]?.follower.sign() }
      if followers[number]?.follower.isDue() ?? false { followers[number]?.stream.wake() }
    }
  }

  /// Returns an answer without an end: the histories, and each that changes.
  private func follow() -> Response {
    followersMade += 1
    let number = followersMade
    var follower = ChangeFollower()
    for history in histories.all { follower.changed(history.id) }
    _ = follower.isDue()
    let stream = BodyStream(
      next: { [weak self] limit in
        guard let self, followers[number] != nil else { return .end }
        let bytes = followers[number]?.follower.next(limit) { self.histories[$0]?.view.summary } ?? []
        return bytes.isEmpty ? .wait : .bytes(bytes)
      },
      ended: { [weak self] in
        guard let self else { return }
        followers[number] = nil
        if followers.isEmpty { pagesChanged(false) }
      })
    followers[number] = (follower, stream)
    if followers.count == 1 { pagesChanged(true) }
    return Response(
      200, headers: guardian.headers(type: "application/x-ndjson"), stream: stream)
  }

  /// The number of pages that follow the changes.
  public var pageCount: Int { followers.count }
}

extension InspectorProblem {
  static func noMethod(_ method: String) -> InspectorProblem {
    InspectorProblem(
      405, "The method `\(method.prefix(20))` is not possible here; look at the protocol's page.")
  }
}

/// Names of files for a browser's dialog.
enum FileName {
  /// Returns a name of letters, digits, points and dashes.
  static func safe(_ name: String) -> String {
    String(
      name.unicodeScalars.prefix(100).map { scalar in
        switch scalar {
        case "a"..."z", "A"..."Z", "0"..."9", ".", "-", "_": Character(scalar)
        default: "-"
        }
      })
  }
}
