import Millrace
import MillraceJournal

/// The exit code of a command, as listed in the help.
enum ExitCode: Int32, Hashable, Sendable {
  case fine = 0
  case found = 1
  case usage = 2
  case failure = 3
}

/// A program that parses its arguments, without its own name, and runs the command.
struct Program {
  let console: Console
  let inspector: InspectorLaunch

  init(_ console: Console, inspector: InspectorLaunch = .system) {
    self.console = console
    self.inspector = inspector
  }

  func run(_ arguments: [String]) async -> ExitCode {
    var code: ExitCode
    do throws(UsageError) {
      code = await run(try Command(arguments))
    } catch {
      console.complain(error.description)
      return .usage
    }
    console.flush()
    if case .failed(let reason) = console.failure {
      console.complain("Standard output cannot be written to: \(reason).")
      code = .failure
    }
    return code
  }

  private func run(_ command: Command) async -> ExitCode {
    switch command {
    case .help:
      console.put(HelpPage.program(width: console.width ?? 80, style: console.style))
      return .fine
    case .helpOf(let verb):
      console.put(HelpPage.verb(verb, width: console.width ?? 80, style: console.style))
      return .fine
    case .helpOfInspect:
      console.put(HelpPage.inspect(width: console.width ?? 80, style: console.style))
      return .fine
    case .inspect(let arguments):
      console.complain(inspector.run(arguments))
      return .failure
    case .journal(let task, let options):
      do throws(JournalError) {
        return try await run(task, options)
      } catch {
        // After standard output has failed, the error is a consequence: `run(_:)` above reports a failure,
        // and a closed reader needs no report.
        if console.failure != nil { return .fine }
        console.flush()
        console.complain(error.commandDescription)
        return .failure
      }
    }
  }

  private func run(
    _ task: Command.Task, _ options: JournalOptions
  ) async throws(JournalError) -> ExitCode {
    let commands = JournalCommands(console: console, options: options)
    switch task {
    case .info(let path): return try commands.info(path)
    case .log(let request): return try await commands.log(request)
    case .show(let path, .turn(let turn), let state): return try commands.show(path, turn, state: state)
    case .show(let path, .key(let key), let state): return try commands.show(path, key: key, state: state)
    case .tasks(let path, let isAll): return try commands.tasks(path, isAll: isAll)
    case .verify(let path): return try commands.verify(path)
    case .export(let path, let file, let how, let permissions):
      return try commands.export(path, to: file, how, permissions)
    case .check(let file): return try commands.check(file)
    case .import(let file, let path, let permissions): return try commands.import(file, to: path, permissions)
    case .compact(let request): return try commands.compact(request)
    case .diff(let left, let right, let times): return try commands.diff(left, right, times: times)
    case .branch(let request): return try commands.branch(request)
    }
  }
}
