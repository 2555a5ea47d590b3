import Millrace
import Testing

@testable import NotesLibrary

@Suite("A library in a journal")
struct JournalTests {
  @Test("The kinds in a journal keep their names")
  func kinds() {
    #expect(LibraryJournal.states.kinds.map(\.name) == ["library"])
    #expect(LibraryJournal.messages.kinds.map(\.name) == ["library-message"])
    #expect(LibraryJournal.messages.place(of: LibraryMessage.disconnected) == 0)
  }
}
