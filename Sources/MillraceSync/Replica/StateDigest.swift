public import Millrace
import MillraceCoding

/// A number that is equal for equal shared states in every process.
///
/// It is the XXH64 of each store's name, its state's kind and its state in CBOR, in which sets and
/// dictionaries are ordered by their encoded elements. It finds updates that depend on more than their
/// arguments; it is no protection against forgery.
public struct StateDigest: Sendable {
  private var sum = Checksum64()

  /// Creates the digest of no state.
  public init() {}

  /// Adds the state of a store.
  ///
  /// Add the stores in the order of the bytes of their names.
  ///
  /// - Throws: The errors of the state's encoding.
  public mutating func add<State>(_ state: State, of store: String, _ schema: RecordSchema<State>) throws {
    guard let place = schema.place(of: state) else {
      throw EncodingError.invalidValue(
        state,
        EncodingError.Context(
          codingPath: [], debugDescription: "the schema has no kind for a \(type(of: state as Any)); add one")
      )
    }
    add(
      schema.kinds[place], of: store,
      try RecordEncoder.canonical.encode { try schema.encode(state, at: place, to: $0) })
  }

  /// Creates the digest of states in canonical form, in the order of the bytes of their stores' names.
  init(_ states: [LogState]) {
    for state in states { add(state.kind, of: state.store, state.state) }
  }

  private mutating func add(_ kind: SchemaKind, of store: String, _ state: [UInt8]) {
    for text in [store, "\(kind)"] { add(Array(text.utf8)) }
    add(state)
  }

  private mutating func add(_ bytes: [UInt8]) {
    // The length keeps two neighbours apart.
    withUnsafeBytes(of: UInt64(bytes.count).littleEndian) { sum.add($0) }
    bytes.withUnsafeBytes { sum.add($0) }
  }

  /// The digest of what was added.
  public var value: UInt64 { sum.value }
}
