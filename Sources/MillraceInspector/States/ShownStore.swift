import Millrace
import MillraceCoding

/// A store with schemas, its types erased; used at the flow's home.
protocol ShownStore: AnyObject {
  var codec: ShownStoreCodec { get }
  /// Returns the part of a turn's message that the schema writes; nil for nothing.
  func kept(_ message: any Sendable) -> (any Sendable)?
  /// Copies the state, and returns a closure that encodes the copy on the work queue; nil if the store has
  /// ended.
  ///
  /// - Parameter connection: The number of the connection that gets the sample.
  func capture(for connection: Int) -> (@Sendable () throws -> SampledState)?
  /// Makes the next sample a whole one.
  func forgetMarks()
  /// A copy of the state; nil if the store has ended.
  var state: (any Sendable)? { get }
  /// Puts a state in the place of the present one, and calls the observers.
  func replace(_ state: any Sendable)
  /// Sends a message; returns false if the store was shown without a way to send.
  func send(_ message: any Sendable) -> Bool
}

/// The part of a shown store that any thread may use.
struct ShownStoreCodec: Sendable {
  let name: String
  let messageKinds: [SchemaKind]
  let stateKinds: [SchemaKind]
  /// Encodes the part of a message that `kept` has returned.
  let encode: @Sendable (_ message: any Sendable, _ encoder: RecordEncoder) throws -> EncodedValue?
  let state: @Sendable (SentValue) throws -> any Sendable
  let message: @Sendable (SentValue) throws -> any Sendable
  /// Begins a computation with a state; nil for the state in which the store was shown first.
  let fold: @Sendable (SentValue?) throws -> any StoreFold
}

/// A state to which messages are added one by one.
///
/// One thread at a time uses it: messages are added on any, and taken at home.
protocol StoreFold: AnyObject, Sendable {
  /// Adds a message that is taken later.
  func add(_ message: SentValue) throws
  /// Takes the next message, at home; at the time of its turn, if that has read it.
  func takeNext(at time: Timestamp?)
  /// Copies the state, at home, and returns a closure that encodes the copy on any thread.
  func capture() -> @Sendable () throws -> EncodedValue
}

final class TypedShownStore<State: Sendable, Message: Sendable>: ShownStore {
  let codec: ShownStoreCodec
  private let keep: (any Sendable) -> Message?
  private let keepsAll: Bool
  private let read: () -> State?
  private let put: (State) -> Void
  private let post: ((Message) -> Void)?
  private let states: RecordSchema<State>
  private let tables: StoreTables<State>?

  /// Creates a shown store.
  ///
  /// - Parameters:
  ///   - recordable: The store's schemas and functions, which are kept except for `state` and `replace`.
  ///   - read: A function that returns a copy of the state; nil if the store has ended.
  ///   - put: A function that replaces the state.
  ///   - post: A function that sends a message; nil if there is none.
  ///   - tables: The tables whose changes alone are sampled.
  ///   - hidden: The hidden paths of the store.
  init(
    _ recordable: Recordable<State, Message>, state read: @escaping () -> State?,
    replace put: @escaping (State) -> Void, send post: ((Message) -> Void)?,
    tables: [any StateTable<State>] = [], hiding hidden: [[String]] = []
  ) {
    keep = recordable.kept
    keepsAll = recordable.keepsAll
    self.read = read
    self.put = put
    self.post = post
    let (states, messages) = (recordable.states, recordable.messages)
    self.states = states
    self.tables = tables.isEmpty ? nil : StoreTables(tables, states, hiding: hidden)
    let first = recordable.state()
    let (flow, update) = (recordable.flow, recordable.change)
    let change = HomeFunction<State, Message> { [weak flow] state, message, time in
      // The inspector does not keep the flow alive.
      guard let flow else { return update(&state, message) }
      flow.takingAgain(at: time) { update(&state, message) }
    }
    codec = ShownStoreCodec(
      name: recordable.name, messageKinds: messages.kinds, stateKinds: states.kinds,
      encode: { message, encoder in
        try (message as? Message).map { try EncodedValue($0, messages, encoder) }
      },
      state: { try $0.decoded(states) }, message: { try $0.decoded(messages) },
      fold: { state in
        TypedStoreFold(try state?.decoded(states) ?? first, states, messages, change)
      })
  }

  func kept(_ message: any Sendable) -> (any Sendable)? {
    // Not unwrapped and wrapped again, which would copy it.
    if keepsAll && type(of: message) == Message.self { return message }
    return keep(message)
  }

  func capture(for connection: Int) -> (@Sendable () throws -> SampledState)? {
    guard let state = read() else { return nil }
    if let tables { return tables.capture(state, for: connection) }
    return { [states] in
      let encoded = try EncodedValue(state, states, RecordEncoder())
      return SampledState(value: try JournalValue(cbor: encoded.cbor), kind: encoded.kind)
    }
  }

  func forgetMarks() { tables?.forget() }

  var state: (any Sendable)? { read() }

  func replace(_ state: any Sendable) {
    if let state = state as? State { put(state) }
  }

  func send(_ message: any Sendable) -> Bool {
    guard let post, let message = message as? Message else { return false }
    post(message)
    return true
  }
}

/// An update that is called at home only, on its way through other threads.
private struct HomeFunction<State, Message>: @unchecked Sendable {
  // Sound: only a fold calls it, at the flow's home.
  let change: (inout State, Message, Timestamp?) -> Void

  init(_ change: @escaping (inout State, Message, Timestamp?) -> Void) {
    self.change = change
  }
}

private final class TypedStoreFold<State: Sendable, Message: Sendable>: StoreFold, @unchecked Sendable {
  // Sound: a computation passes its folds from thread to thread, and one at a time uses them.
  private var state: State
  private let states: RecordSchema<State>
  private let messages: RecordSchema<Message>
  private let change: HomeFunction<State, Message>
  private var waiting: [Message] = []
  private var next = 0

  init(
    _ state: State, _ states: RecordSchema<State>, _ messages: RecordSchema<Message>,
    _ change: HomeFunction<State, Message>
  ) {
    self.state = state
    self.states = states
    self.messages = messages
    self.change = change
  }

  func add(_ message: SentValue) throws { waiting.append(try message.decoded(messages)) }

  func takeNext(at time: Timestamp?) {
    guard next < waiting.count else { return }
    change.change(&state, waiting[next], time)
    next += 1
  }

  func capture() -> @Sendable () throws -> EncodedValue {
    let (state, states) = (state, states)
    return { try EncodedValue(state, states, RecordEncoder()) }
  }
}
