public import Millrace
import MillraceCoding
import MillraceSupport

// The stores of a replica, and the messages that are sent to them.
extension Replica {
  /// Shares the turns of a store from now on.
  ///
  /// Its present state is the one before the first entry of the log, and must be equal in all places.
  ///
  /// - Parameters:
  ///   - store: The store, which the replica retains.
  ///   - state: The schema of its states.
  ///   - messages: The schema of its messages.
  ///   - rules: The version of the update's rules, from 1. Raise it when the same message leads to another
  ///     state than before.
  ///   - earlier: The updates of earlier versions, by which their entries are taken. A replica that does not
  ///     know the version of an entry waits for another release.
  ///   - refused: A closure that receives each message sent here that the update did not accept at its place
  ///     in the log, see `Effect.unhandled`, or that the log's server refused. Without it, refusals of the
  ///     server go to the replica's `errorHandler`.
  /// - Throws: ``ReplicaError`` for a store of another flow or of another replica, a name that is taken or
  ///   that no log accepts, an invalid schema or version, and after the start.
  public func share<State: Sendable, Message: Sendable>(
    _ store: Store<State, Message>, state: RecordSchema<State>, messages: RecordSchema<Message>,
    rules: Int = 1, earlier: [Int: (inout State, Message) -> Effect<Message>] = [:],
    refused: ((ReplicaRefusal<State, Message>) -> Void)? = nil
  ) throws(ReplicaError) {
    try share(
      store, state: state, messages: messages, from: { $0 }, as: { $0 }, rules: rules, earlier: earlier,
      refused: refused)
  }

  /// Shares the turns of some of a store's messages from now on.
  ///
  /// A message that is not shared has its turn and its effects here only. It must not change the state, or
  /// its change is lost with the next entry that comes from another place.
  ///
  /// The inputs of a machine of Harvest are shared so; the machine's own messages stay here:
  ///
  /// ```swift
  /// try replica.share(
  ///   harvester.store, state: RecordSchema("door"), messages: RecordSchema("door-input"),
  ///   from: { if case .input(let input) = $0 { input } else { nil } }, as: { .input($0) })
  /// ```
  ///
  /// - Parameters:
  ///   - store: The store, which the replica retains.
  ///   - state: The schema of its states.
  ///   - messages: The schema of what is shared of its messages.
  ///   - unwrap: A closure that returns what is shared of a message; nil for one that stays here.
  ///   - wrap: A closure that makes a message of what is shared.
  ///   - rules: The version of the update's rules.
  ///   - earlier: The updates of earlier versions.
  ///   - refused: A closure that receives each message sent here that was refused.
  /// - Throws: The errors of ``share(_:state:messages:rules:earlier:refused:)``.
  public func share<State: Sendable, Message: Sendable, Shared: Sendable>(
    _ store: Store<State, Message>, state: RecordSchema<State>, messages: RecordSchema<Shared>,
    from unwrap: @escaping (Message) -> Shared?, as wrap: @escaping (Shared) -> Message,
    rules: Int = 1, earlier: [Int: (inout State, Message) -> Effect<Message>] = [:],
    refused: ((ReplicaRefusal<State, Message>) -> Void)? = nil
  ) throws(ReplicaError) {
    let name = store.storeName
    if isStarted { throw .alreadyStarted(what: "sharing the store `\(name)`") }
    if store.flow !== flow { throw .otherFlow(store: name) }
    if stores[ExactText(name)] != nil { throw .nameTaken(store: name) }
    if store.isShared { throw .sharedElsewhere(store: name) }
    let flaws =
      state.flaws + messages.flaws + LogEntry.flaws(ofStore: name, kinds: messages.kinds, rules: rules)
    if !flaws.isEmpty { throw .schema(store: name, flaws: flaws) }
    let shared = TypedSharedStore(
      store, states: state, messages: SharedMessages(messages, from: unwrap, as: wrap), rules: rules,
      earlier: earlier, refused: refused)
    stores[ExactText(name)] = shared
    store.share { [weak self, weak shared] message, effect in
      guard let self, let shared, !effect.isUnhandled, shared.messages.isShared(message) else {
        return effect
      }
      do throws(ReplicaError) {
        _ = try line(up: message, of: shared, isShown: true)
        return effect.earlyParts
      } catch {
        report(error)
        shared.takeBack()
        home.run { $0.settle() }
        return .none
      }
    }
  }

  /// Returns the messages of a shared store that wait for the log, in order.
  ///
  /// Use it to mark what is on its way. It changes when a message is sent, and when ``statusHandler`` is
  /// called. O(n) in the messages.
  ///
  /// - Throws: ``ReplicaError/notShared(store:)``.
  public func pending<State: Sendable, Message: Sendable>(
    of store: Store<State, Message>
  ) throws(ReplicaError) -> [Message] {
    guard let shared = stores[ExactText(store.storeName)] as? TypedSharedStore<State, Message>,
      shared.store === store
    else { throw .notShared(store: store.storeName) }
    return shared.pendingMessages
  }

  /// Makes an entry of a message, and returns its ticket.
  func line<State, Message>(
    up message: Message, of shared: TypedSharedStore<State, Message>, isShown: Bool,
    answer: ((State, UInt64, Bool) -> Void)? = nil
  ) throws(ReplicaError) -> UInt64 {
    let (kind, bytes): (SchemaKind, [UInt8])
    do { (kind, bytes) = try shared.encode(message) } catch {
      throw .unshareable(
        store: shared.name, reason: "it cannot be encoded: \(CodingReason.text(error))")
    }
    if bytes.count > LogEntry.messageLimit {
      throw .unshareable(
        store: shared.name,
        reason: "it has \(bytes.count) bytes in CBOR, and the limit is \(LogEntry.messageLimit)")
    }
    let time = flow.environment.dates.now().sinceEpoch.wholeNanoseconds
    let (entry, ticket) = machine.add { number in
      LogEntry(
        writer: writer, number: number, store: shared.name, kind: kind, rules: shared.rules, time: time,
        message: bytes)
    }
    shared.add(message, ticket: ticket, isShown: isShown, answer: answer)
    places[ticket] = shared
    keeper?.keep(.pending(entry))
    advance()
    return ticket
  }
}
