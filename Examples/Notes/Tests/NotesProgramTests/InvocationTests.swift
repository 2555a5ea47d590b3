import NotesLibrary
import NotesModel
import Testing

@testable import NotesProgram

@Suite("What the program is asked for")
struct InvocationTests {
  @Test(
    "is understood",
    arguments: [
      ("", .screen(link: nil)),
      ("open notes:42", .screen(link: "notes:42")),
      ("list", .list(Query())),
      ("list todos --open --sort title", .list(Query(kind: .todos, order: .title, hidesCompleted: true))),
      ("list --search=milk", .list(Query(words: "milk"))),
      ("search rye bread", .list(Query(words: "rye bread"))),
      ("search bread --todo", .list(Query(kind: .todos, words: "bread"))),
      ("show users:1", .show(ItemID(.users, 1))),
      ("add Milk", .add(.notes, title: "Milk", body: nil)),
      ("add Milk -", .add(.notes, title: "Milk", body: .standardInput)),
      ("add -- --odd -x", .add(.notes, title: "--odd", body: .given("-x"))),
      ("add --todo Milk", .add(.todos, title: "Milk", body: nil)),
      ("edit notes:-3 --title Milk", .edit(ItemID(.notes, -3), title: "Milk", body: nil)),
      ("done todos:7", .complete(ItemID(.todos, 7), true)),
      ("done todos:7 --open", .complete(ItemID(.todos, 7), false)),
      ("delete notes:1", .delete(ItemID(.notes, 1))),
      ("watch", .watch), ("sync", .sync), ("status", .status), ("conflicts", .conflicts),
      ("resolve notes:1 mine", .resolve(ItemID(.notes, 1), keepingMine: true)),
      ("resolve notes:1 theirs", .resolve(ItemID(.notes, 1), keepingMine: false)),
      ("user", .user(nil)), ("user 3", .user(3)),
      ("replay bug.notes", .replay(file: "bug.notes")),
      ("reset", .reset), ("help", .help), ("list --help", .help), ("-h", .help),
    ] as [(String, Invocation.Task)])
  func understood(_ line: String, _ task: Invocation.Task) throws {
    #expect(try Invocation(line.split(separator: " ").map(String.init)).task == task)
  }

  @Test("has options that stand anywhere")
  func options() throws {
    let invocation = try Invocation([
      "--json", "list", "--server", "http://x:1", "--server=http://y:2", "--data=/d", "--token-file", "t",
      "--record", "r",
      "--offline",
    ])
    #expect(
      invocation.options
        == Invocation.Options(
          servers: ["http://x:1", "http://y:2"], data: "/d", tokenFile: "t", record: "r", isOffline: true,
          isJSON: true))
  }

  @Test(
    "is refused with a sentence",
    arguments: [
      ("lst", "There is no command “lst”; “notes help” lists them."),
      ("list --colour", "“notes list” has no option “--colour”; “notes help” lists them."),
      ("show users:-1", "There is no user -1: users have numbers from 1, and “notes list users” lists them."),
      (
        "show notes:0", "“notes:0” is not the name of an item; names look like notes:42, todos:7 and users:1."
      ),
      (
        "show notes:+1",
        "“notes:+1” is not the name of an item; names look like notes:42, todos:7 and users:1."
      ),
      ("user -1", "“-1” is not the number of a user; “notes list users” lists them."),
      ("list --title x", "“notes list” has no option “--title”; “notes help” lists them."),
      ("watch --todo", "“notes watch” has no option “--todo”; “notes help” lists them."),
      ("list --sort", "The option “--sort” needs a value."),
      ("list --sort size", "“size” is not a value of the option “--sort”; use new, old or title."),
      ("list books", "“notes list” lists notes, todos or users, not “books”."),
      ("show", "“notes show” needs the name of an item, such as notes:42."),
      ("show 42", "“42” is not the name of an item; names look like notes:42, todos:7 and users:1."),
      (
        "show notes:x", "“notes:x” is not the name of an item; names look like notes:42, todos:7 and users:1."
      ),
      ("user ada", "“ada” is not the number of a user; “notes list users” lists them."),
      ("done notes:1", "“notes done” applies to todos, but notes:1 is a note."),
      ("edit notes:1", "“notes edit” needs --title or --body."),
      ("add a b c", "“c” is one argument too many for “notes add”; put texts with spaces in quotes."),
      ("resolve notes:1 both", "“both” is not a value of the option “resolve”; use mine or theirs."),
    ])
  func refused(_ line: String, _ sentence: String) {
    let error = #expect(throws: InvocationError.self) {
      try Invocation(line.split(separator: " ").map(String.init))
    }
    #expect(error?.description == sentence)
  }
}
