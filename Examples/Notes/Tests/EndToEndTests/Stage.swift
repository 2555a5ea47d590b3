import Foundation
import ProcessFixture
import TerminalFixture
import Testing

@testable import NotesModel

/// A server and clients as they are built, in a folder that goes with it.
final class Stage {
  let folder: URL
  private(set) var port = 0
  private var server: ChildProcess?
  /// The servers of one database.
  private var servers: [(process: ChildProcess, port: Int)] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "notes-end-to-end-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    stopServer(SIGKILL)
    for place in servers.indices { stopServer(at: place, SIGKILL) }
    try? FileManager.default.removeItem(at: folder)
  }

  var address: String { "http://127.0.0.1:\(port)" }
  private var addresses: [String] {
    servers.isEmpty
      ? ["--server", address] : servers.flatMap { ["--server", "http://127.0.0.1:\($0.port)"] }
  }

  /// Starts the server; again on the same port when it was stopped.
  ///
  /// - Parameter sample: What it has at first.
  func startServer(with sample: SampleFile? = nil) throws {
    var arguments = ["--data", path("server"), "--port", "\(port)"]
    if let sample {
      try JSONEncoder().encode(sample).write(to: folder.appending(path: "sample.json"))
      arguments += ["--import", path("sample.json")]
    }
    (server, port) = try Self.start(arguments)
  }

  /// Starts servers of one database, which is a file.
  func startServers(_ count: Int) throws {
    for _ in 0..<count {
      servers.append(try Self.start(["--database", path("shared.log"), "--port", "0"]))
    }
  }

  /// Ends one of them by a signal, and waits until it has.
  func stopServer(at place: Int, _ signal: Int32) {
    servers[place].process.kill(signal)
    servers[place].process.wait()
  }

  private static func start(_ arguments: [String]) throws -> (ChildProcess, port: Int) {
    let process = try ChildProcess(
      TerminalSession.builtProgram("notes-server"), arguments, output: .pipe, errors: .nothing)
    let line = process.output.line()
    let port = try #require(
      line.split(separator: ":").last.flatMap { Int($0) }, "The server listens: \(line)")
    return (process, port)
  }

  /// Ends the server by a signal, and waits until it has.
  func stopServer(_ signal: Int32 = SIGTERM) {
    server?.kill(signal)
    server?.wait()
    server = nil
  }

  /// A client on the full screen.
  func client(
    _ name: String, _ arguments: [String] = [], variables: [String: String] = [:], width: Int = 100,
    height: Int = 24
  ) throws -> TerminalSession {
    try TerminalSession(
      command: ["env"] + variables.map { "\($0)=\($1)" }
        + [TerminalSession.builtProgram("notes")] + addresses + ["--data", path(name)] + arguments,
      width: width, height: height, folder: folder.path)
  }

  /// The output and the exit status of a command.
  struct Outcome: Equatable {
    var lines: [String]
    var complaints: [String]
    var status: Int32
  }

  /// Runs a command of the client to its end.
  ///
  /// - Parameters:
  ///   - name: Whose client it is.
  ///   - arguments: The command.
  ///   - input: What is typed.
  ///   - file: Where it prints, if not to the outcome.
  func notes(
    _ name: String, _ arguments: String..., input: Data = Data(), output file: FileHandle? = nil
  ) throws -> Outcome {
    let complaints = path("complaints-\(UUID())")
    let process = try ChildProcess(
      TerminalSession.builtProgram("notes"), arguments + addresses + ["--data", path(name)], input: .pipe,
      output: file.map { .descriptor($0.fileDescriptor) } ?? .pipe, errors: .path(complaints))
    try process.input.write(contentsOf: input)
    try process.input.close()
    let printed = process.output.text()
    let status = process.wait().status
    return Outcome(
      lines: Self.lines(printed),
      complaints: Self.lines(try String(contentsOfFile: complaints, encoding: .utf8)),
      status: status)
  }

  func path(_ name: String) -> String { folder.appending(path: name).path }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    // What is behind the last line's end is no line.
    if lines.last == "" { lines.removeLast() }
    return lines.map(String.init)
  }

  /// Three notes, two todos and a user.
  static let sample = SampleFile(
    posts: [
      Note(userId: 1, id: 1, title: "Rye bread", body: "Rye, water, salt."),
      Note(userId: 1, id: 2, title: "The wheel", body: "Nine floats are soft."),
      Note(userId: 1, id: 3, title: "日本の水車", body: "Three wheels on one line."),
    ],
    todos: [
      Todo(userId: 1, id: 1, title: "Feed the sourdough", completed: false),
      Todo(userId: 1, id: 2, title: "Mark the floats", completed: true),
    ],
    users: [User(id: 1, name: "Ada Bergström", username: "ada", email: "ada@millrace.example")])
}

extension TerminalSession {
  /// Waits until a text is on the screen.
  @discardableResult
  func see(_ text: String) async throws -> [String] {
    try await waitFor("“\(text)”") { $0.contains { $0.contains(text) } }
  }

  /// Waits until a text is not on the screen any more.
  @discardableResult
  func seeNo(_ text: String) async throws -> [String] {
    try await waitFor("the end of “\(text)”") { !$0.contains { $0.contains(text) } }
  }
}
