import Millrace
import MillraceQueries
import MillraceTesting

/// A state with the queries that these tests use: notes by id, lists of ids by folder, and pending changes.
struct Notebook: Equatable, Codable, Sendable {
  var open: Set<Int> = []
  var folders: [String] = []
  var notes = QueryCache<Int, Note>()
  var lists = QueryCache<String, [Int]>()
  var rows = RowTable<Int, Note>()
  var changes = MutationQueue<NoteChange>()
  var refusals: [String] = []
}

struct Note: Equatable, Codable, Sendable, Identifiable {
  var id: Int
  var title: String
  var version = 0
}

enum NoteChange: Hashable, Codable, Sendable {
  case rename(Int, String)
  case delete(Int)
}

enum NotebookMessage: Sendable, Equatable, Codable {
  case open(Int)
  case close(Int)
  case showFolder(String)
  case hideFolders
  case notes(QueryMessage<Int, Note>)
  case lists(QueryMessage<String, [Note]>)
  case changes(MutationMessage<NoteChange, Note?>)
  case change(NoteChange)
  case refetch(Int)
  case prefetch(Int)
  case invalidate(QueryTag)
  case focus
  case online(Bool)
  case restarted
  case logout
  case edit(Int, String)
}

/// A stand-in for a server that answers at once, as its closures say.
final class NoteServer: Sendable {
  struct Failure: Error, CustomStringConvertible {
    var description: String { "the server is away" }
  }

  let fetched = Locked<[String]>([])
  let performed = Locked<[String]>([])
  let answerNote: Locked<@Sendable (Int, Int) async throws -> Note>
  let answerList: Locked<(@Sendable (String) async throws -> [Note])?> = Locked(nil)
  let answerChange: Locked<@Sendable (NoteChange) async throws -> Note?>

  init(
    note: @escaping @Sendable (Int, Int) async throws -> Note = { id, count in
      Note(id: id, title: "note \(id)", version: count)
    },
    change: @escaping @Sendable (NoteChange) async throws -> Note? = { change in
      switch change {
      case .rename(let id, let title): Note(id: id, title: title, version: 100)
      case .delete: nil
      }
    }
  ) {
    answerNote = Locked(note)
    answerChange = Locked(change)
  }

  /// The answer depends on the number of this request, from 1.
  func note(_ id: Int) async throws -> Note {
    let count = fetched.withLock { fetched in
      fetched.append("note \(id)")
      return fetched.count
    }
    return try await answerNote.withLock { $0 }(id, count)
  }

  func list(_ folder: String) async throws -> [Note] {
    let count = fetched.withLock { fetched in
      fetched.append("list \(folder)")
      return fetched.count
    }
    if let answer = answerList.withLock({ $0 }) { return try await answer(folder) }
    return [Note(id: 1, title: "\(folder) 1", version: count), Note(id: 2, title: "\(folder) 2")]
  }

  func carryOut(_ change: NoteChange, key: String) async throws -> Note? {
    performed.withLock { $0.append("\(change) \(key)") }
    return try await answerChange.withLock { $0 }(change)
  }

  var fetches: [String] { fetched.withLock { $0 } }
}

/// The queries and the mutation of a notebook.
struct NotebookQueries: Sendable {
  let notes: StoreQuery<Notebook, NotebookMessage, Int, Note, Note>
  let lists: StoreQuery<Notebook, NotebookMessage, String, [Note], [Int]>
  let changes: StoreMutation<Notebook, NotebookMessage, NoteChange, Note?>
  let all: StoreQueries<Notebook, NotebookMessage>

  init(
    _ server: NoteServer, policy: QueryPolicy = QueryPolicy(staleTime: .seconds(30)),
    retry: QueryRetry? = nil,
    changesBy begin: (
      @Sendable (PendingMutation<NoteChange>) -> Effect<MutationMessage<NoteChange, Note?>>
    )? =
      nil
  ) {
    let notes = StoreQuery(
      "note", at: \Notebook.notes, { NotebookMessage.notes($0) }, wanted: { $0.open.sorted() },
      policy: policy,
      tags: { id, _ in ["note", QueryTag("note", id)] },
      placeholder: { notebook, id in notebook.rows[id] }
    ) { id, _ in
      try await server.note(id)
    }
    .applying(\.changes) { note, id, change in
      switch change {
      case .rename(id, let title): note?.title = title
      case .delete(id): note = nil
      default: break
      }
    }
    let lists = StoreQuery(
      "list", at: \Notebook.lists, rows: \Notebook.rows, { NotebookMessage.lists($0) },
      wanted: { $0.folders },
      policy: policy, tags: { _, ids in (ids ?? []).map { QueryTag("note", $0) } }
    ) { folder, _ in
      try await server.list(folder)
    }
    .applying(\.changes) { ids, _, change in
      if case .delete(let id) = change { ids?.removeAll { $0 == id } }
    }
    let confirmed: @Sendable (inout Notebook, NoteChange, Note?) -> Effect<NotebookMessage> = {
      notebook, change, note in
      if let note { return notes.set(note, for: note.id, in: &notebook) }
      return .merge(notes.confirm(change, in: &notebook), lists.confirm(change, in: &notebook))
    }
    let refused: @Sendable (inout Notebook, NoteChange, QueryFailure) -> Effect<NotebookMessage> = {
      notebook, change, failure in
      notebook.refusals.append("\(change): \(failure)")
      return .none
    }
    changes =
      if let begin {
        StoreMutation(
          "note", at: \Notebook.changes, { NotebookMessage.changes($0) }, by: begin, confirmed: confirmed,
          refused: refused)
      } else {
        StoreMutation(
          "note", at: \Notebook.changes, { NotebookMessage.changes($0) }, retry: retry ?? .never,
          perform: { change, context in try await server.carryOut(change, key: context.key) },
          confirmed: confirmed, refused: refused)
      }
    self.notes = notes
    self.lists = lists
    all = StoreQueries(notes, lists, changes)
  }

  func update(_ notebook: inout Notebook, _ message: NotebookMessage) -> Effect<NotebookMessage> {
    switch message {
    case .open(let id): notebook.open.insert(id)
    case .close(let id): notebook.open.remove(id)
    case .showFolder(let name): notebook.folders.append(name)
    case .hideFolders: notebook.folders = []
    case .notes(let message): return notes.update(&notebook, message)
    case .lists(let message): return lists.update(&notebook, message)
    case .changes(let message): return changes.update(&notebook, message)
    case .change(let change): return changes(change)
    case .refetch(let id): return notes.refetch(id, in: &notebook)
    case .prefetch(let id): return notes.prefetch(id, in: &notebook)
    case .invalidate(let tag): return all.invalidate([tag], in: &notebook)
    case .focus: return all.focused(in: &notebook)
    case .online(let isOnline): return all.connected(isOnline, in: &notebook)
    case .restarted: return all.restarted(in: &notebook)
    case .edit(let id, let title): return notes.edit(id, in: &notebook) { $0.title = title }
    case .logout:
      notebook.open = []
      return .merge(notes.removeAll(in: &notebook), lists.removeAll(in: &notebook))
    }
    return .none
  }

  func store(
    _ notebook: Notebook = Notebook(), name: String? = nil, flow: Flow? = nil,
    environment: StoreEnvironment? = nil,
    isolation: isolated (any Actor)? = #isolation
  ) -> Store<Notebook, NotebookMessage> {
    Store(
      notebook, name: name, flow: flow, environment: environment, subscriptions: { all.subscriptions($0) },
      isolation: isolation, update: update)
  }
}

extension ManualClock {
  /// An environment with this clock, and dates that follow it.
  var environment: StoreEnvironment {
    StoreEnvironment(
      clock: self, random: .seeded(1), identifiers: .counting(),
      dates: DateSource { Timestamp(sinceEpoch: self.now.offset) })
  }
}
