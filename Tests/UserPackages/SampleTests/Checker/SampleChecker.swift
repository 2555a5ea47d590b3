/// A text and the path it is reported under.
struct TextFile {
  let path: String
  let text: String
}

/// A block fenced as Swift in a document.
struct Sample: Equatable {
  let path: String
  /// The line of the opening fence, counted from one.
  let line: Int
  /// The word behind `swift` on the opening fence.
  let mark: String
  /// The lines between the fences, without white space around them and without blank ones.
  let code: [String]
  let isClosed: Bool
}

/// Finds the samples of documents that stand in no source file, so that what a reader copies is known to
/// compile.
///
/// A sample is in a source file when its lines follow each other there; indentation and blank lines do not
/// count. The imports a sample begins with may stand anywhere in that file, because statements, unlike
/// imports, have to be inside a function.
struct SampleChecker {
  private let sources: [[String]]

  init(sources: [TextFile]) {
    self.sources = sources.map { Self.lines(of: $0.text).filter { !$0.isEmpty } }
  }

  /// One sentence per sample that is wrong, beginning with its file and line.
  func problems(in document: TextFile) -> [String] {
    Self.samples(in: document).compactMap { sample in
      problem(with: sample).map { "\(sample.path):\(sample.line): \($0)" }
    }
  }

  private func problem(with sample: Sample) -> String? {
    if !sample.isClosed { return "The fence that opens here is never closed." }
    switch sample.mark {
    case "": break
    case "no-compile": return nil
    default: return "A fence says 'swift' or 'swift no-compile', and this one says 'swift \(sample.mark)'."
    }
    if sample.code.isEmpty { return "This sample is empty." }
    if sources.contains(where: { Self.contains(sample.code, in: $0) }) { return nil }
    return
      "No file of Tests/UserPackages/SampleTests or Examples/Notes has this sample, line by line: \(sample.code[0])"
  }

  static func samples(in document: TextFile) -> [Sample] {
    var samples: [Sample] = []
    var open: (fence: Int, line: Int, words: [Substring], code: [String])?

    func close(_ block: (fence: Int, line: Int, words: [Substring], code: [String]), isClosed: Bool) {
      guard block.words.first?.lowercased() == "swift" else { return }
      let mark = block.words.dropFirst().joined(separator: " ")
      let code = block.code.filter { !$0.isEmpty }
      samples.append(
        Sample(path: document.path, line: block.line, mark: mark, code: code, isClosed: isClosed))
    }

    for (index, line) in lines(of: document.text).map(withoutQuotation).enumerated() {
      let fence = line.prefix { $0 == "`" }.count
      if var block = open {
        if fence >= block.fence, fence == line.count {
          close(block, isClosed: true)
          open = nil
        } else {
          block.code.append(line)
          open = block
        }
      } else if fence >= 3 {
        open = (fence, index + 1, line.dropFirst(fence).split(whereSeparator: \.isWhitespace), [])
      }
    }
    if let block = open { close(block, isClosed: false) }
    return samples
  }

  private static func contains(_ sample: [String], in source: [String]) -> Bool {
    let imports = sample.prefix { $0.hasPrefix("import ") }
    guard imports.allSatisfy(source.contains) else { return false }
    let body = sample.dropFirst(imports.count)
    guard body.count <= source.count else { return false }
    return (0...(source.count - body.count)).contains { start in
      source[start..<(start + body.count)].elementsEqual(body)
    }
  }

  private static func lines(of text: String) -> [String] {
    text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { trimmed($0) }
  }

  private static func trimmed(_ line: Substring) -> String {
    let start = line.drop(while: \.isWhitespace)
    guard let last = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...last])
  }

  /// A line of an aside or a quotation, without the sign it begins with; no line of Swift begins with it.
  private static func withoutQuotation(_ line: String) -> String {
    line.hasPrefix(">") ? trimmed(line.dropFirst()) : line
  }
}
