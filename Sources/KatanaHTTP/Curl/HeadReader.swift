/// Makes the head of an answer of its lines: a value that one line after another is put into.
///
/// An answer may have several heads, of which the last counts: those before have a status below 200 and say
/// that the answer is coming. Behind a body in chunks, lines may follow that look like fields; they are
/// passed over.
struct HeadReader {
  /// What a line has led to.
  enum Step: Equatable {
    /// More lines are to come.
    case reading
    /// The head is whole.
    case whole(AnswerHead)
    /// There is more than any sensible server says.
    case tooLong
  }

  /// The longest head that is read, in bytes.
  static let limit = 1 << 18

  private var status: Int?
  private var headers: [String: String] = [:]
  private var size = 0
  private var isWhole = false

  /// Takes a line, with or without its end.
  mutating func take(_ bytes: some Collection<UInt8>) -> Step {
    size += bytes.count
    if size > Self.limit { return .tooLong }
    let line = String(decoding: bytes, as: UTF8.self).trimmingEnd()
    if line.hasPrefix("HTTP/") {
      let words = line.split(separator: " ", maxSplits: 2)
      status = words.count > 1 ? Int(words[1]) : nil
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

  private mutating func addField(_ line: String) {
    guard let colon = line.firstIndex(of: ":") else { return }
    let name = String(line[..<colon])
    let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
    let known = headers.keys.first { $0.lowercased() == name.lowercased() } ?? name
    headers[known] = headers[known].map { "\($0), \(value)" } ?? String(value)
  }
}

extension String {
  /// Without the spaces and line breaks at its end.
  fileprivate func trimmingEnd() -> String {
    var view = self[...]
    while let last = view.last, last.isWhitespace { view.removeLast() }
    return String(view)
  }
}
