import Foundation
import Testing

/// A sample that a reader copies has been compiled: it stands in a file of this folder, or of the application
/// that the tour goes through.
@Suite("Samples of the README and the articles") struct SampleTests {
  @Test("every sample stands in a file that is compiled")
  func compiled() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let root = folder.appending(path: "../../..").standardized

    // The checker's own tests hold made-up samples in strings, which are not compiled.
    var sources = try files(in: folder, named: { $0.hasSuffix(".swift") && !$0.hasPrefix("Checker/") })
    for part in ["Sources", "Tests"] {
      sources += try files(
        in: root.appending(path: "Examples/Notes").appending(path: part), named: { $0.hasSuffix(".swift") })
    }
    sources += try files(
      in: root.appending(path: "Postgres/Tests"), named: { $0.hasSuffix("ArticleSamples.swift") })
    let articles = try ["Sources", "Postgres/Sources"].flatMap { path in
      try files(in: root.appending(path: path), named: { $0.contains(".docc/") && $0.hasSuffix(".md") })
    }
    let pages = try self.pages(of: root)

    let checker = SampleChecker(sources: sources)
    for document in pages + articles {
      for problem in checker.problems(in: document) {
        Issue.record("\(problem)")
      }
    }
    #expect(!SampleChecker.samples(in: pages[0]).isEmpty, "The README shows how the library is used.")
    #expect(pages[0].text.utf8.count <= 12_288, "The README is one page; details belong into Documentation.")
  }

  @Test("an article begins with code that can be pasted, and its samples have the types that they use")
  func selfContained() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let root = folder.appending(path: "../../..").standardized
    let sources = try files(in: folder, named: { $0.hasSuffix(".swift") && !$0.hasPrefix("Checker/") })
    let lists = try files(in: root.appending(path: "API"), named: { $0.hasSuffix(".txt") })
    let libraryNames = lists.flatMap { list in
      list.text.split(whereSeparator: \.isNewline).flatMap { line in
        line.prefix { $0 != "\t" && $0 != "(" }.split(separator: ".").map(String.init)
      }
    }
    // The tour shows excerpts of an application.
    let articles = try files(
      in: root.appending(path: "Sources"),
      named: { $0.contains(".docc/") && $0.hasSuffix(".md") && !$0.hasSuffix("ATourOfNotes.md") })
    let types = SampleTypes(sources: sources, libraryNames: Set(libraryNames), articles: articles)
    for problem in articles.flatMap(types.problems) { Issue.record("\(problem)") }
  }

  @Test("every row of the pages about coming from an original is shown by a program")
  func rows() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    let programs = try files(
      in: root.appending(path: "Tests/UserPackages/OriginalTests"), named: { $0.hasSuffix(".swift") })
    let refused = try files(in: root.appending(path: "Tests/CompileFail"), named: { $0.hasSuffix(".swift") })
    let lists = try files(in: root.appending(path: "API"), named: { $0.hasSuffix(".txt") })
    let articles = try files(
      in: root.appending(path: "Sources"), named: { $0.contains(".docc/ComingFrom") && $0.hasSuffix(".md") })

    var pages: [TextFile] = []
    for dialect in ["Aftermath", "Flask", "Harvest", "Katana"] {
      let page = try #require(articles.first { $0.path.hasPrefix("Sources/\(dialect)/") })
      let symbols = lists.filter { $0.path.hasPrefix("API/\(dialect)") }.flatMap { list in
        list.text.split(whereSeparator: \.isNewline).flatMap { line in
          line.prefix { $0 != "\t" && $0 != "(" }.split(separator: ".").map(String.init)
        }
      }
      let own = programs.filter { $0.path.hasPrefix("OriginalTests/\(dialect)") }
      let checker = RowChecker(programs: own + refused, symbols: Set(symbols))
      for problem in checker.problems(in: page) { Issue.record("\(problem)") }
      pages.append(page)
    }
    let checker = RowChecker(programs: programs + refused, symbols: [])
    for problem in checker.strayMarks(in: pages) { Issue.record("\(problem)") }
    #expect(pages.flatMap(RowChecker.rows).count > 300)
  }

  @Test("every link between the pages of the repository leads to a file")
  func linked() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    for page in try pages(of: root) {
      let folder = root.appending(path: page.path).deletingLastPathComponent()
      for link in page.text.matches(of: /\]\((?!http)([^)#\s]+)/) {
        let target = folder.appending(path: String(link.1)).standardized.path(percentEncoded: false)
        #expect(FileManager.default.fileExists(atPath: target), "\(page.path) links to \(link.1).")
      }
    }
  }

  /// The README, and the pages that it leads to outside of the site.
  private func pages(of root: URL) throws -> [TextFile] {
    let names =
      try ["README.md", "CONTRIBUTING.md", "SECURITY.md", "Examples/README.md"]
      + files(in: root.appending(path: "Documentation"), named: { $0.hasSuffix(".md") }).map(\.path)
    return try names.map { name in
      TextFile(path: name, text: try String(contentsOf: root.appending(path: name), encoding: .utf8))
    }
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
