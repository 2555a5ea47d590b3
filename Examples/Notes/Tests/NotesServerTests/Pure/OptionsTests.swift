import NotesModel
import Testing

@testable import NotesServerProgram

@Suite("The options of the program")
struct OptionsTests {
  private func options(_ arguments: String..., token: String? = nil) throws(Options.Failure) -> Options {
    try Options(arguments, environment: token.map { ["NOTES_TOKEN": $0] } ?? [:])
  }

  @Test("Each option says what it says")
  func all() throws {
    let given = try options(
      "--data", "d", "--host", "h", "--port", "0", "--import", "i", "--export", "e", "--log",
      "--name", "n", "--name", "m")
    #expect(given.data == "d" && given.host == "h" && given.port == 0)
    #expect(given.importing == "i" && given.exporting == "e" && given.isLogging && !given.isHelp)
    #expect(given.names == ["n", "m"])
    #expect(try options().names.isEmpty)
    #expect(try options("--memory").data == nil)
    #expect(try options().data == "notes-data")
    #expect(try options(token: " secret\n").token == "secret")
  }

  @Test(
    "A database is given by the option or the environment, which counts less than an option of a server of its own"
  )
  func databases() throws {
    let variables = ["NOTES_DATABASE": "postgres://variable"]
    func database(_ arguments: String...) throws(Options.Failure) -> String? {
      try Options(arguments, environment: variables).database
    }
    #expect(try database() == "postgres://variable" && database("--database", "/file") == "/file")
    #expect(try database("--memory") == nil && database("--data", "d") == nil)
    #expect(try Options([], environment: ["NOTES_DATABASE": ""]).database == nil)
    for option in [["--memory"], ["--data", "d"]] {
      #expect(throws: Options.Failure.twoStores(option[0])) {
        try Options(option + ["--database", "f"], environment: [:])
      }
    }
  }

  @Test(
    "The text of a database says which kind it is",
    arguments: [
      ("postgres://u:p@h/d", .postgres), ("postgresql:///d", .postgres), ("host=/run dbname=d", .postgres),
      ("service=notes", .postgres), ("/srv/notes.log", .file), ("notes.log", .file), ("./a=b", .file),
      ("/srv/a=b", .file), ("postgres", .file),
    ] as [(String, Database.Kind)])
  func kinds(_ text: String, _ kind: Database.Kind) {
    #expect(Database.Kind(of: text) == kind)
  }

  @Test("No error repeats the address of a database that was given in the wrong place")
  func secrets() {
    for argument in ["--database=postgres://u:secret@h/d", "postgres://u:secret@h/d"] {
      let sentence = "\(Options.Failure.unknown(argument))"
      #expect(!sentence.contains("secret") && sentence.contains("is not an option"), "\(sentence)")
    }
  }

  @Test("What is wrong is told in a sentence")
  func wrong() {
    #expect(throws: Options.Failure.unknown("--prot")) { try options("--prot", "1") }
    #expect(throws: Options.Failure.noValue("--port")) { try options("--port") }
    #expect(throws: Options.Failure.port("65536")) { try options("--port", "65536") }
    #expect(throws: Options.Failure.token(TokenError(source: "/nowhere", reason: "it cannot be read"))) {
      try options("--token-file", "/nowhere")
    }
    #expect(throws: Options.Failure.token(TokenError(source: "NOTES_TOKEN", reason: "it is empty"))) {
      try options(token: " ")
    }
    #expect(
      throws: Options.Failure.token(
        TokenError(source: "NOTES_TOKEN", reason: "it has characters that are not allowed in a header"))
    ) {
      try options(token: "a b")
    }
    #expect(
      "\(Options.Failure.port("x"))"
        == "`x` is not a port; give a number from 0 to 65535, 0 for any free port.")
  }
}
