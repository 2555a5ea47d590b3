public import Millrace

/// Changes that a server carries out, and that the screen shows before it has.
///
/// A mutation has a name, a ``MutationQueue`` in the state, a function that wraps its messages, a function
/// that carries out a change, and a function that puts the server's answer into the state:
///
/// ```swift
/// let changes = StoreMutation("note", at: \Notebook.changes, { NotebookMessage.changes($0) }) {
///   change, context in
///   try await server.carryOut(change, key: context.key)
/// } confirmed: { notebook, change, note in
///   notes.set(note, for: note.id, in: &notebook)
/// }
/// // In the update:
/// case .rename(let id, let title): return changes(.rename(id, title))
/// case .changes(let message): return changes.update(&notebook, message)
/// ```
///
/// Changes are carried out one after another, in the order in which they were asked for, or one after another
/// within a scope. Without a connection they wait, and are carried out when it returns.
public final class StoreMutation<State, Message: Sendable, Change: Sendable, Answer: Sendable>: StateQuery {
  /// The name in labels of effects.
  public let name: String
  let path: any WritableKeyPath<State, MutationQueue<Change>> & Sendable
  let embed: @Sendable (MutationMessage<Change, Answer>) -> Message
  let scope: @Sendable (Change) -> EffectID
  /// True if another part of the program begins again what a process before this one had in flight.
  let resumesElsewhere: Bool
  let begin: @Sendable (PendingMutation<Change>) -> Effect<MutationMessage<Change, Answer>>
  let confirmed: @Sendable (inout State, Change, Answer) -> Effect<Message>
  let refused: @Sendable (inout State, Change, QueryFailure) -> Effect<Message>

  private init(
    _ name: String, at path: any WritableKeyPath<State, MutationQueue<Change>> & Sendable,
    _ embed: @escaping @Sendable (MutationMessage<Change, Answer>) -> Message,
    scope: (@Sendable (Change) -> EffectID)?, resumesElsewhere: Bool,
    begin: @escaping @Sendable (PendingMutation<Change>) -> Effect<MutationMessage<Change, Answer>>,
    confirmed: @escaping @Sendable (inout State, Change, Answer) -> Effect<Message>,
    refused: @escaping @Sendable (inout State, Change, QueryFailure) -> Effect<Message>
  ) {
    self.name = name
    self.path = path
    self.embed = embed
    let whole = EffectID(name)
    self.scope = scope ?? { _ in whole }
    self.resumesElsewhere = resumesElsewhere
    self.begin = begin
    self.confirmed = confirmed
    self.refused = refused
  }

  /// Creates a mutation.
  ///
  /// - Parameters:
  ///   - name: The name in labels of effects, unique among the mutations of a store.
  ///   - path: The property that holds the queue.
  ///   - embed: A function that wraps the mutation's messages into those of the state.
  ///   - scope: A function that returns the scope of a change. Changes of one scope are carried out one after
  ///     another, those of different scopes at the same time. By default all have the same.
  ///   - retry: The rule by which a failed attempt is repeated.
  ///   - perform: A function that carries out a change. It runs outside the store's isolation.
  ///   - confirmed: A function that puts the server's answer into the state, when the change is no longer
  ///     pending, and returns the effect that follows, such as an invalidation.
  ///   - refused: A function that is called when all attempts have failed and the change is no longer
  ///     pending.
  public convenience init(
    _ name: String, at path: any WritableKeyPath<State, MutationQueue<Change>> & Sendable,
    _ embed: @escaping @Sendable (MutationMessage<Change, Answer>) -> Message,
    scope: (@Sendable (Change) -> EffectID)? = nil, retry: QueryRetry = QueryRetry(),
    perform: @escaping @Sendable (Change, MutationContext) async throws -> Answer,
    confirmed: @escaping @Sendable (inout State, Change, Answer) -> Effect<Message>,
    refused: @escaping @Sendable (inout State, Change, QueryFailure) -> Effect<Message> = { _, _, _ in .none }
  ) {
    self.init(
      name, at: path, embed, scope: scope, resumesElsewhere: false,
      begin: { mutation in
        let task = MutationTask(name: name, number: mutation.number)
        // An attempt that runs in this process is not begun again by another `restarted(in:)`.
        let attempt = EffectID(MutationAttempt(task: task, failedAttempts: mutation.failedAttempts))
        return .run(in: .exhaust(attempt), label: EffectLabel(task)) { send in
          let environment = send.environment
          do {
            try await retry.wait(after: mutation.failedAttempts, environment)
            let context = MutationContext(
              key: mutation.key, environment: environment, failedAttempts: mutation.failedAttempts)
            await send(.succeeded(mutation.number, try await perform(mutation.change, context)))
          } catch {
            if Task.isCancelled { throw error }
            let failure = QueryFailure("\(error)", attempts: mutation.failedAttempts &+ 1)
            let isFinal = retry.isFinal(error, failedAttempts: mutation.failedAttempts)
            await send(.failed(mutation.number, failure, isFinal: isFinal))
          }
        } catch: { error in
          // Of an operator, such as a time-out.
          .failed(
            mutation.number, QueryFailure("\(error)", attempts: mutation.failedAttempts &+ 1), isFinal: true)
        }
      }, confirmed: confirmed, refused: refused)
  }

  /// Creates a mutation that an effect of the application carries out, such as a durable effect of a journal.
  ///
  /// The effect answers with one message, ``MutationMessage/succeeded(_:_:)`` or
  /// ``MutationMessage/failed(_:_:isFinal:)`` with the mutation's number. After a restart of the process it
  /// is begun again by the journal that keeps it, and not by ``restarted(in:)``.
  ///
  /// - Parameters:
  ///   - name: The name in labels of effects, unique among the mutations of a store.
  ///   - path: The property that holds the queue.
  ///   - embed: A function that wraps the mutation's messages into those of the state.
  ///   - scope: A function that returns the scope of a change; by default all have the same.
  ///   - begin: A function that returns the effect that carries out a mutation.
  ///   - confirmed: A function that puts the server's answer into the state.
  ///   - refused: A function that is called when the mutation has failed and is no longer pending.
  public convenience init(
    _ name: String, at path: any WritableKeyPath<State, MutationQueue<Change>> & Sendable,
    _ embed: @escaping @Sendable (MutationMessage<Change, Answer>) -> Message,
    scope: (@Sendable (Change) -> EffectID)? = nil,
    by begin: @escaping @Sendable (PendingMutation<Change>) -> Effect<MutationMessage<Change, Answer>>,
    confirmed: @escaping @Sendable (inout State, Change, Answer) -> Effect<Message>,
    refused: @escaping @Sendable (inout State, Change, QueryFailure) -> Effect<Message> = { _, _, _ in .none }
  ) {
    self.init(
      name, at: path, embed, scope: scope, resumesElsewhere: true, begin: begin, confirmed: confirmed,
      refused: refused)
  }
}
