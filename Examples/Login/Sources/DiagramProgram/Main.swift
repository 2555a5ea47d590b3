import Foundation
import Harvest
import HarvestDiagram
import LoginMachine

/// A program that checks the login machine, and draws it.
@main
struct Main {
  private static let usage = """
    Usage: harvest-diagram [file ...]

    Checks the login machine and prints what there is to say about it; then draws it into each file, in the
    form that the end of its name says: .mmd for Mermaid, .dot for Graphviz, .svg for a picture, which needs
    Graphviz. Ends with status 1 when the checks find something or a file cannot be written.
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return print(usage) }
    if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      end("'\(option)' is not an option of harvest-diagram; 'harvest-diagram --help' says what it takes.", 2)
    }
    let report = Login.report
    print(report)
    do {
      for file in arguments { try await Login.graph.write(to: file) }
    } catch {
      end("\(error)", 1)
    }
    if !report.isClean { exit(1) }
  }

  private static func end(_ sentence: String, _ status: Int32) -> Never {
    FileHandle.standardError.write(Data("\(sentence)\n".utf8))
    exit(status)
  }
}
