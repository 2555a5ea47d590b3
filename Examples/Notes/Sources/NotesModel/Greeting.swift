/// A server's identity and position.
public struct Greeting: Codable, Hashable, Sendable {
  /// The identity of its data: the id of its journal.
  public var id: String
  /// The number of the last change.
  public var sequence: Int

  public init(id: String, sequence: Int) {
    self.id = id
    self.sequence = sequence
  }
}
