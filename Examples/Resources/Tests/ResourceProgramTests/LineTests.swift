import Testing

@testable import ResourceProgram

@Suite("A line of input")
struct LineTests {
  @Test(
    "is one thing that the program can do",
    arguments: [
      ("books", .list(.book)), ("TODOS\r", .list(.todo)), ("book 2", .open(.book, 2)),
      ("todo  -3", .open(.todo, -3)),
      ("add book Stand by Me by Ben E. King", .addBook(title: "Stand by Me", author: "Ben E. King")),
      ("Add Todo  Stop   by", .addTodo(title: "Stop by")),
      ("rename book 2 The Mill", .rename(.book, 2, "The Mill")),
      ("rename todo 1 2", .rename(.todo, 1, "2")), ("done 1", .finish(1, isDone: true)),
      ("undone 1", .finish(1, isDone: false)), ("delete todo 4", .delete(.todo, 4)),
      ("overview", .overview), ("somebody Emma by Jane", .somebody(title: "Emma", author: "Jane")),
      ("offline", .plug(in: false)), ("online", .plug(in: true)), ("help", .help), ("quit", .quit),
    ] as [(String, Line)])
  func lines(text: String, line: Line) throws {
    #expect(try Line(text) == line)
  }

  @Test("may be empty", arguments: ["", " \t"])
  func empty(text: String) throws {
    #expect(try Line(text) == nil)
  }

  @Test(
    "is refused with a sentence that says what to write",
    arguments: [
      ("bookes", "There is no command 'bookes'; 'help' lists those there are."),
      ("book", "'book' needs a number after it, such as 'book 2'."),
      ("todo two", "'two' is not a number; books and todos are called by theirs."),
      (
        "delete book 99999999999999999999",
        "'99999999999999999999' is not a number; books and todos are called by theirs."
      ),
      ("delete book", "'delete book' needs a number after it, such as 'delete book 2'."),
      ("delete", "'delete' needs 'book' or 'todo' after it."),
      ("add lamp", "'add' needs 'book' or 'todo' after it."),
      ("add todo", "'add todo' needs the name of the todo."),
      ("add book Emma", "'add book' needs a title and an author, such as 'Emma by Jane Austen'."),
      ("add book by Emma", "'add book' needs a title and an author, such as 'Emma by Jane Austen'."),
      ("somebody Emma by", "'somebody' needs a title and an author, such as 'Emma by Jane Austen'."),
      ("rename book 2", "'rename book 2' needs a title after it."),
      ("books now", "A line such as 'books' ends there; leave out 'now'."),
      ("book 1 2", "A line such as 'book 2' ends there; leave out '2'."),
      ("\u{1B}[2Jbooks", "There is no command '[2Jbooks'; 'help' lists those there are."),
    ])
  func refused(text: String, sentence: String) {
    #expect {
      try Line(text)
    } throws: {
      "\($0)" == sentence
    }
  }
}

@Suite("The arguments of the program")
struct OptionsTests {
  @Test("are a log, or help, or refused")
  func options() throws {
    #expect(try !Options([]).isLogged)
    #expect(try Options(["--log"]).isLogged)
    #expect(try Options(["-h"]).isHelp)
    #expect {
      try Options(["--trace"])
    } throws: {
      "\($0)" == "'--trace' is not an option of resources; 'resources --help' lists them."
    }
  }
}
