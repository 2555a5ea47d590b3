/// A failure of a step from one version of a kind to a later one.
///
/// The value was written and read as it should be. The step is what has to be corrected.
public struct UpcastError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind that the step reads.
  public let kind: SchemaKind
  /// The version that the step creates.
  public let target: Int
  /// The error that the step has thrown, as text.
  public let reason: String

  /// Creates the failure of a step.
  public init(_ kind: SchemaKind, to target: Int, reason: String) {
    self.kind = kind
    self.target = target
    self.reason = reason
  }

  /// The failure as a part of a sentence.
  public var description: String {
    "the `upcast` step from \(kind) to version \(target) has thrown an error: \(reason)"
  }
}
