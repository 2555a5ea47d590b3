public import HTTPDaemon
public import Millrace
public import MillraceSync
import MillraceSyncHTTP
import NotesModel
import NotesShelf

/// A server of notes, todos and users for many clients: a shelf in a log, which other servers and devices may
/// share.
public final class NotesServer: RequestHandler {
  let storage: LogStorage
  private let token: [UInt8]?
  /// The log for devices.
  private let devices: LogService
  /// The clients that follow the feed.
  var followers: [Int: (follower: Follower, stream: BodyStream)] = [:]
  var followersMade = 0
  private var daemon: HTTPDaemon?
  private var isEnding = false
  /// The last export, which all requests share until something changes.
  var export: [UInt8]?
  var pages = PageMemory()
  private var heartbeat: Task<Void, Never>?
  private let clock: any Clock<Duration>
  private let log: ((String) -> Void)?

  /// The name of the log that servers share.
  public static let logName = ShelfLog.name
  /// The settings that all servers of a log have.
  ///
  /// A digest and a snapshot take the time of encoding the shelf, in which no request is answered.
  public static let replicaOptions = ReplicaOptions(
    digestInterval: 10_000, snapshotInterval: 10_000, longestRetry: .seconds(2))
  /// The interval of comments to followers without news.
  static let beat = Duration.seconds(15)

  /// Reads a log that this server shares with others, and shares it until it is stopped.
  ///
  /// - Parameters:
  ///   - shared: The log.
  ///   - isAlone: True if only this server writes to the log, which then answers what it knows without
  ///     asking.
  ///   - options: The settings of the log's replicas, equal in all servers.
  ///   - token: The token that clients need; nil for none.
  ///   - environment: The clock, dates and identifiers.
  ///   - report: A closure that receives a sentence when the log cannot be reached, and when it can again.
  ///   - log: A closure that receives a line for each request; nil for no log.
  ///   - loop: The home of the server.
  /// - Throws: `ReplicaError`, also when the log cannot be reached now.
  public init(
    sharing shared: any SharedLog, isAlone: Bool = false,
    options: ReplicaOptions = NotesServer.replicaOptions,
    token: String? = nil,
    environment: Millrace.StoreEnvironment = Millrace.StoreEnvironment(),
    report: @escaping (String) -> Void, log: ((String) -> Void)? = nil, on loop: isolated ServerLoop
  ) async throws {
    let own = isAlone ? OwnLog(shared) : nil
    storage = try await LogStorage(
      shared, own: own, options: options, environment: environment, report: report, on: loop)
    self.token = token.map { Array($0.utf8) }
    devices = try DeviceLog.service(own ?? shared, token: self.token)
    clock = environment.clock
    self.log = log
    storage.onChange = { [weak self] in
      self?.export = nil
      self?.pages.forget()
      self?.wakeFollowers()
    }
  }

  // MARK: Serving

  /// Starts to serve.
  ///
  /// - Parameters:
  ///   - socket: The listening socket.
  ///   - names: Further names and addresses of the server, beside the listening one.
  ///   - loop: The home of the server.
  /// - Returns: The port.
  /// - Throws: `DaemonError`.
  public func serve(
    _ socket: consuming ListeningSocket, called names: [String] = [],
    on loop: isolated ServerLoop
  ) throws -> Int {
    let daemon = try HTTPDaemon(socket, called: names, handler: self, on: loop)
    self.daemon = daemon
    heartbeat = Task { [weak self, clock] in
      while (try? await clock.sleep(for: Self.beat)) != nil { self?.beat(on: loop) }
    }
    return daemon.port
  }

  /// Answers the waiting requests, and closes the connections.
  public func stop(on loop: isolated ServerLoop) async {
    heartbeat?.cancel()
    // Further changes would keep the storage busy for ever.
    isEnding = true
    await storage.finish(on: loop)
    daemon?.stop(on: loop)
    daemon = nil
  }

  private func beat(on loop: isolated ServerLoop) {
    for number in followers.keys { followers[number]?.follower.comment() }
    wakeFollowers()
  }

  /// Refuses a body of a client without the token.
  public func reject(_ request: borrowing Request, on loop: isolated ServerLoop) -> Response? {
    guard let token, !request.isAuthorized(by: token) else { return nil }
    return RequestError.unauthorized.response
  }

  /// Answers a request when the log has what it says.
  public func answer(_ request: borrowing Request, on loop: isolated ServerLoop) -> Answer {
    do throws(RequestError) {
      if isEnding { throw .refused(.ending) }
      if request.target.starts(with: "\(DeviceLog.prefix)/".utf8) {
        return answer(LogRequest(request, isOpen: token == nil), on: loop)
      }
      let question = try Question(request, Target(request.target))
      return storage.answer(question, on: loop) { [self] in reply(to: question, $0) }
    } catch {
      return .now(error.response)
    }
  }

  private func answer(_ request: LogRequest, on loop: isolated ServerLoop) -> Answer {
    .later { [devices] responder in
      Task {
        _ = loop
        let response = await devices.answer(request)
        responder.respond(Response(response.status, headers: response.headers, body: response.body))
      }
    }
  }

  /// Returns the refusal as problem details.
  public func refuse(_ refusal: Refusal) -> Response { RequestError.refused(refusal).response }

  /// Writes a request's line to the log.
  public func ended(method: String, target: [UInt8], status: Int) {
    log?("\(status) \(LogText.visible(method.utf8)) \(LogText.visible(target))")
  }

  // MARK: Files

  /// Imports the items of a file, all or none, and waits until they are stored.
  ///
  /// - Parameters:
  ///   - path: A file in the format of the sample data.
  ///   - loop: The home of the server.
  /// - Returns: The number of new items.
  /// - Throws: `ImportError`; `ReplicaError`.
  public func importFile(_ path: String, on loop: isolated ServerLoop) async throws -> Int {
    try await importItems(ImportItems(file: path), on: loop)
  }

  func importItems(_ command: ImportItems, on loop: isolated ServerLoop) async throws -> Int {
    try await storage.importItems(command, on: loop)
  }

  /// All data, in the format of the sample data.
  public var exported: [UInt8] { storage.withShelf(\.exported) }
}

extension LogRequest {
  /// Creates the request of a device; `isOpen` is true for a server without a token.
  fileprivate init(_ request: borrowing Request, isOpen: Bool) {
    let value = isOpen ? "Bearer none" : request.header("Authorization")
    let headers = value.map { [(name: "Authorization", value: $0)] } ?? []
    self.init(method: request.method, target: request.target, headers: headers, body: request.body)
  }
}
