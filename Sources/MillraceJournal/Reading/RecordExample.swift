public import Millrace
import MillraceSupport

/// A value as it was written once, by which a test notices that today's types no longer read all of it.
///
/// Swift's decoders ignore what a type does not ask for. A case of a message that loses a payload, or a state
/// that loses a property, is read without an error, and its old contents are dropped. A test with an example
/// of each case notices it:
///
/// ```swift
/// let flaws = messages.flaws(in: [
///   RecordExample("note@1", #"{"added": {"_0": "milk"}}"#),
///   RecordExample("note@1", #"{"starred": {}}"#),
/// ])
/// #expect(flaws.isEmpty)
/// ```
///
/// An export shows such values.
public struct RecordExample: Hashable, Sendable {
  /// The kind and its version, as `note@1`.
  public let kind: String
  /// The value in JSON.
  public let json: String

  /// Creates an example.
  ///
  /// - Parameters:
  ///   - kind: The kind and its version, as `note@1`.
  ///   - json: The value in JSON, as an export shows it.
  public init(_ kind: String, _ json: String) {
    self.kind = kind
    self.json = json
  }
}

extension RecordSchema {
  /// Returns the examples that today's types cannot read, or read with a loss, as sentences.
  ///
  /// An example of a kind's present version must be written as it was read. One of an earlier version must
  /// pass the `upcast` steps. A kind without an example of its present version is a flaw, too.
  public func flaws(in examples: [RecordExample]) -> [String] {
    var flaws: [String] = []
    var missing = kinds
    for example in examples {
      guard let kind = SchemaKind(example.kind) else {
        flaws.append("`\(example.kind)` is not a kind with a version; write one such as `note@1`.")
        continue
      }
      missing.removeAll { $0 == kind }
      do {
        let value = try JournalValue(json: example.json)
        let read = try value.cbor().withUnsafeBytes { bytes in
          try RecordDecoder().decode(bytes) { try decode(kind, from: $0) }
        }
        guard kinds.contains(kind) else { continue }
        let written = try JournalValue(cbor: RecordEncoder().encode { try encode(read, to: $0) })
        let difference = value.differences(from: written)
        if !difference.isEmpty {
          let parts = difference.map { $0.path.isEmpty ? "the whole" : "`\($0.path)`" }.joined(
            separator: ", ")
          flaws.append(
            """
            The example \(example.json) of \(kind) is not written as it was read: it differs at \(parts). Raise the \
            version and add an `upcast` step, or correct the type.
            """)
        }
      } catch {
        flaws.append("The example \(example.json) of \(kind) cannot be read: \(CodingReason.text(error)).")
      }
    }
    for kind in missing { flaws.append("There is no example of \(kind); add one of each of its cases.") }
    return flaws
  }
}
