/// A row of a table in a page about coming from an original.
struct OriginalRow: Equatable {
  enum Kind: Equatable {
    /// The line of the original compiles, perhaps with a warning.
    case compiles
    /// Another line is written here.
    case changed
    /// There is nothing of the kind here.
    case missing
  }

  let path: String
  /// The line of the row, counted from one.
  let line: Int
  /// The kind of the row: its third cell, or the heading above the table.
  let kind: Kind
  /// The first cell: the name or the behaviour of the original.
  let there: String
  /// The second cell: what is here.
  let here: String
}

/// Finds the rows of the pages about coming from an original that no program shows.
///
/// A program shows a row if it has a comment `// row:` with the row's first cell, or with its beginning and
/// `…`, and every name of the first cell in its code; or else every name of the second one, which may have
/// none. Where a name is the same or renamed, a program without such a comment shows the row if it has
/// every name of the first cell. A row under the heading *Not here* is shown by the lists of public
/// symbols, if none of its names stands there.
struct RowChecker {
  private let programs: [Program]
  private let symbols: Set<String>

  private struct Program {
    let path: String
    let marks: [String]
    let code: String
    let words: Set<String>
  }

  /// Creates a checker.
  ///
  /// - Parameters:
  ///   - programs: The files that are compiled, or that the compiler must refuse.
  ///   - symbols: The names of the library's public symbols.
  init(programs: [TextFile], symbols: Set<String>) {
    self.programs = programs.map { file in
      let lines = file.text.split(whereSeparator: \.isNewline)
      let code = lines.filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }.joined(separator: "\n")
      return Program(
        path: file.path, marks: lines.compactMap(Self.mark), code: code,
        words: Set(code.matches(of: #/\w+/#).map { String($0.0) }))
    }
    self.symbols = symbols
  }

  /// One sentence for each row of a page that no program shows.
  func problems(in page: TextFile) -> [String] { Self.rows(in: page).compactMap(problem) }

  /// One sentence for each comment that names no row of these pages, or several.
  func strayMarks(in pages: [TextFile]) -> [String] {
    let rows = pages.flatMap(Self.rows)
    return programs.flatMap { strayMarks(in: $0, among: rows) }
  }

  private func problem(with row: OriginalRow) -> String? {
    let names = Self.names(in: row.there)
    let marked = programs.filter { $0.marks.contains { Self.fits($0, row) } }
    if marked.isEmpty {
      if row.kind == .missing {
        let known = names.filter { symbols.contains($0.text) }.map(\.text)
        if known.isEmpty, !names.isEmpty { return nil }
        return "\(row.path):\(row.line): `\(row.there)` is not here, and \(known) are public symbols."
      }
      if row.kind == .compiles, !names.isEmpty, programs.contains(where: { missing(names, in: $0).isEmpty }) {
        return nil
      }
      return "\(row.path):\(row.line): No program shows the row: \(row.there)"
    }
    if names.isEmpty || marked.contains(where: { missing(names, in: $0).isEmpty }) { return nil }
    let others = Self.names(in: row.here)
    if others.isEmpty, row.kind == .changed { return nil }
    if !others.isEmpty, marked.contains(where: { missing(others, in: $0).isEmpty }) { return nil }
    return "\(row.path):\(row.line): \(marked[0].path) is marked with `\(row.there)` and does not use "
      + missing(names, in: marked[0]).joined(separator: ", ") + " or "
      + missing(others, in: marked[0]).joined(separator: ", ")
  }

  private func strayMarks(in program: Program, among rows: [OriginalRow]) -> [String] {
    program.marks.compactMap { mark in
      let count = rows.filter { Self.fits(mark, $0) }.count
      if count == 1 { return nil }
      return "\(program.path): `// row: \(mark)` fits \(count) rows instead of one."
    }
  }

  private static func mark(_ line: Substring) -> String? {
    let text = line.drop(while: \.isWhitespace)
    return text.hasPrefix("// row: ") ? String(text.dropFirst(8)) : nil
  }

  private static func fits(_ mark: String, _ row: OriginalRow) -> Bool {
    mark.hasSuffix("…") && mark != row.there ? row.there.hasPrefix(mark.dropLast()) : row.there == mark
  }

  // MARK: Rows

  /// The rows of a page, but for those on the original's own samples and on what it has in numbers.
  static func rows(in page: TextFile) -> [OriginalRow] {
    var rows: [OriginalRow] = []
    var heading = ""
    var isInTable = false
    for (index, line) in page.text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      .enumerated()
    {
      if line.hasPrefix("#") { heading = String(line.drop { $0 == "#" || $0 == " " }) }
      guard line.hasPrefix("|") else {
        isInTable = false
        continue
      }
      if line.hasPrefix("|--") {
        isInTable = true
      } else if isInTable, !heading.hasPrefix("The samples of") {
        let cells = cells(of: line)
        if cells.count < 2 { continue }
        rows.append(
          OriginalRow(
            path: page.path, line: index + 1, kind: kind(under: heading, cells.dropFirst(2).first ?? ""),
            there: cells[0], here: cells[1]))
      }
    }
    return rows
  }

  private static func kind(under heading: String, _ cell: String) -> OriginalRow.Kind {
    switch (heading, cell) {
    case ("Not here", _), (_, "not here"): .missing
    case ("Works the same", _), ("Works as it did", _), (_, "same"), (_, "renamed ✎"), (_, "✎"): .compiles
    case ("Renamed", ""), ("Another name", ""): .compiles
    default: .changed
    }
  }

  private static func cells(of line: Substring) -> [String] {
    line.replacing("\\|", with: "\u{0}").split(separator: "|").map { cell in
      String(cell.replacing("\u{0}", with: "|").drop(while: \.isWhitespace)).trimmedEnd
    }
  }

  // MARK: Names

  /// A name in the code of a cell.
  struct Name: Hashable {
    let text: String
    /// True for a label, which a colon follows.
    let isLabel: Bool
  }

  /// The names in the backquoted code of a cell, without words of the language, placeholders of one letter
  /// and what stands in quotation marks.
  static func names(in cell: String) -> [Name] {
    cell.matches(of: #/`+([^`]+)`+/#).flatMap { span in
      span.1.replacing(#/"[^"]*"/#, with: "").matches(of: #/([A-Za-z_]\w*)(\??:)?/#)
        .map { Name(text: String($0.1), isLabel: $0.2 != nil) }
        .filter { $0.text.count > 1 && !words.contains($0.text) }
    }
  }

  private static let words: Set<String> = [
    "any", "class", "enum", "func", "in", "let", "nil", "override", "some", "struct", "true", "try", "var",
    "await", "_",
    "inout", "init", "async", "false", "isolation",
  ]

  private func missing(_ names: [Name], in program: Program) -> [String] {
    names.filter { name in
      if !program.words.contains(name.text) { return true }
      guard name.isLabel, let label = try? Regex("\\b\(name.text)`?\\s*(\\w+\\s*)?:") else { return false }
      return program.code.firstMatch(of: label) == nil
    }.map { $0.isLabel ? "`\($0.text):`" : "`\($0.text)`" }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last])
  }
}
