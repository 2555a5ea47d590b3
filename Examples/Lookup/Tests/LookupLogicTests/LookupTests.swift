import LookupLogic
import Millrace
import Testing

/// The update alone: its changes of the state, and its requests.
@Suite("The program's update") struct LookupTests {
  private var state = LookupState()

  private mutating func enter(_ line: String) -> Effect<LookupMessage> {
    Lookup.update(&state, .entered(line))
  }

  private mutating func know(_ titles: String...) {
    let books = titles.map {
      Book(id: $0, title: $0, author: "", year: 2000, copies: 2, copiesIn: 2)
    }
    _ = Lookup.update(&state, .found(books, query: "all"))
  }

  @Test("A search is asked for in a queue where the latest counts")
  mutating func find() {
    #expect(enter("find mill").outline == [.run(label: "find mill", queue: .latest("find"))])
  }

  @Test("What was found is listed under numbers, with the query")
  mutating func found() {
    know("A", "B")
    #expect(state.page.value == .list("all"))
    #expect(enter("open 2").outline == [.run(label: "open B", queue: .latest("open"))])
  }

  @Test(
    "A number that is not on the page asks for nothing and is explained", arguments: ["open 3", "lend 3"])
  mutating func noSuchNumber(line: String) {
    know("A", "B")
    #expect(enter(line).isNone)
    #expect(state.notice.value == "There is no book 3 on this page; 'find' and 'loans' show numbered lists.")
  }

  @Test("Without a number, the open book is meant")
  mutating func openBook() {
    know("A", "B")
    #expect(enter("lend").isNone)
    _ = Lookup.update(&state, .opened("B", summary: ""))
    #expect(enter("lend").outline == [.run(label: "lend B", queue: .concat("desk"))])
  }

  @Test("Undo asks for the opposite of the last step, and each step is undone once")
  mutating func undo() {
    know("A", "B")
    for id in ["A", "B"] {
      let book = Book(id: id, title: id, author: "", year: 2000, copies: 2, copiesIn: 1)
      _ = Lookup.update(&state, .lent(book, slip: 1, isUndo: false))
    }
    #expect(
      enter("undo; undo; undo").outline == [
        .run(label: "return B", queue: .concat("desk")), .run(label: "return A", queue: .concat("desk")),
      ])
    #expect(state.notice.value == "There is nothing to undo; 'lend' and 'return' can be undone.")
  }

  @Test("A step whose undoing was refused can be undone again")
  mutating func undoRefused() {
    _ = Lookup.update(&state, .undoRefused(.lent("A"), "No."))
    #expect(state.notice.value == "No.")
    #expect(enter("undo").outline == [.run(label: "return A", queue: .concat("desk"))])
  }

  @Test("The same notice twice is two changes")
  mutating func repeated() {
    _ = enter("help")
    let first = state.notice
    _ = enter("help")
    #expect(state.notice != first)
    #expect(state.notice.value == first.value)
  }

  @Test("There is a reminder only while something is on loan, and a line begins its minute anew")
  mutating func reminder() {
    #expect(Lookup.subscriptions(state).isEmpty)
    let book = Book(id: "A", title: "A", author: "", year: 2000, copies: 1, copiesIn: 0)
    _ = Lookup.update(&state, .lent(book, slip: 1, isUndo: false))
    let before = Lookup.subscriptions(state).map(\.id)
    #expect(before.count == 1)
    _ = enter("loans")
    #expect(Lookup.subscriptions(state).map(\.id) != before)
    _ = Lookup.update(&state, .returned(book, isUndo: false))
    #expect(Lookup.subscriptions(state).isEmpty)
  }
}
