public struct ServerSentEvent: Hashable, Sendable {
  /// The type; `message` by default.
  public var type: String
  /// The id by which a client continues after this event: the last one of the stream, empty if there was
  /// none.
  public var id: String
  /// The lines of data, joined by line feeds.
  public var data: String

  public init(type: String = "message", id: String = "", data: String) {
    self.type = type
    self.id = id
    self.data = data
  }
}
