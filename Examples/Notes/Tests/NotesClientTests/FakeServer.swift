import NotesClient
import NotesModel
import NotesSession
import Synchronization

/// A server in the same process, which does what the interface of the real one promises: versions, keys, and the feed.
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

  struct Away: Error, CustomStringConvertible {
    var description: String { "Nobody answers." }
  }

  private struct State {
    var id = "the-server"
    var stock = Stock()
    var mood = Mood.there
    var losesAnswers = false
    var failsRequests = false
    var endsFeeds = false
    var asked: [PushRequest] = []
    var greetings = 0
    var followers: [Int: AsyncThrowingStream<FeedBatch, any Error>.Continuation] = [:]
    var tickets = 0
  }

  private let state = Mutex(State())

  init(_ items: Item...) { for item in items { put(item) } }

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

  /// True if it greets, and fails at every request.
  var failsRequests: Bool {
    get { state.withLock { $0.failsRequests } }
    set { state.withLock { $0.failsRequests = newValue } }
  }

  /// True if it greets, and ends every feed before it has told anything.
  var endsFeeds: Bool {
    get { state.withLock { $0.endsFeeds } }
    set { state.withLock { $0.endsFeeds = newValue } }
  }

  /// All that it has; what was read before, put back, sets it back to then.
  var stock: Stock {
    get { state.withLock { $0.stock } }
    set { state.withLock { $0.stock = newValue } }
  }

  /// The requests that have arrived, answered or not.
  var asked: [PushRequest] { state.withLock { $0.asked } }
  /// The number of times it was greeted.
  var greetings: Int { state.withLock { $0.greetings } }
  /// The number of its listeners.
  var followers: Int { state.withLock { $0.followers.count } }

  /// Another client stores something.
  func put(_ item: Item) {
    state.withLock { state in
      state.stock.put(item.id, item, key: nil)
      Self.tell(&state)
    }
  }

  /// Another client deletes something.
  func delete(_ id: ItemID) {
    state.withLock { state in
      state.stock.put(id, nil, key: nil)
      Self.tell(&state)
    }
  }

  /// Cuts the connections of all that listen.
  func cut(_ error: (any Error)? = nil) {
    let followers = state.withLock { state in
      defer { state.followers = [:] }
      return state.followers.values
    }
    for follower in followers { follower.finish(throwing: error) }
  }

  // MARK: What a client asks for

  /// The server as a client sees it.
  var face: Server {
    Server(
      greet: { () async throws(ServerError) in try await self.greet() },
      push: { try await self.push($0) },
      follow: { self.follow(after: $0) })
  }

  private func greet() async throws(ServerError) -> Greeting {
    let (mood, greeting) = state.withLock { state in
      state.greetings += 1
      return (state.mood, Greeting(id: state.id, sequence: state.stock.sequence))
    }
    switch mood {
    case .there: return greeting
    case .away: throw .unreachable("\(Away())")
    case .refusing(let reason): throw .notAServer(reason)
    case .silent:
      let (never, end) = AsyncStream.makeStream(of: Never.self)
      for await _ in never {}
      end.finish()
      throw .unreachable("Nobody wants to know any more.")
    }
  }

  private func push(_ request: PushRequest) async throws -> PushAnswer {
    try state.withLock { state in
      guard state.mood == .there else { throw Away() }
      state.asked.append(request)
      if state.failsRequests { throw Away() }
      let before = state.stock.sequence
      let answer = state.stock.push(request)
      // A client that lost the answer is not told by the feed either.
      if state.losesAnswers { throw Away() }
      if state.stock.sequence > before { Self.tell(&state) }
      return answer
    }
  }

  private func follow(after sequence: Int) -> AsyncThrowingStream<FeedBatch, any Error> {
    let (feed, follower) = AsyncThrowingStream.makeStream(of: FeedBatch.self, throwing: (any Error).self)
    let ticket: Int? = state.withLock { state in
      guard state.mood == .there, !state.endsFeeds else { return nil }
      state.tickets += 1
      state.followers[state.tickets] = follower
      follower.yield(FeedBatch(state.stock.changes(after: sequence), isCurrent: true))
      return state.tickets
    }
    if let ticket {
      follower.onTermination = { _ in _ = self.state.withLock { $0.followers.removeValue(forKey: ticket) } }
    } else {
      follower.finish(throwing: Away())
    }
    return feed
  }

  /// Tells all that listen of the last change.
  private static func tell(_ state: inout State) {
    let news = FeedBatch(state.stock.changes(after: state.stock.sequence - 1), isCurrent: true)
    for follower in state.followers.values { follower.yield(news) }
  }
}

/// The items of a server.
struct Stock: Sendable {
  private struct Record {
    var item: Item?
    var version: Int
    var sequence: Int
    var key: String?
  }

  private(set) var sequence = 0
  private var records: [ItemID: Record] = [:]
  private var answers: [String: PushAnswer] = [:]

  /// The items that are not deleted.
  var items: [Item] {
    records.values.sorted { $0.sequence < $1.sequence }.compactMap(\.item)
  }

  /// An item; nil if there is none.
  func item(_ id: ItemID) -> Item? { records[id]?.item }

  @discardableResult
  fileprivate mutating func put(_ id: ItemID, _ item: Item?, key: String?) -> Int {
    sequence += 1
    let version = (records[id]?.version ?? 0) + 1
    records[id] = Record(item: item, version: version, sequence: sequence, key: key)
    return version
  }

  fileprivate func changes(after sequence: Int) -> [FeedEntry] {
    records.filter { $0.value.sequence > sequence }.sorted { $0.value.sequence < $1.value.sequence }.map {
      FeedEntry(
        sequence: $0.value.sequence, id: $0.key, version: $0.value.version, key: $0.value.key,
        item: $0.value.item)
    }
  }

  fileprivate mutating func push(_ request: PushRequest) -> PushAnswer {
    if let answer = answers[request.key] { return answer }
    let (id, item, version): (ItemID, Item?, Int?)
    switch request.change {
    case .create(let new):
      if new.title == "Refuse me" { return .refused("It is not wanted here.") }
      let number = (records.keys.filter { $0.kind == new.kind }.map(\.number).max() ?? 0) + 1
      (id, item, version) = (ItemID(new.kind, number), new.numbered(number), nil)
    case .restore(let old): (id, item, version) = (old.id, old, nil)
    case .replace(let new, let named): (id, item, version) = (new.id, new, named)
    case .delete(let deleted, let named): (id, item, version) = (deleted, nil, named)
    }
    let record = records[id] ?? Record(item: nil, version: 0, sequence: 0)
    let isAsMeant =
      if let version { record.item != nil && record.version == version } else { record.item == nil }
    if !isAsMeant { return .conflict(record.item, version: record.version) }
    let done = put(id, item, key: request.key)
    let answer = item.map { PushAnswer.stored($0, version: done) } ?? .deleted(version: done)
    answers[request.key] = answer
    return answer
  }
}
