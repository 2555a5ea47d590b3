import Millrace
import MillraceCoding

/// The way between the messages of a store and those in a log.
struct SharedMessages<Message: Sendable> {
  /// Returns true for a message that other places take, too.
  let isShared: (Message) -> Bool
  let reach: (SchemaKind) -> SchemaReach
  let encode: (Message, RecordEncoder) throws -> (kind: SchemaKind, bytes: [UInt8])
  /// Returns a function that reads the messages of a kind; it throws for a kind that is not known.
  let reader: (SchemaKind) -> (_ bytes: [UInt8]) throws -> Message

  /// - Parameters:
  ///   - schema: The schema of what is shared.
  ///   - unwrap: A closure that returns what is shared of a message; nil for one that stays here.
  ///   - wrap: A closure that makes a message of what is shared.
  init<Shared>(
    _ schema: RecordSchema<Shared>, from unwrap: @escaping (Message) -> Shared?,
    as wrap: @escaping (Shared) -> Message
  ) {
    isShared = { unwrap($0) != nil }
    // Most entries are of the kind of the one before.
    var latest: (kind: SchemaKind, reach: SchemaReach, read: (@Sendable (any Decoder) throws -> Shared)?)?
    func look(_ kind: SchemaKind) -> (reach: SchemaReach, read: (@Sendable (any Decoder) throws -> Shared)?) {
      if let latest, latest.kind == kind { return (latest.reach, latest.read) }
      let found = (kind: kind, reach: schema.reach(of: kind), read: schema.reader(of: kind))
      latest = found
      return (found.reach, found.read)
    }
    reach = { look($0).reach }
    encode = { message, encoder in
      guard let shared = unwrap(message), let place = schema.place(of: shared) else {
        throw EncodingError.invalidValue(
          message, .init(codingPath: [], debugDescription: "the schema has no kind for it; add one"))
      }
      return (schema.kinds[place], try encoder.encode { try schema.encode(shared, at: place, to: $0) })
    }
    reader = { kind in
      guard let read = look(kind).read else {
        return { _ in
          throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "its kind is not known"))
        }
      }
      return { bytes in wrap(try bytes.withUnsafeBytes { try RecordDecoder().decode($0, read) }) }
    }
  }
}
