import Katana
import MillraceInspector
import NotesDesk
import NotesLibrary
import NotesScreens
import NotesSession

extension Client {
  /// Shows all stores to the inspector, if the program was started with one.
  func attachInspector() {
    let inspector = Inspector.attach(to: flow, as: "Notes", allowing: [.goBack, .send])
    guard let inspector else { return }
    inspector.show(SessionJournal.recordable(session))
    inspector.show(
      library, state: LibraryJournal.states, messages: LibraryJournal.messages,
      tables: [ShownTable(LibraryJournal.entries)])
    inspector.show(search, state: SearchSchemas.states, messages: SearchSchemas.messages)
    inspector.show(desk.recordable)
    inspector.show(interface.screen, state: ScreenJournal.states, messages: ScreenJournal.messages)
  }
}
