import NotesClient
import NotesLibrary
import NotesModel

/// The parsed arguments of the program.
struct Invocation: Hashable {
  var task: Task
  var options = Options()

  enum Task: Hashable {
    /// The full screen, at a place.
    case screen(link: String?)
    case list(Query)
    case show(ItemID)
    case add(Kind, title: String, body: Text?)
    case edit(ItemID, title: String?, body: Text?)
    case complete(ItemID, Bool)
    case delete(ItemID)
    case watch
    case sync
    case status
    case conflicts
    case resolve(ItemID, keepingMine: Bool)
    /// The author of new notes; changed if there is a number.
    case user(Int?)
    case replay(file: String)
    case reset
    case help
  }

  /// A text in the arguments, or on standard input.
  enum Text: Hashable {
    case given(String)
    case standardInput
  }

  /// The options of every task.
  struct Options: Hashable {
    /// The servers with the same data.
    var servers: [String] = []
    /// The folder of the local database.
    var data: String?
    /// A file with the token for the server.
    var tokenFile: String?
    /// The file of the session's recording.
    var record: String?
    var isOffline = false
    var isJSON = false

    func settings(variables: [String: String]) throws(TokenError) -> Settings {
      var settings = Settings(
        servers: servers, folder: data, recording: record, isOffline: isOffline, variables: variables)
      if let tokenFile {
        settings.token = try Token.read(tokenFile)
      } else if let token = settings.token {
        settings.token = try Token.checked(token, from: "NOTES_TOKEN")
      }
      return settings
    }
  }
}

enum InvocationError: Error, Hashable, CustomStringConvertible {
  case unknownTask(String)
  case unknownOption(String, task: String)
  case missingValue(option: String)
  case missingArgument(task: String, what: String)
  case tooMany(task: String, argument: String)
  case wrongID(String)
  case wrongValue(option: String, value: String, allowed: String)
  case wrongNumber(String)
  case localUser(ItemID)
  case noList(String)
  case wrongKind(ItemID, task: String, expected: String)

  var description: String {
    switch self {
    case .unknownTask(let name): "There is no command “\(name)”; “notes help” lists them."
    case .unknownOption(let name, let task):
      "“notes \(task)” has no option “\(name)”; “notes help” lists them."
    case .missingValue(let option): "The option “\(option)” needs a value."
    case .missingArgument(let task, let what): "“notes \(task)” needs \(what)."
    case .tooMany(let task, let argument):
      "“\(argument)” is one argument too many for “notes \(task)”; put texts with spaces in quotes."
    case .wrongID(let text):
      "“\(text)” is not the name of an item; names look like notes:42, todos:7 and users:1."
    case .wrongValue(let option, let value, let allowed):
      "“\(value)” is not a value of the option “\(option)”; use \(allowed)."
    case .wrongNumber(let text): "“\(text)” is not the number of a user; “notes list users” lists them."
    case .localUser(let id):
      "There is no user \(id.number): users have numbers from 1, and “notes list users” lists them."
    case .noList(let text): "“notes list” lists notes, todos or users, not “\(text)”."
    case .wrongKind(let id, let task, let expected):
      "“notes \(task)” applies to \(expected), but \(id) is a \(id.kind.singular)."
    }
  }
}
