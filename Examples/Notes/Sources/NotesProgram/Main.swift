import Foundation
import NotesClient

@main
struct Main {
  @MainActor
  static func main() async {
    Output.prepare()
    let invocation: Invocation
    do {
      invocation = try Invocation(Array(CommandLine.arguments.dropFirst()))
    } catch {
      Output.complain("\(error)")
      exit(Status.misunderstood.rawValue)
    }
    do {
      exit(try await run(invocation).rawValue)
    } catch {
      // A closed pipe, as after `head`, needs no error message.
      if (error as? Output.Failure)?.code != EPIPE { Output.complain("\(error)") }
      exit(Status.failed.rawValue)
    }
  }

  @MainActor
  private static func run(_ invocation: Invocation) async throws -> Status {
    let settings = try invocation.options.settings(variables: ProcessInfo.processInfo.environment)
    switch invocation.task {
    case .help:
      try Output.write(help)
      return .done
    case .reset:
      return try await reset(settings, isJSON: invocation.options.isJSON)
    case .replay(let file):
      return try await ReplayTool(file: file, isJSON: invocation.options.isJSON).run()
    case .screen(let link):
      return try await FullScreen(settings).run(link: link)
    default:
      return try await Tool(settings, isJSON: invocation.options.isJSON).run(invocation.task)
    }
  }

  @MainActor
  private static func reset(_ settings: Settings, isJSON: Bool) async throws -> Status {
    let unsent = await settings.unsentChanges()
    let aside = try settings.setDatabaseAside()
    if isJSON {
      try Output.write(
        json: Printout(isJSON: true).json(Aside(folder: aside, unsent: aside == nil ? nil : unsent)))
      return .done
    }
    guard let aside else {
      try Output.write("There is no local database in \(settings.folder).")
      return .done
    }
    try Output.write(
      "The local database was moved to \(aside); the next command fetches everything from the server."
    )
    switch unsent {
    case 0?: break
    case let count?:
      try Output.write("It has \(counted(count, "unsent change")).")
    case nil:
      try Output.write("It could not be read, so it may have unsent changes.")
    }
    return .done
  }

  private struct Aside: Encodable {
    let folder: String?
    let unsent: Int?
  }
}

/// The exit codes, for scripts.
enum Status: Int32 {
  case done = 0
  case failed = 1
  case misunderstood = 2
  /// A change waits for the server, or a conflict for the user.
  case waits = 3
}
