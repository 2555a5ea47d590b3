import Millrace
import MillraceCoding
import MillraceSync
import NotesClient
import NotesModel
import NotesShelf
import Synchronization

/// A server in the same process, with a log that does what a server's log promises.
final class FakeServer: Sendable {
  /// The ways in which it treats its clients.
  enum Mood: Hashable {
    /// As one would wish.
    case there
    /// It cannot be reached.
    case away
    /// It wants a token, or says something else that only the person can do something about.
    case refusing(String)
    /// It never answers.
    case silent
  }

  private struct State {
    var id = "the-server"
    var mood = Mood.there
    var losesAnswers = false
    var failsRequests = false
    var endsFeeds = false
    var asked: [ChangeItem] = []
    var greetings = 0
    var entries: [LogEntry] = []
    var shelf = SharedShelf()
    var waiting: [Int: (position: UInt64, resume: CheckedContinuation<SharedLogError?, Never>)] = [:]
    var tickets = 0
  }

  private let state = Mutex(State())

  init(_ items: Item...) {
    state.withLock { Self.append(.began(id: $0.id), by: "server", to: &$0) }
    for item in items { put(item) }
  }

  // MARK: What a test sees and changes

  /// The name that tells it from all others.
  var id: String {
    get { state.withLock { $0.id } }
    set { state.withLock { $0.id = newValue } }
  }

  var mood: Mood {
    get { state.withLock { $0.mood } }
    set { state.withLock { $0.mood = newValue } }
  }

  /// True if it does what it is asked for, and the answer never arrives.
  var losesAnswers: Bool {
    get { state.withLock { $0.losesAnswers } }
    set { state.withLock { $0.losesAnswers = newValue } }
  }

  /// True if it greets, and takes nothing.
  var failsRequests: Bool {
    get { state.withLock { $0.failsRequests } }
    set { state.withLock { $0.failsRequests = newValue } }
  }

  /// True if it greets, and tells nothing.
  var endsFeeds: Bool {
    get { state.withLock { $0.endsFeeds } }
    set { state.withLock { $0.endsFeeds = newValue } }
  }

  /// The number of entries in its log.
  var position: Int { state.withLock { $0.entries.count } }

  /// Loses all entries behind a position.
  func setBack(to position: Int) {
    state.withLock { state in
      state.entries.removeSubrange(position...)
      state.shelf = SharedShelf()
      for entry in state.entries { Self.fold(entry, into: &state.shelf) }
    }
    wake()
  }

  /// The items that are not deleted, in the order of their last changes.
  var items: [Item] {
    state.withLock { state in
      Kind.allCases.flatMap { kind in state.shelf.shelf.items(kind).rows.map { $0 } }
        .sorted { $0.sequence < $1.sequence }.map(\.item)
    }
  }

  func item(_ id: ItemID) -> Item? { state.withLock { $0.shelf.shelf[id]?.item } }

  /// The commands of clients that have arrived, answered or not.
  var asked: [ChangeItem] { state.withLock { $0.asked } }
  /// The number of times it was greeted.
  var greetings: Int { state.withLock { $0.greetings } }
  /// The number of its listeners.
  var followers: Int { state.withLock { $0.waiting.count } }

  /// Another client stores something.
  func put(_ item: Item) {
    state.withLock { state in
      let condition: Condition = state.shelf.shelf[item.id] == nil ? .absent : .present
      Self.change(.replace(item, if: condition), &state)
    }
    wake()
  }

  /// Another client deletes something.
  func delete(_ id: ItemID) {
    state.withLock { Self.change(.delete(id, if: .present), &$0) }
    wake()
  }

  /// Cuts the connections of all that listen.
  func cut(_ reason: String = "the server has closed the connection") {
    let waiting = state.withLock { state in
      defer { state.waiting = [:] }
      return state.waiting.values.map(\.resume)
    }
    for waiter in waiting { waiter.resume(returning: Self.away(reason)) }
  }

  // MARK: What a client asks for

  /// The server as a client sees it.
  var face: Server {
    Server(greet: { () async throws(ServerError) in try await self.greet() }, log: FakeLog(server: self))
  }

  private func greet() async throws(ServerError) -> Greeting {
    let (mood, greeting) = state.withLock { state in
      state.greetings += 1
      return (state.mood, Greeting(id: state.id, sequence: state.shelf.shelf.sequence))
    }
    switch mood {
    case .there: return greeting
    case .away: throw .unreachable("Nobody answers.")
    case .refusing(let reason): throw .notAServer(reason)
    case .silent:
      let (never, end) = AsyncStream.makeStream(of: Never.self)
      for await _ in never {}
      end.finish()
      throw .unreachable("Nobody wants to know any more.")
    }
  }

  // MARK: The log

  private static func away(_ reason: String) -> SharedLogError {
    .unavailable(log: ShelfLog.name, reason: reason)
  }

  fileprivate func append(_ entries: [LogEntry], after position: UInt64) throws(SharedLogError) -> LogPage {
    let result = state.withLock { state in
      Result { () throws(SharedLogError) in
        guard state.mood == .there else { throw Self.away("nobody answers") }
        let commands = try entries.map { entry throws(SharedLogError) in try Self.command(of: entry) }
        state.asked += commands
        if state.failsRequests { throw Self.away("the disk is full") }
        if commands.contains(where: { $0.item?.title == "Refuse me" }) {
          throw .refused(log: ShelfLog.name, reason: "it is not wanted here")
        }
        for entry in entries {
          let last = state.entries.last { $0.writer == entry.writer }?.number ?? 0
          if entry.number <= last { continue }
          guard entry.number == last + 1 else {
            throw .gap(log: ShelfLog.name, writer: entry.writer, expected: last + 1, found: entry.number)
          }
          state.entries.append(entry)
          Self.fold(entry, into: &state.shelf)
        }
        if state.losesAnswers { throw Self.away("the answer was lost") }
        return try Self.page(after: position, state)
      }
    }
    wake()
    return try result.get()
  }

  fileprivate func read(after position: UInt64) throws(SharedLogError) -> LogPage {
    try state.withLock { state in
      Result { () throws(SharedLogError) in
        guard state.mood == .there, !state.endsFeeds else { throw Self.away("nobody answers") }
        return try Self.page(after: position, state)
      }
    }.get()
  }

  fileprivate func wait(after position: UInt64) async throws(SharedLogError) {
    let ticket = state.withLock { state in
      state.tickets += 1
      return state.tickets
    }
    let error = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: SharedLogError?? = state.withLock { state in
          if Task.isCancelled { return .some(.cancelled(log: ShelfLog.name)) }
          guard state.mood == .there, !state.endsFeeds else { return .some(Self.away("nobody answers")) }
          if state.entries.count != position { return .some(nil) }
          state.waiting[ticket] = (position, continuation)
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { $0.waiting.removeValue(forKey: ticket) }
      waiter?.resume.resume(returning: .cancelled(log: ShelfLog.name))
    }
    if let error { throw error }
  }

  /// Wakes those whose wait is over.
  private func wake() {
    let ready = state.withLock { state in
      let ready = state.waiting.filter { $0.value.position != state.entries.count }
      for ticket in ready.keys { state.waiting[ticket] = nil }
      return ready.values.map(\.resume)
    }
    for waiter in ready { waiter.resume(returning: nil) }
  }

  private static func page(after position: UInt64, _ state: State) throws(SharedLogError) -> LogPage {
    let head = UInt64(state.entries.count)
    if position > head { throw .wentBack(log: ShelfLog.name, head: head, known: position) }
    return LogPage(after: position, entries: Array(state.entries[Int(position)...]), head: head)
  }

  private static func command(of entry: LogEntry) throws(SharedLogError) -> ChangeItem {
    guard case .change(let command)? = try? RecordDecoder().decode(ShelfMessage.self, from: entry.message)
    else {
      throw .refused(log: ShelfLog.name, reason: "it is no command")
    }
    return command
  }

  private static func change(_ action: ChangeItem.Action, _ state: inout State) {
    append(
      .change(ChangeItem(action, key: "other-\(state.entries.count)")), by: "server-other", to: &state)
  }

  private static func append(_ message: ShelfMessage, by name: String, to state: inout State) {
    guard let writer = try? LogWriter(name), let kind = ShelfLog.messages.kinds.first,
      let bytes = try? RecordEncoder().encode(message)
    else { return }
    let last = state.entries.last { $0.writer == writer }?.number ?? 0
    let entry = LogEntry(
      writer: writer, number: last + 1, store: ShelfLog.store, kind: kind, rules: 1, time: 0, message: bytes)
    state.entries.append(entry)
    fold(entry, into: &state.shelf)
  }

  private static func fold(_ entry: LogEntry, into shelf: inout SharedShelf) {
    if let message = try? RecordDecoder().decode(ShelfMessage.self, from: entry.message) {
      shelf.take(message)
    }
  }
}

private struct FakeLog: SharedLog {
  let server: FakeServer
  var name: String { ShelfLog.name }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    try server.append(entries, after: position)
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    try server.read(after: position)
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    try await server.wait(after: position)
  }

  func snapshot() async throws(SharedLogError) -> LogSnapshot? { nil }
  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {}
}
