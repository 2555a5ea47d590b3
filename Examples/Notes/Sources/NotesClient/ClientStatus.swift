public struct ClientStatus: Encodable, Hashable, Sendable {
  /// The state of the connection, as a sentence.
  public let connection: String
  public let isOnline: Bool
  public let notes: Int
  public let todos: Int
  public let users: Int
  /// The number of items with unanswered changes.
  public let waiting: Int
  public let conflicts: Int
  public let database: String
}
