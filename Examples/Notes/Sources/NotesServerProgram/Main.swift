import Foundation
import HTTPDaemon
import NotesServer
import ProcessSignals

/// A server that survives being killed, beside others: an example of a shared log behind HTTP.
@main
struct Main {
  static func main() async {
    // Other users may not read its files.
    umask(0o077)
    do {
      let options = try Options(
        CommandLine.arguments.dropFirst(), environment: ProcessInfo.processInfo.environment)
      if options.isHelp { return print(Options.usage) }
      try await run(options)
    } catch let failure as Options.Failure {
      tell("\(failure)")
      exit(2)
    } catch {
      tell("\(error)")
      exit(1)
    }
  }

  private static func run(_ options: Options) async throws {
    // A client that has gone is seen where something is written to it.
    signal(SIGPIPE, SIG_IGN)
    let end = EndSignal()
    let database = try await explained { try await Database.open(options) }
    let loop = try ServerLoop()
    let server = try await open(database, options, on: loop)
    if let file = options.importing {
      let count = try await server.use { try await $0.importFile(file, on: $1) }
      tell("notes-server: \(count) items of `\(file)` were added.")
    }
    if let file = options.exporting {
      let bytes = await server.use { server, _ in server.exported }
      try DataFolder.write(bytes, to: file)
      return await stop(server, database)
    }
    let (port, isLoopback) = try await server.use { server, loop in
      let socket = try ListeningSocket(host: options.host, port: options.port)
      let isLoopback = socket.isLoopback
      // The name of the `--host` option is a name of the server, too; an address is known from the socket.
      let names = options.names + (options.host.contains(":") ? [] : [options.host])
      return (try server.serve(socket, called: names, on: loop), isLoopback)
    }
    if !isLoopback && options.token == nil {
      tell(
        "notes-server: everyone who can connect to \(options.host) can read and change everything; give a --token-file."
      )
    }
    let host = options.host.contains(":") ? "[\(options.host)]" : options.host
    print(LogText.sentence("notes-server: listening on http://\(host):\(port)"))
    // The program that started it reads the port from this line.
    fflush(nil)
    await end.wait()
    await stop(server, database)
  }

  private static func stop(_ server: Resident<NotesServer>, _ database: Database) async {
    await server.use { await $0.stop(on: $1) }
    await database.close()
  }

  /// Opens the server on its database; no error says that the server goes on by itself.
  private static func open(
    _ database: Database, _ options: Options, on loop: ServerLoop
  ) async throws -> Resident<NotesServer> {
    try await explained {
      try await Resident(on: loop) { loop in
        try await NotesServer(
          sharing: database.log, isAlone: database.isOwn, token: options.token,
          report: { tell("notes-server: \($0)") },
          log: options.isLogging ? { tell($0) } : nil, on: loop)
      }
    }
  }

  private static func explained<Value>(_ step: () async throws -> Value) async throws -> Value {
    do { return try await step() } catch { throw Database.Failure(error) ?? error }
  }

  /// Prints a line; a failed write, such as on a full disk or a closed pipe, does not end the server.
  private static func tell(_ text: String) {
    // libpq indents its hints.
    let line = LogText.sentence(text.replacing("\t", with: ""))
    try? FileHandle.standardError.write(contentsOf: Data("\(line)\n".utf8))
  }
}
