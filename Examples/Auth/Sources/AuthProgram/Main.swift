import Foundation
import LineTerminal

/// A program that logs in at a server that it starts itself: an example of an application with several
/// modules.
@main
@MainActor
struct Main {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      let terminal = Terminal()
      if options.isHelp {
        print(Options.usage)
      } else if terminal.isTyped {
        try await Player.typed(terminal, isTraced: options.isTraced)
      } else {
        try await Player.scripted(terminal, isTraced: options.isTraced)
      }
    } catch {
      Terminal.complain("\(error)")
      exit(2)
    }
  }
}
