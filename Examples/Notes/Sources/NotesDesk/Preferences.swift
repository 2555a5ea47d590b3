public import Flask
public import NotesLibrary

/// The preferences of a user; archived, and kept when the local database is moved away.
public struct Preferences: Flask.State, Equatable {
  public var order = Query.Order.newestFirst
  public var hidesCompleted = false
  public var usesColour = true
  /// The number of the author of new notes.
  public var userId = 1

  public init() {}

  public enum prop: StateProp { case order, hidesCompleted, usesColour, userId }

  /// Changes the author of new notes; negative numbers are users without a number of the server.
  mutating func write(as userId: Int) throws(DeskRefusal) {
    if userId == 0 { throw .noUser(userId) }
    self.userId = userId
  }
}
