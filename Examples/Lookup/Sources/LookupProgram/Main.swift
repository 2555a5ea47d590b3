import Foundation
import LineTerminal

/// A program that looks books up in a small library: an example of Millrace.
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
        await Session.typed(terminal, isTraced: options.isTraced)
      } else {
        await Session.scripted(terminal, isTraced: options.isTraced)
      }
    } catch {
      Terminal.complain("\(error)")
      exit(2)
    }
  }
}
