public import Katana
public import NotesModel

/// Asks the server for a change.
public struct Push: Command, Hashable {
  /// What is asked for.
  public let request: PushRequest

  /// A command that sends a request.
  public init(_ request: PushRequest) {
    self.request = request
  }
}
