/// A law that a log broke, with the operations that led there.
public struct SharedLogLawFailure: Error, Sendable, CustomStringConvertible {
  /// The name of the law.
  public let law: String
  /// The promise as a sentence.
  public let promise: String
  /// The answer that the law expects.
  public let expected: String
  /// The answer of the log.
  public let found: String
  /// The operations and their answers in order, the one that broke the law last; at most the last forty.
  public let operations: [String]
  /// The seed that repeats the random operations.
  public let seed: UInt64

  /// A sentence that says what was expected, and what the log did, followed by the operations and the seed.
  public var description: String {
    """
    The log breaks the law `\(law)`: \(promise) Expected \(expected); found \(found). The operations that led there:
    \(operations.map { "  \($0)" }.joined(separator: "\n"))
    Give `seed: \(seed)` to repeat them.
    """
  }
}
