import Millrace

/// A state that a journal keeps, whatever its types are; used at the flow's home.
protocol Participant: AnyObject {
  var name: String { get }
  var flow: Flow { get }
  var codec: ParticipantCodec { get }
  /// How many turns with something to keep it has taken before the journal was started.
  var earlyTurns: Int { get set }

  /// What is to be kept of a turn's message; nil for nothing.
  func kept(_ message: any Sendable) -> (any Sendable)?
  /// Copies the state, and gives what encodes the copy anywhere.
  func capture() -> @Sendable () throws -> EncodedValue
  /// A fold that begins with the state that there was when it was recorded first.
  func fold() -> any Fold
  /// A fold that begins with a recorded state.
  func fold(_ kind: SchemaKind, _ bytes: UnsafeRawBufferPointer) throws -> any Fold
  /// Puts the state of a fold in the place of the one there is.
  func take(_ fold: any Fold)
}

/// A value in the form of one of its schema's kinds.
struct EncodedValue {
  /// The place of the kind among the schema's.
  let place: Int
  let bytes: [UInt8]
}

/// What of a participant other threads may use.
///
/// A class, because it is looked up for every turn and changed never.
final class ParticipantCodec: Sendable {
  /// Encodes a message and lends its bytes, with the place of its kind among the kinds.
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
  /// The state as it is now.
  var value: any Sendable { get }
  /// Prepares for messages of a kind, which is found again by the number; false when there is no way from that kind to
  /// today's.
  func learn(_ kind: SchemaKind, number: Int) -> Bool
  /// Adds a message of a kind that was learnt.
  func add(_ bytes: UnsafeRawBufferPointer, kind number: Int) throws
}

final class RecordedParticipant<State: Sendable, Message: Sendable>: Participant {
  let recordable: Recordable<State, Message>
  let codec: ParticipantCodec
  var earlyTurns = 0
  private let first: State

  var name: String { recordable.name }
  var flow: Flow { recordable.flow }

  init(_ recordable: Recordable<State, Message>) {
    self.recordable = recordable
    first = recordable.state()
    let messages = recordable.messages
    codec = ParticipantCodec(
      name: recordable.name, messageKinds: messages.kinds, stateKinds: recordable.states.kinds,
      withMessage: { message, encoder, body in
        // What `kept` answers is one.
        guard let message = message as? Message else { return }
        let place = try Self.place(of: message, messages)
        try encoder.withEncoded({ try messages.encode(message, at: place, to: $0) }, { try body(place, $0) })
      },
      reachOfMessage: { messages.reach(of: $0) })
  }

  func kept(_ message: any Sendable) -> (any Sendable)? { recordable.kept(message) }

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
      value, .init(codingPath: [], debugDescription: "there is no kind for a \(type(of: value))"))
  }
}

final class RecordedFold<State: Sendable, Message: Sendable>: Fold {
  // Sound: a fold is used by one thread at a time, and what changes the state cannot reach the fold.
  @exclusivity(unchecked) private var state: State
  private let change: (inout State, Message) -> Void
  private let messages: RecordSchema<Message>
  private var readers: [Int: @Sendable (any Decoder) throws -> Message] = [:]
  /// The one that was used last: of most stores all messages are of one kind.
  private var reader: (@Sendable (any Decoder) throws -> Message)?
  private var kind = -1
  private let decoder = RecordDecoder()

  init(_ state: State, _ recordable: Recordable<State, Message>) {
    self.state = state
    change = recordable.change
    messages = recordable.messages
  }

  var value: any Sendable { state }

  func learn(_ kind: SchemaKind, number: Int) -> Bool {
    readers[number] = messages.reader(of: kind)
    return readers[number] != nil
  }

  func add(_ bytes: UnsafeRawBufferPointer, kind number: Int) throws {
    if number != kind {
      reader = readers[number]
      kind = number
    }
    if let reader { change(&state, try decoder.decode(bytes, reader)) }
  }
}
