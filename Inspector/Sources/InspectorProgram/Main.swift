import Foundation

/// A tool that shows every turn of applications in a browser.
@main
struct Main {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      if options.isHelp { return print(Options.usage) }
      exit(try await Tool(options).run())
    } catch let failure as Options.Failure {
      Tool.tell("\(failure)")
      exit(2)
    } catch {
      Tool.tell("\(error)")
      exit(1)
    }
  }
}
