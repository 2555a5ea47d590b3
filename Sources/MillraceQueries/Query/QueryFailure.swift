/// The failure of a request, as a value that a state can contain.
public struct QueryFailure: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The description of the error.
  public let description: String
  /// The number of attempts that have failed.
  public let attempts: Int

  /// Creates a failure.
  public init(_ description: String, attempts: Int = 1) {
    self.description = description
    self.attempts = attempts
  }
}
