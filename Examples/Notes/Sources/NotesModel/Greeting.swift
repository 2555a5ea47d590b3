/// What a server says of itself.
public struct Greeting: Codable, Hashable, Sendable {
  /// What tells its data from those of every other server: the id of its journal.
  public var id: String
  /// The number of the last change.
  public var sequence: Int

  /// A greeting.
  public init(id: String, sequence: Int) {
    self.id = id
    self.sequence = sequence
  }
}
