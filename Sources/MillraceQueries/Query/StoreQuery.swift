import Millrace

/// A value that is fetched, such as from a server, for as long as the state asks for it, and kept in the
/// state.
///
/// A query has a name, a ``QueryCache`` in the state, a function that wraps its messages, a function that
/// returns the keys that a state asks for, and a function that fetches the value of a key:
///
/// ```swift
/// let notes = StoreQuery(
///   "note", at: \Notebook.notes, { NotebookMessage.notes($0) },
///   wanted: { notebook in notebook.open.map { [$0] } ?? [] },
///   policy: QueryPolicy(staleTime: .seconds(30))
/// ) { id, context in
///   try await server.note(id)
/// }
/// let store = Store(Notebook(), subscriptions: { notes.subscriptions($0) }) { notebook, message in
///   switch message {
///   case .notes(let message): return notes.update(&notebook, message)
///   case .open(let id): notebook.open = id
///   }
///   return .none
/// }
/// ```
///
/// The store fetches a key when the state begins to ask for it, with one request at a time, however many
/// screens ask. When the state no longer asks, the request is cancelled, and the value is kept for a time.
///
/// `Answer` is what a request returns, `Value` what the cache keeps; they differ only where answers are taken
/// apart, as into rows of a table.
public final class StoreQuery<
  State, Message: Sendable, Key: Hashable & Sendable, Answer: Sendable, Value: Equatable & Sendable
>: StateQuery {
  typealias Path = any WritableKeyPath<State, QueryCache<Key, Value>> & Sendable
  typealias Fetch = @Sendable (Key, QueryPart<Value>, QueryContext) async throws -> Answer
  typealias Fold = @Sendable (inout State, Value?, Answer, QueryDirection) -> Value

  /// The name in labels of effects and in errors, unique among the queries of a store.
  public let name: String
  /// The times and rules.
  public let policy: QueryPolicy
  @usableFromInline let path: any WritableKeyPath<State, QueryCache<Key, Value>> & Sendable
  /// The position of the cache in the state, if it is a stored property of a struct; nil for any other path.
  @usableFromInline let offset: Int?
  let embed: @Sendable (QueryMessage<Key, Answer>) -> Message
  let wanted: @Sendable (State) -> [Key]
  let tags: @Sendable (Key, Value?) -> [QueryTag]
  @usableFromInline let placeholder: (@Sendable (State, Key) -> Value?)?
  let rules: QueryRules<Value>
  let fetch: Fetch
  let fold: Fold
  /// The pending changes of each queue that the query applies.
  @usableFromInline let overlays: [QueryOverlay<State, Key, Value>]

  init(
    _ name: String, at path: Path, _ embed: @escaping @Sendable (QueryMessage<Key, Answer>) -> Message,
    wanted: @escaping @Sendable (State) -> [Key], policy: QueryPolicy,
    tags: @escaping @Sendable (Key, Value?) -> [QueryTag],
    placeholder: (@Sendable (State, Key) -> Value?)?,
    allows: @escaping @Sendable (Value?, QueryDirection) -> Bool = { $1 == .refresh },
    overlays: [QueryOverlay<State, Key, Value>] = [], fetch: @escaping Fetch, fold: @escaping Fold
  ) {
    self.name = name
    self.policy = policy
    self.path = path
    offset = MemoryLayout<State>.offset(of: path)
    self.embed = embed
    self.wanted = wanted
    self.tags = tags
    self.placeholder = placeholder
    rules = QueryRules(
      staleTime: policy.staleTime, keepsValues: policy.keepTime.map { $0 > .zero } ?? true,
      refetchesOnReconnect: policy.refetchesOnReconnect,
      refetchesOnFocus: policy.refetchesOnFocus, allows: allows)
    self.fetch = fetch
    self.fold = fold
    self.overlays = overlays
  }

  /// Creates a query whose answers are its values.
  ///
  /// - Parameters:
  ///   - name: The name in labels of effects and in errors, unique among the queries of a store.
  ///   - path: The property that holds the cache.
  ///   - embed: A function that wraps the query's messages into those of the state.
  ///   - wanted: A function that returns the keys that a state asks for. It may read other queries, so that
  ///     a query depends on another's value.
  ///   - policy: The times and rules.
  ///   - tags: A function that returns the tags of a value, by which it is invalidated.
  ///   - placeholder: A function that returns the value to show while there is none.
  ///   - fetch: A function that fetches the value of a key. It runs outside the store's isolation, and is
  ///     cancelled when interest in the key ends.
  public convenience init(
    _ name: String, at path: any WritableKeyPath<State, QueryCache<Key, Value>> & Sendable,
    _ embed: @escaping @Sendable (QueryMessage<Key, Answer>) -> Message,
    wanted: @escaping @Sendable (State) -> [Key] = { _ in [] }, policy: QueryPolicy = QueryPolicy(),
    tags: @escaping @Sendable (Key, Value?) -> [QueryTag] = { _, _ in [] },
    placeholder: (@Sendable (State, Key) -> Value?)? = nil,
    fetch: @escaping @Sendable (Key, QueryContext) async throws -> Answer
  ) where Answer == Value {
    self.init(
      name, at: path, embed, wanted: wanted, policy: policy, tags: tags, placeholder: placeholder,
      fetch: { key, _, context in try await fetch(key, context) }, fold: { _, _, answer, _ in answer })
  }

  /// Creates a query whose answers are taken apart, such as into a table of rows that several queries share.
  ///
  /// - Parameters:
  ///   - name: The name in labels of effects and in errors, unique among the queries of a store.
  ///   - path: The property that holds the cache.
  ///   - embed: A function that wraps the query's messages into those of the state.
  ///   - wanted: A function that returns the keys that a state asks for.
  ///   - policy: The times and rules.
  ///   - tags: A function that returns the tags of a value, by which it is invalidated.
  ///   - placeholder: A function that returns the value to show while there is none.
  ///   - keep: A function that puts the parts of an answer into the state, and returns the value to keep.
  ///   - fetch: A function that fetches the answer for a key.
  public convenience init(
    _ name: String, at path: any WritableKeyPath<State, QueryCache<Key, Value>> & Sendable,
    _ embed: @escaping @Sendable (QueryMessage<Key, Answer>) -> Message,
    wanted: @escaping @Sendable (State) -> [Key] = { _ in [] }, policy: QueryPolicy = QueryPolicy(),
    tags: @escaping @Sendable (Key, Value?) -> [QueryTag] = { _, _ in [] },
    placeholder: (@Sendable (State, Key) -> Value?)? = nil,
    keep: @escaping @Sendable (inout State, Answer) -> Value,
    fetch: @escaping @Sendable (Key, QueryContext) async throws -> Answer
  ) {
    self.init(
      name, at: path, embed, wanted: wanted, policy: policy, tags: tags, placeholder: placeholder,
      fetch: { key, _, context in try await fetch(key, context) },
      fold: { state, _, answer, _ in keep(&state, answer) })
  }
}
