import Testing

@testable import InspectorProgram

@Suite("The program's arguments and first lines")
struct OptionsTests {
  @Test("options, files and a command are told apart; what follows `--` is the command's")
  func parsing() throws {
    let options = try Options([
      "--port", "4711", "--no-open", "a.journal", "--socket", "/tmp/s", "--", "swift", "run", "--json", "--",
    ])
    #expect(options.port == 4711)
    #expect(!options.mayOpen && !options.isJSON)
    #expect(options.files == ["a.journal"])
    #expect(options.socket == "/tmp/s")
    #expect(options.command == ["swift", "run", "--json", "--"])
  }

  @Test(
    "wrong arguments get a sentence",
    arguments: [
      ["--port", "x"], ["--port", "65536"], ["--port"], ["--what"], ["--"], ["--socket", "--", "a"],
    ])
  func wrong(arguments: [String]) {
    #expect(throws: Options.Failure.self) { try Options(arguments) }
  }

  @Test("the lines for programs are JSON, and those for people have a line for a shell")
  func announcement() {
    var announcement = Announcement(
      page: "http://127.0.0.1:1/#t", applications: ["tcp://127.0.0.1:2#k"], openHost: nil, port: 1, log: nil)
    #expect(announcement.json == #"{"page":"http://127.0.0.1:1/#t","application":"tcp://127.0.0.1:2#k"}"#)
    #expect(announcement.text.contains("MILLRACE_INSPECTOR='tcp://127.0.0.1:2#k' swift run App"))
    #expect(!announcement.text.contains("Warning"))
    announcement.openHost = "192.0.2.1"
    #expect(announcement.text.contains("nothing is encrypted"))
    #expect(announcement.text.contains("ssh -L 1:127.0.0.1:1 user@192.0.2.1"))
  }

  @Test("a browser is opened only for a person at a desktop")
  func browser() {
    #if !canImport(Darwin)
    #expect(Browser.isThere(environment: ["DISPLAY": ":0"], isTerminal: true))
    #expect(!Browser.isThere(environment: ["DISPLAY": ":0"], isTerminal: false))
    #expect(!Browser.isThere(environment: [:], isTerminal: true))
    #endif
  }

  @Test("a command has the variable, and its end is known")
  func command() async throws {
    let process = try CommandProcess(
      ["sh", "-c", #"test "$MILLRACE_INSPECTOR" = key && exit 7"#], ["MILLRACE_INSPECTOR": "key"])
    let end = await process.end()
    #expect(end == .status(7) && end.status == 7 && !end.isIntended)
    let killed = try await CommandProcess(["sh", "-c", "kill -TERM $$"], [:]).end()
    #expect(killed == .signal(15) && killed.status == 143 && killed.isIntended)
    #expect(throws: CommandProcess.NotStarted.self) { try CommandProcess(["/nonexistent/program"], [:]) }
  }
}
