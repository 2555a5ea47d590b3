/// How it stands, for those who ask.
public struct ClientStatus: Encodable, Hashable, Sendable {
  /// How it stands with the server, in a sentence.
  public let connection: String
  /// Whether the server is there.
  public let isOnline: Bool
  /// How many notes there are.
  public let notes: Int
  /// How many todos there are.
  public let todos: Int
  /// How many users there are.
  public let users: Int
  /// How many items have changes that the server has not answered.
  public let waiting: Int
  /// How many items somebody else has changed as well.
  public let conflicts: Int
  /// Where all of this is kept.
  public let database: String
}
