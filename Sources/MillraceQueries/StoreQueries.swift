public import Millrace

/// A query or a mutation of a state, as the events of the whole application reach it.
public protocol StateQuery<State, Message>: Sendable {
  /// The state that holds its cache or queue.
  associatedtype State
  /// The messages of that state.
  associatedtype Message: Sendable

  /// Returns the subscriptions by which it follows the state's interest.
  func subscriptions(_ state: State) -> [StoreSubscription<Message>]
  /// Fetches stale watched values, when the application has returned to the front.
  func focused(in state: inout State) -> Effect<Message>
  /// Takes the loss or the return of the connection.
  func connected(_ isOnline: Bool, in state: inout State) -> Effect<Message>
  /// Continues after another process, whose state this one has restored.
  func restarted(in state: inout State) -> Effect<Message>
  /// Marks the values with one of these tags as stale, and fetches those that are watched.
  func invalidate(_ invalid: [QueryTag], in state: inout State) -> Effect<Message>
}

/// A query or a mutation with a name, or a group of them.
protocol NamedQuery {
  /// The kinds and names.
  var names: [String] { get }
}

/// All queries and mutations of a state, for the events of the whole application.
///
/// ```swift
/// let queries = StoreQueries(notes, folders, changes)
/// let store = Store(Notebook(), subscriptions: { queries.subscriptions($0) }) { notebook, message in
///   switch message {
///   case .becameActive: return queries.focused(in: &notebook)
///   case .connection(let isOnline): return queries.connected(isOnline, in: &notebook)
///   …
/// ```
public struct StoreQueries<State, Message: Sendable>: StateQuery {
  private let members: [any StateQuery<State, Message>]

  /// Creates a group.
  ///
  /// - Precondition: The queries have different names, and so have the mutations.
  public init(_ members: any StateQuery<State, Message>...) {
    self.members = members
    var names: Set<String> = []
    for name in self.names {
      precondition(
        names.insert(name).inserted, "Two members of a `StoreQueries` are the \(name); name each differently."
      )
    }
  }

  /// Returns the subscriptions of all members, for the store.
  public func subscriptions(_ state: State) -> [StoreSubscription<Message>] {
    members.flatMap { $0.subscriptions(state) }
  }

  /// Fetches stale watched values, when the application has returned to the front.
  public func focused(in state: inout State) -> Effect<Message> {
    .merge(members.map { $0.focused(in: &state) })
  }

  /// Takes the loss or the return of the connection: requests and changes wait, or are carried out.
  public func connected(_ isOnline: Bool, in state: inout State) -> Effect<Message> {
    .merge(members.map { $0.connected(isOnline, in: &state) })
  }

  /// Continues after another process, whose state this one has restored, such as from a journal.
  public func restarted(in state: inout State) -> Effect<Message> {
    .merge(members.map { $0.restarted(in: &state) })
  }

  /// Marks the values with one of these tags as stale in all queries, and fetches those that are watched.
  public func invalidate(_ invalid: [QueryTag], in state: inout State) -> Effect<Message> {
    .merge(members.map { $0.invalidate(invalid, in: &state) })
  }
}

extension StoreQueries: NamedQuery {
  var names: [String] { members.flatMap { ($0 as? any NamedQuery)?.names ?? [] } }
}

extension StoreQuery: NamedQuery {
  var names: [String] { ["query `\(name)`"] }
}

extension StoreMutation: NamedQuery {
  var names: [String] { ["mutation `\(name)`"] }
}
