/// A run of entries of a log, in its order.
public struct LogPage: Hashable, Sendable, Codable {
  /// The maximum number of entries: 1,000.
  public static let entryLimit = 1_000
  /// The number of bytes after which a page ends: 4 MiB.
  ///
  /// A page has two entries even if they are larger.
  public static let byteLimit = 4 << 20

  /// The position before the first entry.
  public var after: UInt64
  /// The entries, from position `after + 1` on.
  public var entries: [LogEntry]
  /// The position of the last entry of the log when the page was read.
  public var head: UInt64

  /// Creates a page.
  public init(after: UInt64, entries: [LogEntry], head: UInt64) {
    self.after = after
    self.entries = entries
    self.head = head
  }

  /// The position of the last entry in the page.
  public var end: UInt64 {
    let (end, isTooLarge) = after.addingReportingOverflow(UInt64(entries.count))
    return isTooLarge ? .max : end
  }

  /// True if the page reaches to the log's head.
  public var isLast: Bool { end >= head }

  /// Returns the number of entries that fit into one page: at least two, if there are two.
  ///
  /// - Parameters:
  ///   - sizes: The sizes of the entries in order; see ``LogEntry/size``.
  ///   - limit: The number of entries that the reader requests.
  public static func fitting(_ sizes: some Sequence<Int>, limit: Int) -> Int {
    let limit = min(max(limit, 2), entryLimit)
    var (count, bytes) = (0, 0)
    for size in sizes {
      // No more than counts, so that sizes from outside cannot overflow the sum.
      bytes += min(max(size, 0), byteLimit + 1)
      if count == limit || count >= 2 && bytes > byteLimit { break }
      count += 1
    }
    return count
  }

  enum CodingKeys: String, CodingKey {
    case after = "a"
    case entries = "e"
    case head = "h"
  }

  /// Reads a page.
  ///
  /// - Throws: `DecodingError`, also for a page that no log returns: one with more than ``entryLimit``
  ///   entries, or one that reaches behind the log's head.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      after: try values.decode(UInt64.self, forKey: .after),
      entries: try values.decode([LogEntry].self, forKey: .entries),
      head: try values.decode(UInt64.self, forKey: .head))
    if let flaw {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: decoder.codingPath, debugDescription: flaw))
    }
  }

  private var flaw: String? {
    if head > UInt64(Int64.max) { return "the page's log has an impossible head" }
    if entries.count > Self.entryLimit {
      return "the page has \(entries.count) entries, and the limit is \(Self.entryLimit)"
    }
    return end > head ? "the page ends at position \(end), behind its log's head \(head)" : nil
  }
}
