import MillraceSync

/// The notifications of logs that have changed, on a few channels.
///
/// A transaction that notifies keeps all others that do so from their commit until its own is on the disk. So
/// appends do not notify. The transaction that comes behind theirs does, and does not wait for the disk: a
/// server that ends before it is there has ended all connections, which wakes all that wait.
enum Notification {
  static let channels: UInt64 = 8

  /// The number by which a log is known.
  ///
  /// Two logs may share one, and then wake each other's tasks.
  static func key(of log: [UInt8]) -> UInt64 { FNV.hash(log) }

  static let listening = (0..<channels).map { "LISTEN millrace_\($0);" }.joined()

  /// Returns the statement that tells others of changed logs, which are no more than a transaction's.
  ///
  /// - Parameter origin: The number of the database whose tasks know it already.
  static func statement(of keys: [UInt64], from origin: UInt64) -> SQLStatement {
    let groups = Dictionary(grouping: keys) { $0 % channels }.sorted { $0.key < $1.key }
    return SQLStatement(
      sql: """
        SELECT set_config('synchronous_commit', 'off', true),
          pg_notify('millrace_' || u.channel, convert_from(u.keys, 'UTF8'))
        FROM unnest($1, $2) AS u (channel, keys)
        """,
      values: [
        .integers(groups.map { Int64($0.key) }),
        .byteStrings(groups.map { text(of: $0.value, from: origin) }),
      ])
  }

  /// Returns the channel and the text of a notification about one name, which all are told, also its sender.
  static func channelAndText(of name: [UInt8]) -> [SQLValue] {
    let key = key(of: name)
    return [.text("millrace_\(key % channels)"), .text("0 \(String(key, radix: 16))")]
  }

  private static func text(of keys: [UInt64], from origin: UInt64) -> [UInt8] {
    Array(([origin] + keys).map { String($0, radix: 16) }.joined(separator: " ").utf8)
  }

  /// Returns the logs that a notification names; none if it comes from this origin.
  static func keys(in text: String, notFrom origin: UInt64) -> [UInt64] {
    let numbers = text.split(separator: " ").map { UInt64($0, radix: 16) }
    return numbers.first == origin ? [] : numbers.dropFirst().compactMap { $0 }
  }
}
