import MillraceCoding
import MillraceSync

/// The protocol between ``HTTPLog`` and ``LogService``, version 1.
///
/// Each log has one path below the service's prefix: `PREFIX/v1/LOG`. The name of a log has 1 to 128
/// characters of `A–Z a–z 0–9 - _ . ~`, is not `.` or `..`, and is written without percent-encoding.
///
/// | Request | Body | Answer |
/// |---|---|---|
/// | `POST PREFIX/v1/LOG/entries` | `{a: position, e: [entry]}` | 200 and a page |
/// | `GET PREFIX/v1/LOG/entries?after=N&limit=N` | | 200 and a page |
/// | `GET PREFIX/v1/LOG/news?after=N&wait=SECONDS` | | 200 and `{n: Boolean}`, as soon as there is an entry or the time is up |
/// | `GET PREFIX/v1/LOG/snapshot` | | 200 and a snapshot, or 204 for none |
/// | `PUT PREFIX/v1/LOG/snapshot` | `{k: count, s: snapshot}` | 204 |
///
/// Bodies are CBOR; entries, pages and snapshots have the form of `LogEntry`, `LogPage` and `LogSnapshot`.
/// Each request has `Authorization: Bearer TOKEN`. Each answer has the header `Millrace-Log: 1`, by which a
/// client tells it from one of a proxy or a captive portal. Every other status has a ``LogFailure`` as its
/// body.
enum LogWire {
  static let version = "v1"
  /// The header of each answer, and its value.
  static let mark = (name: "Millrace-Log", value: "1")
  static let contentType = "application/cbor"
  static let nameLimit = 128

  /// Returns the reason why a text is not the name of a log behind HTTP; nil for a name.
  static func flaw(ofLog name: String) -> String? {
    let bytes = name.utf8
    if bytes.isEmpty { return "the name of the log is empty" }
    if bytes.count > nameLimit {
      return "the name of the log has \(bytes.count) bytes, and the limit is \(nameLimit)"
    }
    if name == "." || name == ".." { return "the name of the log is a step of a path" }
    return bytes.allSatisfy(isPlain)
      ? nil : "the name of the log has other characters than letters of ASCII, digits, `-`, `_`, `.` and `~`"
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
      UInt8(ascii: "~"):
      true
    default: false
    }
  }

  /// Returns a text from outside for an error: without control characters, and at most 500 characters.
  static func harmless(_ text: String) -> String {
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(500) {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator: result.append(" ")
      default: result.append(scalar)
      }
    }
    return String(result)
  }
}

/// The body of an append.
struct AppendBody {
  var after: UInt64
  var entries: [LogEntry]

  enum CodingKeys: String, CodingKey {
    case after = "a"
    case entries = "e"
    /// The head of the log; only in a page.
    case head = "h"
  }

  func bytes() throws -> [UInt8] {
    try RecordEncoder().encode { encoder in
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encode(after, forKey: .after)
      try values.encode(entries, forKey: .entries)
    }
  }

  /// Reads a body; nil for one with more than `limit` entries, which are not decoded.
  static func read(_ bytes: [UInt8], limit: Int) throws -> AppendBody? {
    try decode(bytes) { decoder in
      let values = try decoder.container(keyedBy: CodingKeys.self)
      guard let entries = try entries(values, limit: limit) else { return nil }
      return AppendBody(after: try values.decode(UInt64.self, forKey: .after), entries: entries)
    }
  }

  /// Reads a page; nil for one with more entries than any page has.
  static func readPage(_ bytes: [UInt8]) throws -> LogPage? {
    try decode(bytes) { decoder in
      let values = try decoder.container(keyedBy: CodingKeys.self)
      guard let entries = try entries(values, limit: LogPage.entryLimit) else { return nil }
      return LogPage(
        after: try values.decode(UInt64.self, forKey: .after), entries: entries,
        head: try values.decode(UInt64.self, forKey: .head))
    }
  }

  private static func decode<T>(_ bytes: [UInt8], _ read: (any Decoder) throws -> T) throws -> T {
    try bytes.withUnsafeBytes { try RecordDecoder().decode($0, read) }
  }

  private static func entries(
    _ values: KeyedDecodingContainer<CodingKeys>, limit: Int
  ) throws -> [LogEntry]? {
    var list = try values.nestedUnkeyedContainer(forKey: .entries)
    if let count = list.count, count > limit { return nil }
    var entries: [LogEntry] = []
    while !list.isAtEnd { entries.append(try list.decode(LogEntry.self)) }
    return entries
  }
}

/// The body of a request to keep a snapshot.
struct KeepBody: Codable {
  var count: Int
  var snapshot: LogSnapshot

  enum CodingKeys: String, CodingKey {
    case count = "k"
    case snapshot = "s"
  }
}

/// The body of the answer to a follower.
struct NewsBody: Codable {
  /// False when the time was up before the log had an entry.
  var hasNews: Bool

  enum CodingKeys: String, CodingKey {
    case hasNews = "n"
  }
}
