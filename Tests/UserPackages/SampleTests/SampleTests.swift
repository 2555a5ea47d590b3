import Foundation
import Testing

/// What a reader copies from the README or an article has been compiled: it stands in a file of this folder, or of the
/// application that the tour goes through.
@Suite("Samples of the README and the articles") struct SampleTests {
  @Test("every sample stands in a file that is compiled")
  func compiled() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let root = folder.appending(path: "../../..").standardized

    // The checker's own tests hold made-up samples in strings, which nobody compiles.
    var sources = try files(in: folder, named: { $0.hasSuffix(".swift") && !$0.hasPrefix("Checker/") })
    for part in ["Sources", "Tests"] {
      sources += try files(
        in: root.appending(path: "Examples/Notes").appending(path: part), named: { $0.hasSuffix(".swift") })
    }
    let articles = try files(
      in: root.appending(path: "Sources"), named: { $0.contains(".docc/") && $0.hasSuffix(".md") })
    let readme = TextFile(
      path: "README.md", text: try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8))

    let checker = SampleChecker(sources: sources)
    for document in [readme] + articles {
      for problem in checker.problems(in: document) {
        Issue.record("\(problem)")
      }
    }
    #expect(!SampleChecker.samples(in: readme).isEmpty, "The README shows how the library is used.")
  }

  /// The texts below a folder whose path inside it is wanted, in the order of their paths.
  private func files(in folder: URL, named isWanted: (String) -> Bool) throws -> [TextFile] {
    let inside = try FileManager.default.subpathsOfDirectory(atPath: folder.path(percentEncoded: false))
      .filter(isWanted).sorted()
    return try inside.map { path in
      TextFile(
        path: "\(folder.lastPathComponent)/\(path)",
        text: try String(contentsOf: folder.appending(path: path), encoding: .utf8))
    }
  }
}
