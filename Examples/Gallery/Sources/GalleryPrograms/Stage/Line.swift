/// What somebody has written: a word, and what stands behind it.
struct Line {
  /// The first word, in small letters.
  let word: String
  /// The rest, without the spaces around it; often empty.
  let rest: String

  /// Reads a line; nil for an empty one.
  init?(_ text: String) {
    let parts = Self.visible(text).split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let first = parts.first else { return nil }
    word = first.lowercased()
    rest = parts.dropFirst().first.map(Self.trimmed) ?? ""
  }

  /// The text without what would move the cursor or change colours, if it were printed again.
  static func visible(_ text: String) -> String {
    let scalars = text.unicodeScalars.lazy.map { $0 == "\t" ? " " : $0 }
    return String(String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .control }))
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Checks that nothing stands behind the word.
  func alone() throws(LineError) {
    if !rest.isEmpty { throw .tooMuch(rest, after: word) }
  }

  /// The word as one of those that stand alone.
  func alone<Word: RawRepresentable<String>>(as words: Word.Type) throws(LineError) -> Word {
    guard let word = Word(rawValue: word) else { throw .unknown(word) }
    try alone()
    return word
  }

  /// What stands behind the word, of which there must be something.
  ///
  /// - Parameter example: What it might be, for the sentence that asks for it.
  func text(such example: String) throws(LineError) -> String {
    if rest.isEmpty { throw .tooLittle(word, example: example) }
    return rest
  }

  /// A whole number behind the word.
  func number(in range: ClosedRange<Int>) throws(LineError) -> Int {
    guard let number = Int(try text(such: "\(range.lowerBound)")), range.contains(number) else {
      throw .notNumber(rest, range)
    }
    return number
  }

  /// A number of seconds behind the word, of which there may be thousandths, as in `0.25`.
  func seconds() throws(LineError) -> Duration {
    let parts = try text(such: "3").split(separator: ".", omittingEmptySubsequences: false)
    let thousandths = parts.count == 2 ? parts[1] : "0"
    guard parts.count <= 2, 1...3 ~= thousandths.count, (parts + [thousandths]).allSatisfy(Self.isDigits),
      let whole = Int(parts[0]), whole <= 3_600,
      let part = Int(thousandths + String(repeating: "0", count: 3 - thousandths.count))
    else { throw .notSeconds(rest) }
    return .milliseconds(whole * 1_000 + part)
  }

  private static func isDigits(_ text: Substring) -> Bool { text.allSatisfy { "0"..."9" ~= $0 } }
}

/// Why a line cannot be followed.
enum LineError: Error, Hashable, CustomStringConvertible {
  /// Nothing begins with this word.
  case unknown(String)
  /// The word stands alone, and something follows it.
  case tooMuch(String, after: String)
  /// The word does not stand alone, and nothing follows it.
  case tooLittle(String, example: String)
  /// A number in this range was expected.
  case notNumber(String, ClosedRange<Int>)
  /// A number of seconds was expected.
  case notSeconds(String)
  /// Two numbers were expected.
  case notPlace(String)
  /// Nobody waits by hand where the time passes by itself.
  case timePasses

  /// What is wrong, and what to write.
  var description: String {
    switch self {
    case .unknown(let word): "There is nothing called '\(word)'; 'help' lists what there is."
    case .tooMuch(let text, let word): "'\(word)' stands alone; leave out '\(text)'."
    case .tooLittle(let word, let example):
      "'\(word)' needs something behind it, such as '\(word) \(example)'."
    case .notNumber(let text, let range):
      "'\(text)' is not a number from \(range.lowerBound) to \(range.upperBound); write it in digits."
    case .notSeconds(let text):
      "'\(text)' is not a number of seconds up to 3600; write it in digits, such as '3' or '0.25'."
    case .notPlace(let text): "'\(text)' is not a place; write two numbers from 0 to 999, such as '2 1'."
    case .timePasses: "Time passes by itself here; 'wait' is for lines that come from a file."
    }
  }
}
