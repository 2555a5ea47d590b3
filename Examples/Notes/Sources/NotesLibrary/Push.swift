public import Katana
public import NotesModel

/// A command that sends a change to the server.
public struct Push: Command, Hashable {
  public let request: PushRequest

  public init(_ request: PushRequest) {
    self.request = request
  }
}
