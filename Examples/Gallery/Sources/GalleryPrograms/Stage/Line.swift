/// A line of input: a word, and its argument.
struct Line {
  /// The first word, in lower case.
  let word: String
  /// The rest without surrounding spaces; may be empty.
  let rest: String

  /// Parses a line; nil for an empty one.
  init?(_ text: String) {
    let parts = Self.visible(text).split(maxSplits: 1, whereSeparator: \.isWhitespace)
    guard let first = parts.first else { return nil }
    word = first.lowercased()
    rest = parts.dropFirst().first.map(Self.trimmed) ?? ""
  }

  /// Removes characters that would move the cursor or change colours when the text is printed.
  static func visible(_ text: String) -> String {
    let scalars = text.unicodeScalars.lazy.map { $0 == "\t" ? " " : $0 }
    return String(String.UnicodeScalarView(scalars.filter { $0.properties.generalCategory != .control }))
  }

  private static func trimmed(_ text: Substring) -> String {
    var text = text.drop(while: \.isWhitespace)
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text)
  }

  /// Throws when an argument follows the word.
  func alone() throws(LineError) {
    if !rest.isEmpty { throw .tooMuch(rest, after: word) }
  }

  /// Returns the word as one of those without an argument.
  func alone<Word: RawRepresentable<String>>(as words: Word.Type) throws(LineError) -> Word {
    guard let word = Word(rawValue: word) else { throw .unknown(word) }
    try alone()
    return word
  }

  /// Returns the argument; throws when there is none.
  ///
  /// - Parameter example: An example of the argument, for the error's sentence.
  func text(such example: String) throws(LineError) -> String {
    if rest.isEmpty { throw .tooLittle(word, example: example) }
    return rest
  }

  /// Returns the argument as a whole number.
  func number(in range: ClosedRange<Int>) throws(LineError) -> Int {
    guard let number = Int(try text(such: "\(range.lowerBound)")), range.contains(number) else {
      throw .notNumber(rest, range)
    }
    return number
  }

  /// Returns the argument as a number of seconds, with up to three decimals, as in `0.25`.
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

/// The reason why a line cannot be carried out.
enum LineError: Error, Hashable, CustomStringConvertible {
  /// No command begins with this word.
  case unknown(String)
  /// The word takes no argument, and something follows it.
  case tooMuch(String, after: String)
  /// The word needs an argument, and nothing follows it.
  case tooLittle(String, example: String)
  case notNumber(String, ClosedRange<Int>)
  case notSeconds(String)
  /// Two numbers were expected.
  case notPlace(String)
  /// Time passes by itself here, so that `wait` is not available.
  case timePasses

  var description: String {
    switch self {
    case .unknown(let word): "There is nothing called '\(word)'; 'help' lists what there is."
    case .tooMuch(let text, let word): "'\(word)' takes no argument; omit '\(text)'."
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
