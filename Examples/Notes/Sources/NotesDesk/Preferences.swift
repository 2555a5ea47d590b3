public import Flask
public import NotesLibrary

/// How a person likes it; archived, and kept when the local database is set aside.
public struct Preferences: Flask.State, Equatable {
  /// The order of lists.
  public var order = Query.Order.newestFirst
  /// Whether todos that are done are left out.
  public var hidesCompleted = false
  /// Whether colours are used.
  public var usesColour = true
  /// The number of the user whose notes are written here.
  public var userId = 1

  /// What everybody begins with.
  public init() {}

  /// The names of its keys.
  public enum prop: StateProp { case order, hidesCompleted, usesColour, userId }

  /// Has notes written as a user; below zero are those whom only this client knows yet.
  mutating func write(as userId: Int) throws(DeskRefusal) {
    if userId == 0 { throw .noUser(userId) }
    self.userId = userId
  }
}
