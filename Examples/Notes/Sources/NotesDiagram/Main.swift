import Foundation
import Harvest
import HarvestDiagram
import NotesSession

/// A program that checks the connection's machine, and draws it.
@main
struct Main {
  private static let usage = """
    Usage: notes-diagram [file ...]

    Checks the machine of the connection and prints what there is to say about it; then draws it into each
    file, in the form that the end of its name says: .mmd for Mermaid, .dot for Graphviz, .svg for a picture,
    which needs Graphviz. Ends with status 1 when the checks find something or a file cannot be written.
    """

  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) { return print(usage) }
    if let option = arguments.first(where: { $0.hasPrefix("-") }) {
      end("'\(option)' is not an option of notes-diagram; 'notes-diagram --help' says what it takes.", 2)
    }
    let report = SessionTable.report
    print(report)
    do {
      for file in arguments { try SessionTable.graph.write(to: file) }
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
