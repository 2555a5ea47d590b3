public import Katana
public import NotesModel

/// Sends a change to the server.
public struct Push: Command, Hashable {
  public let request: PushRequest

  public init(_ request: PushRequest) {
    self.request = request
  }
}
