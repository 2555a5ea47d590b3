import Foundation
import Harvest
import HarvestDiagram
import NotesSession

/// A program that checks the connection's machine, and draws it.
@main
struct Main {
  private static let usage = """
    Usage: notes-diagram [file ...]

    Checks the state machine of the connection and prints the findings; then draws it into each file. The
    extension gives the format: .mmd for Mermaid, .dot for Graphviz, .svg for a picture, which needs Graphviz.
    The status is 1 if there are findings, or if a file cannot be written.
    """

  static func main() async {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return print(usage) }
    if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      end("'\(option)' is not an option of notes-diagram; 'notes-diagram --help' lists the options.", 2)
    }
    let report = SessionTable.report
    print(report)
    do {
      for file in arguments { try await SessionTable.graph.write(to: file) }
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
