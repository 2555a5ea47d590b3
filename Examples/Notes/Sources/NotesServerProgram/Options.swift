import NotesModel

struct Options: Equatable {
  /// The folder of the data; nil for memory.
  var data: String? = "notes-data"
  /// The database that several servers share, with its password; nil for a server of its own.
  var database: String?
  var host = "127.0.0.1"
  var port = 8080
  /// Further names of the server, beside the address that it listens on.
  var names: [String] = []
  var token: String?
  var importing: String?
  var exporting: String?
  var isLogging = false
  var isHelp = false

  enum Failure: Error, Equatable, CustomStringConvertible {
    case unknown(String)
    case noValue(String)
    case port(String)
    case token(TokenError)
    /// Options of a server of its own, beside a database.
    case twoStores(String)

    var description: String {
      switch self {
      case .unknown(let argument):
        // It may be the address of a database, with its password.
        "`\(argument.prefix { $0 != "=" && $0 != ":" })` is not an option; `notes-server --help` lists the options."
      case .noValue(let option): "`\(option)` needs a value; see `notes-server --help`."
      case .port(let text): "`\(text)` is not a port; give a number from 0 to 65535, 0 for any free port."
      case .token(let error): error.description
      case .twoStores(let option):
        "`\(option)` and `--database` exclude each other, because a server has one store; leave out one of them."
      }
    }
  }

  init(_ arguments: some Sequence<String>, environment: [String: String]) throws(Failure) {
    if let token = environment["NOTES_TOKEN"] {
      self.token = try Self.checked { () throws(TokenError) in try Token.checked(token, from: "NOTES_TOKEN") }
    }
    var rest = Array(arguments)[...]
    // The option of a server of its own that was given, which counts more than the environment.
    var own: String?
    while let option = rest.popFirst() {
      if ["--data", "--memory"].contains(option) { own = option }
      switch option {
      case "--help", "-h": isHelp = true
      case "--log": isLogging = true
      case "--memory": data = nil
      case "--data": data = try Self.value(option, &rest)
      case "--database": database = try Self.value(option, &rest)
      case "--host": host = try Self.value(option, &rest)
      case "--name": names.append(try Self.value(option, &rest))
      case "--import": importing = try Self.value(option, &rest)
      case "--export": exporting = try Self.value(option, &rest)
      case "--port":
        let text = try Self.value(option, &rest)
        guard let port = Int(text), (0...65535).contains(port) else { throw .port(text) }
        self.port = port
      case "--token-file":
        let file = try Self.value(option, &rest)
        token = try Self.checked { () throws(TokenError) in try Token.read(file) }
      default: throw .unknown(option)
      }
    }
    if let own, database != nil { throw .twoStores(own) }
    if own == nil, database == nil, let text = environment["NOTES_DATABASE"], !text.isEmpty {
      database = text
    }
  }

  private static func value(_ option: String, _ rest: inout ArraySlice<String>) throws(Failure) -> String {
    if let value = rest.popFirst() { return value }
    throw .noValue(option)
  }

  private static func checked(_ token: () throws(TokenError) -> String) throws(Failure) -> String {
    do { return try token() } catch { throw .token(error) }
  }

  static let usage = """
    notes-server: notes, todos and users for many clients.

      --data DIR         the folder of the data, created if it does not exist (notes-data); one server has it at a time
      --memory           stores nothing on disk, for a trial
      --database WHERE   shares the data with all servers of the same database, in the place of --data: the path of a
                         file, for the servers of this machine; or postgres://user@host/name, if the program was built
                         with `swift build --traits Postgres`. Or in the environment, as NOTES_DATABASE, where a
                         password is not in the list of processes; PGPASSWORD, PGSERVICE and so on count as well
      --host ADDRESS     the address to listen on (127.0.0.1: this machine only)
      --port NUMBER      the port to listen on, 0 for any free port (8080)
      --name NAME        a further name or address by which clients call the server; can be repeated. Requests for
                         any other host are refused, because a page of another site may have sent them
      --token-file FILE  a token that every request must have; or in the environment, as NOTES_TOKEN
      --import FILE      first adds the items of {"posts": […], "todos": […], "users": […]} under their numbers; adds
                         nothing if one of them exists with other contents
      --export FILE      writes such a file, and ends
      --log              a line on standard error for each request

    The first line on standard output has the address. After SIGTERM or SIGINT the server ends when all data are on
    disk. While its database cannot be reached, a server answers 503, and goes on by itself.
    """
}
