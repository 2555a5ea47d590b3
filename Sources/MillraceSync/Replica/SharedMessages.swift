import Millrace
import MillraceCoding

/// The way between the messages of a store and those in a log.
struct SharedMessages<Message: Sendable> {
  /// Returns true for a message that other places take, too.
  let isShared: (Message) -> Bool
  let reach: (SchemaKind) -> SchemaReach
  let encode: (Message, RecordEncoder) throws -> (kind: SchemaKind, bytes: [UInt8])
  let decode: (LogEntry) throws -> Message

  /// - Parameters:
  ///   - schema: The schema of what is shared.
  ///   - unwrap: A closure that returns what is shared of a message; nil for one that stays here.
  ///   - wrap: A closure that makes a message of what is shared.
  init<Shared>(
    _ schema: RecordSchema<Shared>, from unwrap: @escaping (Message) -> Shared?,
    as wrap: @escaping (Shared) -> Message
  ) {
    isShared = { unwrap($0) != nil }
    reach = { schema.reach(of: $0) }
    encode = { message, encoder in
      guard let shared = unwrap(message), let place = schema.place(of: shared) else {
        throw EncodingError.invalidValue(
          message, .init(codingPath: [], debugDescription: "the schema has no kind for it; add one"))
      }
      return (schema.kinds[place], try encoder.encode { try schema.encode(shared, at: place, to: $0) })
    }
    var readers: [SchemaKind: @Sendable (any Decoder) throws -> Shared] = [:]
    decode = { entry in
      if readers[entry.kind] == nil { readers[entry.kind] = schema.reader(of: entry.kind) }
      guard let read = readers[entry.kind] else {
        throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "its kind is not known"))
      }
      return wrap(try entry.message.withUnsafeBytes { try RecordDecoder().decode($0, read) })
    }
  }
}
