/// An event that a server has sent.
public struct ServerSentEvent: Hashable, Sendable {
  /// What it is; `message` unless the server says otherwise.
  public var type: String
  /// The id that a client names to go on behind this event: the last that there was, empty if there was none.
  public var id: String
  /// The lines of data, with line feeds between them.
  public var data: String

  /// An event.
  public init(type: String = "message", id: String = "", data: String) {
    self.type = type
    self.id = id
    self.data = data
  }
}
