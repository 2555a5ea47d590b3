import Millrace

/// A recorded store with its types erased, used at the flow's home.
protocol JournaledStore: AnyObject {
  var name: String { get }
  var codec: JournaledStoreCodec { get }
  /// The number of recordable turns that the store took before the journal was started.
  var earlyTurns: Int { get set }

  /// Returns the part of a message to record; nil for nothing.
  func kept(_ message: any Sendable) -> (any Sendable)?
  /// Copies the state, and returns a closure that encodes the copy on any thread.
  func capture() -> @Sendable () throws -> EncodedValue
  /// Returns a fold that begins with the state at the store's registration.
  func fold() -> any Fold
  /// Returns a fold that begins with a recorded state.
  func fold(_ kind: SchemaKind, _ bytes: UnsafeRawBufferPointer) throws -> any Fold
  /// Replaces the store's state by that of a fold.
  func take(_ fold: any Fold)
}

/// A value encoded as one of its schema's kinds.
struct EncodedValue {
  /// The index of the kind in the schema.
  let place: Int
  let bytes: [UInt8]
}

/// The part of a recorded store that other threads may use.
///
/// It is an immutable class, because every turn looks it up.
final class JournaledStoreCodec: Sendable {
  /// A function that encodes a message and lends its bytes, with the index of its kind.
  typealias WithMessage =
    @Sendable (
      _ message: any Sendable, _ encoder: RecordEncoder, _ body: (Int, UnsafeRawBufferPointer) throws -> Void
    ) throws -> Void

  let name: String
  let messageKinds: [SchemaKind]
  let stateKinds: [SchemaKind]
  let withMessage: WithMessage
  let reachOfMessage: @Sendable (SchemaKind) -> SchemaReach

  init(
    name: String, messageKinds: [SchemaKind], stateKinds: [SchemaKind], withMessage: @escaping WithMessage,
    reachOfMessage: @escaping @Sendable (SchemaKind) -> SchemaReach
  ) {
    self.name = name
    self.messageKinds = messageKinds
    self.stateKinds = stateKinds
    self.withMessage = withMessage
    self.reachOfMessage = reachOfMessage
  }
}

/// A state to which recorded messages are added one by one.
protocol Fold: AnyObject {
  var value: any Sendable { get }
  /// Prepares for messages of a kind, later identified by the number; returns false without a migration from
  /// that kind.
  func learn(_ kind: SchemaKind, number: Int) -> Bool
  /// Adds a message of a prepared kind, whose turn was at a time in nanoseconds since 1970.
  func add(_ bytes: UnsafeRawBufferPointer, kind number: Int, at time: Int64) throws
}

final class TypedJournaledStore<State: Sendable, Message: Sendable>: JournaledStore {
  let recordable: Recordable<State, Message>
  let codec: JournaledStoreCodec
  var earlyTurns = 0
  private let first: State

  var name: String { recordable.name }

  init(_ recordable: Recordable<State, Message>) {
    self.recordable = recordable
    first = recordable.state()
    let messages = recordable.messages
    codec = JournaledStoreCodec(
      name: recordable.name, messageKinds: messages.kinds, stateKinds: recordable.states.kinds,
      withMessage: { message, encoder, body in
        // `kept` returns only messages of this type.
        guard let message = message as? Message else { return }
        let place = try Self.place(of: message, messages)
        try encoder.withEncoded({ try messages.encode(message, at: place, to: $0) }, { try body(place, $0) })
      },
      reachOfMessage: { messages.reach(of: $0) })
  }

  func kept(_ message: any Sendable) -> (any Sendable)? {
    // Not unwrapped and wrapped again, which would copy it.
    if recordable.keepsAll && type(of: message) == Message.self { return message }
    return recordable.kept(message)
  }

  func capture() -> @Sendable () throws -> EncodedValue {
    let (state, states) = (recordable.state(), recordable.states)
    return { try Self.encode(state, states) }
  }

  func fold() -> any Fold { RecordedFold(first, recordable) }

  func fold(_ kind: SchemaKind, _ bytes: UnsafeRawBufferPointer) throws -> any Fold {
    let states = recordable.states
    return RecordedFold(
      try RecordDecoder().decode(bytes) { try states.decode(kind, from: $0) }, recordable)
  }

  func take(_ fold: any Fold) {
    if let state = fold.value as? State { recordable.replace(state) }
  }

  private static func encode<Value>(_ value: Value, _ schema: RecordSchema<Value>) throws -> EncodedValue {
    let place = try place(of: value, schema)
    return EncodedValue(
      place: place, bytes: try RecordEncoder().encode { try schema.encode(value, at: place, to: $0) })
  }

  private static func place<Value>(of value: Value, _ schema: RecordSchema<Value>) throws -> Int {
    if let place = schema.place(of: value) { return place }
    throw EncodingError.invalidValue(
      value, .init(codingPath: [], debugDescription: "the schema has no kind for a \(type(of: value))"))
  }
}

final class RecordedFold<State: Sendable, Message: Sendable>: Fold {
  // Sound: a fold is used by one thread at a time, and what changes the state cannot reach the fold.
  @exclusivity(unchecked) private var state: State
  private let change: (inout State, Message) -> Void
  private let flow: Flow
  private let messages: RecordSchema<Message>
  private var readers: [Int: @Sendable (any Decoder) throws -> Message] = [:]
  /// The reader of the previous message's kind; most stores have messages of one kind only.
  private var reader: (@Sendable (any Decoder) throws -> Message)?
  private var kind = -1
  private let decoder = RecordDecoder()

  init(_ state: State, _ recordable: Recordable<State, Message>) {
    self.state = state
    change = recordable.change
    flow = recordable.flow
    messages = recordable.messages
  }

  var value: any Sendable { state }

  func learn(_ kind: SchemaKind, number: Int) -> Bool {
    readers[number] = messages.reader(of: kind)
    return readers[number] != nil
  }

  func add(_ bytes: UnsafeRawBufferPointer, kind number: Int, at time: Int64) throws {
    if number != kind {
      reader = readers[number]
      kind = number
    }
    guard let reader else { return }
    let message = try decoder.decode(bytes, reader)
    flow.takingAgain(at: Timestamp(journalTime: time)) { change(&state, message) }
  }
}
