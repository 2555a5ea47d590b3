/// Finds the types that the samples of an article use and that neither the article nor one that it names
/// declares.
///
/// A reader who pastes the samples then has all of them.
struct SampleTypes {
  /// The types of the samples' files, without those whose names the libraries have as well.
  private let known: Set<String>
  private let articles: [(title: String, name: String, declared: Set<String>)]

  init(sources: [TextFile], libraryNames: Set<String>, articles: [TextFile]) {
    known = Set(sources.flatMap { Self.declared(in: Self.lines(of: $0.text)) }).subtracting(libraryNames)
    self.articles = articles.map { article in
      (
        title: Self.title(of: article), name: Self.name(of: article),
        declared: Self.declared(in: Self.code(of: article))
      )
    }
  }

  /// One sentence for an article whose samples cannot be pasted as they are; an empty list for any other.
  func problems(in article: TextFile) -> [String] {
    let samples = SampleChecker.samples(in: article).filter { $0.mark.isEmpty }
    guard let first = samples.first?.code.first else { return [] }
    // A module's page begins with its name in two backquotes, and shows excerpts.
    if !Self.title(of: article).hasPrefix("``"), !first.hasPrefix("import ") {
      return ["\(article.path): Its first sample begins with `\(first)`; begin it with its imports."]
    }
    let code = Self.code(of: article)
    let text = article.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let named = articles.filter { text.contains("*\($0.title)*") || text.contains("<doc:\($0.name)>") }
    let declared = named.reduce(into: Self.declared(in: code)) { $0.formUnion($1.declared) }
    // SwiftUI has a type of this name, which other articles declare.
    let imported: Set<String> = article.text.contains("SwiftUI") ? ["Button"] : []
    let missing = Self.used(in: code).intersection(known).subtracting(declared).subtracting(imported).sorted()
    if missing.isEmpty { return [] }
    return [
      "\(article.path): Its samples use \(missing.joined(separator: ", ")); declare each in a sample, "
        + "or name the article that does."
    ]
  }

  private static func title(of article: TextFile) -> String {
    String(article.text.prefix { !$0.isNewline }.drop { $0 == "#" || $0 == " " })
  }

  private static func name(of article: TextFile) -> String {
    article.path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
  }

  private static func code(of article: TextFile) -> [Substring] {
    SampleChecker.samples(in: article).filter { $0.mark.isEmpty }
      .flatMap { lines(of: $0.code.joined(separator: "\n")) }
  }

  /// The lines without their comments and without what stands in quotation marks.
  private static func lines(of text: String) -> [Substring] {
    text.split(whereSeparator: \.isNewline).map { line in
      let bare = line.replacing(/"(?:[^"\\]|\\.)*"/, with: "")
      return bare[..<(bare.firstRange(of: "//")?.lowerBound ?? bare.endIndex)]
    }
  }

  private static func declared(in code: [Substring]) -> Set<String> {
    Set(
      code.flatMap { line in
        line.matches(of: /\b(?:struct|enum|class|actor|protocol|typealias)\s+([A-Z]\w*)/).map { String($0.1) }
      })
  }

  /// The words that begin with a capital letter and do not follow a dot.
  private static func used(in code: [Substring]) -> Set<String> {
    Set(
      code.flatMap { line in
        line.matches(of: /\.?\w+/).map { String($0.0) }.filter { $0.first?.isUppercase == true }
      })
  }
}
