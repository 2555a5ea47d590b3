import Katana
import MillraceHTTP
import NotesClient
import NotesLibrary
import NotesModel
import NotesTransport

/// The commands that print something and end.
@MainActor
struct Tool {
  /// The maximum time without news of the server, after which a command goes on without it.
  static let patience = Duration.seconds(5)

  private let settings: Settings
  private let printout: Printout

  init(_ settings: Settings, isJSON: Bool) {
    self.settings = settings
    printout = Printout(isJSON: isJSON)
  }

  func run(_ task: Invocation.Task) async throws -> Status {
    // Read first: a slow writer must not lock the database meanwhile.
    let body = try text(of: task)
    let (client, copy) = try await open(for: task)
    defer { copy?.remove() }
    let result: Result<Status, any Error>
    do {
      let isThere = settings.isOffline ? false : await client.meetServer(within: Self.patience)
      if client.settings.isTransient, !isThere { throw ClientError.inUse(settings.database) }
      result = .success(try await run(task, body, with: client, isThere))
    } catch {
      result = .failure(error)
    }
    let isKept = await client.close()
    let status = try result.get()
    // A read, or a change that the server has accepted, succeeds even if it could not be stored here.
    return isKept || status == .done && task.isForServer ? status : .failed
  }

  /// Opens a client on the local database; without a database, if another client uses it and the task needs
  /// only the server; on a copy, if it is read-only and the task only reads.
  private func open(for task: Invocation.Task) async throws -> (Client, DatabaseCopy?) {
    do {
      return (try await Client.open(settings), nil)
    } catch ClientError.inUse where task.isForServer && !settings.isOffline && settings.recording == nil {
      var settings = settings
      settings.isTransient = true
      return (try await Client.open(settings), nil)
    } catch let error where task.isReading && settings.isOffline && settings.recording == nil {
      guard let copy = DatabaseCopy(of: settings) else { throw error }
      do {
        return (try await Client.open(copy.settings), copy)
      } catch _ {
        // The error is in the database itself.
        copy.remove()
        throw error
      }
    }
  }

  private func run(
    _ task: Invocation.Task, _ body: String?, with client: Client, _ isThere: Bool
  ) async throws -> Status {
    switch task {
    case .list(let query):
      warn(client, isThere)
      try printout.list(client.list(query))
      return .done
    case .show(let id):
      warn(client, isThere)
      try printout.show(try item(id, of: client))
      return .done
    case .add(let kind, let title, _):
      try Item.check(title: title, body: body ?? "")
      guard let id = client.add(kind, title: title, body: body ?? "") else { throw ToolError.notDone }
      return try await send(id, by: client, isThere)
    case .edit(let id, let title, _):
      let item = try item(id, of: client).item.with(title: title, body: body)
      try Item.check(title: item.title, body: body ?? "")
      client.tell(.edit(item))
      return try await send(id, by: client, isThere)
    case .complete(let id, let isDone):
      guard case .todo(var todo) = try item(id, of: client).item else { throw ToolError.notDone }
      todo.completed = isDone
      client.tell(.edit(.todo(todo)))
      return try await send(id, by: client, isThere)
    case .delete(let id):
      _ = try item(id, of: client)
      client.tell(.delete(id))
      return try await send(id, by: client, isThere)
    case .resolve(let id, let keepingMine):
      guard try item(id, of: client).conflict != nil else { throw ToolError.noConflict(id) }
      client.tell(.resolve(id, keepingMine: keepingMine))
      return try await send(id, by: client, isThere)
    case .conflicts:
      let conflicts = client.conflicts
      try printout.list(conflicts)
      return conflicts.isEmpty ? .done : .waits
    case .sync:
      let isSent = isThere ? await client.sendAll(within: Self.patience) : false
      try printout.status(client.status)
      return isSent && client.conflicts.isEmpty ? .done : .waits
    case .status:
      let status = client.status
      try printout.status(status)
      return status.waiting + status.conflicts == 0 ? .done : .waits
    case .user(let number):
      if let number { client.write(as: try item(ItemID(.users, number), of: client).id) }
      try await client.flush()
      try printout.show(try item(client.writer, of: client))
      return .done
    case .watch: return try await Watch(client, printout).run()
    case .screen, .replay, .reset, .help: throw ToolError.notDone
    }
  }

  /// Waits until the server has a change, and prints the result.
  ///
  /// Nothing is printed before the change is on disk, because the reader of a pipe may end the program with
  /// the first line.
  private func send(_ id: ItemID, by client: Client, _ isThere: Bool) async throws -> Status {
    if isThere { _ = await client.sendAll(within: Self.patience) }
    let unkept = await Result { try await client.flush() }
    let now = client.library.withState { $0.current(id) }
    let listed = client.listed(id)
    let waits = client.library.withState { $0.outbox.contains(now) }
    if case .failure(let error) = unkept {
      // A change that the server has accepted is kept there, whatever the state of the local database.
      guard isThere, !waits, listed?.conflict == nil else { throw error }
      try printout.change(listed, of: now)
      Output.complain("\(now) is saved by the server, but not here: \(error)")
      return .done
    }
    if client.settings.isTransient, waits || listed?.conflict != nil { throw ToolError.notKept(now) }
    if let refusal = listed?.refusal, listed?.conflict != nil { throw ToolError.refused(now, refusal) }
    try printout.change(listed, of: now)
    if listed?.conflict != nil {
      Output.complain("Another user has also changed \(now); “notes show \(now)” shows both versions.")
      return .waits
    }
    if waits { warn(client, false) }
    return waits ? .waits : .done
  }

  /// Warns that the output is the last known state.
  private func warn(_ client: Client, _ isThere: Bool) {
    if isThere || settings.isOffline { return }
    Output.complain(
      client.isAway
        ? client.banner ?? "" : "The server does not answer yet; the output shows the last known data.")
  }

  private func item(_ id: ItemID, of client: Client) throws -> Listed {
    guard let listed = client.listed(id) else { throw ToolError.noItem(id) }
    return listed
  }

  private func text(of task: Invocation.Task) throws -> String? {
    switch task {
    case .add(_, _, let text?), .edit(_, _, let text?):
      switch text {
      case .given(let text): return text
      case .standardInput: return try standardInput()
      }
    default: return nil
    }
  }
}

extension Result where Failure == any Error {
  /// Creates the result of an asynchronous closure.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

extension Invocation.Task {
  /// True when it changes nothing, here or on the server.
  fileprivate var isReading: Bool {
    switch self {
    case .list, .show, .conflicts: true
    default: false
    }
  }

  /// True when the server alone is enough, for a client whose database is in use.
  fileprivate var isForServer: Bool {
    switch self {
    case .list, .show, .add, .edit, .complete, .delete, .watch: true
    case .screen, .sync, .status, .conflicts, .resolve, .user, .replay, .reset, .help: false
    }
  }
}

extension Client {
  /// Opens and starts a client with a server on the network.
  static func open(_ settings: Settings) async throws -> Client {
    let transport = CurlTransport(followsRedirects: false)
    let servers = try ServerAddress.list(settings.servers).map {
      try ServerClient(address: $0, token: settings.token, transport: transport)
    }
    let client = try Client(settings: settings, server: Server(ServerPool(servers)))
    client.onProblem = { Output.complain($0) }
    try await client.start()
    return client
  }
}
