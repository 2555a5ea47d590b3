import Aftermath

@testable import NotesScreens

/// Creates the store of a screen, for tests that the inspector has saved.
@MainActor
func screenStore(_ screen: Screen) throws -> Millrace.Store<Screen, FoldedEvent> {
  try screen.store(on: Engine(name: "screens"))
}
