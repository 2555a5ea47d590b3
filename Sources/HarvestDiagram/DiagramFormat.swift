import Foundation
import MillraceSupport

/// The format of a diagram's file.
enum DiagramFormat {
  case mermaid
  case dot
  case svg

  /// Creates the format that a file's extension names.
  init(_ path: String) throws(DiagramError) {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "mmd", "mermaid": self = .mermaid
    case "dot", "gv": self = .dot
    case "svg": self = .svg
    default: throw .unknownFormat(path: path)
    }
  }

  static func write(_ text: String, to path: String) throws(DiagramError) {
    let signal = FileSizeSignal.hold()
    defer { signal.release() }
    do {
      try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .notWritten(path: path, reason: error.localizedDescription)
    }
  }
}
