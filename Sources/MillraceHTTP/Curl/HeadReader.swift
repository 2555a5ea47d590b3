import Millrace

/// A reader that parses the head of an answer, line by line.
///
/// An answer may have several heads; the last one counts, because earlier ones have a status below 200 and
/// only announce the answer. After a chunked body, trailer lines may follow that look like fields; they are
/// ignored.
struct HeadReader {
  enum Step: Equatable {
    /// More lines follow.
    case reading
    /// The head is complete.
    case whole(AnswerHead)
    /// The head is longer than ``limit``.
    case tooLong
  }

  /// The maximum size of a head, in bytes.
  static let limit = 1 << 18

  private var status: Int?
  private var headers: [String: String] = [:]
  private var size = 0
  private var isWhole = false

  /// Takes a line, with or without its terminator.
  mutating func take(_ bytes: some Collection<UInt8>) -> Step {
    size += bytes.count
    if size > Self.limit { return .tooLong }
    let text = String(decoding: bytes, as: UTF8.self)
    let line = text.lastIndex { !$0.isWhitespace }.map { text[...$0] } ?? ""
    if line.hasPrefix("HTTP/") {
      let words = line.split(separator: " ", maxSplits: 2)
      status = words.count > 1 ? Int(digits: words[1]) : nil
      headers = [:]
      isWhole = false
    } else if !isWhole {
      if line.isEmpty { return end() }
      addField(line)
    }
    return .reading
  }

  private mutating func end() -> Step {
    guard let status, status >= 200 else { return .reading }
    isWhole = true
    return .whole(AnswerHead(status: status, headers: headers))
  }

  private mutating func addField(_ line: Substring) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = String(line[..<colon])
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let known = headers.keys.first { $0.lowercased() == name.lowercased() } ?? name
    headers[known] = headers[known].map { "\($0), \(value)" } ?? String(value)
  }
}
