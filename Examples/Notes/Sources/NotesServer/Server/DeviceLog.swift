import HTTPDaemon
import Millrace
import MillraceJournal
import MillraceSync
import MillraceSyncHTTP
import NotesModel

/// The log of the servers, as a device reads and writes it over HTTP, to hold a replica of the shelf.
///
/// The holder of the server's token is one writer, which may append commands that the server would take from a
/// request as well, and nothing else.
enum DeviceLog {
  /// The path below which it is.
  static let prefix = "/log"
  /// The name of the token's holder among the writers.
  static let writer = "device"

  static func service(_ log: any SharedLog, token: [UInt8]) throws(SharedLogError) -> LogService {
    let holder = LogIdentity.writer(try LogWriter(writer))
    return LogService(
      prefix: prefix, identify: { Request.isSame(Array($0.utf8), as: token) ? holder : nil },
      authorize: { decide($0) }, logs: { _ in UncheckedLog(log: log) })
  }

  /// Decides about a use of the log.
  static func decide(_ access: LogAccess) -> LogDecision {
    if access.log != LogStorage.logName { return .refused("the only log is `\(LogStorage.logName)`") }
    switch access.operation {
    case .read, .readSnapshot: return .allowed
    case .keep: return .refused("the servers themselves keep snapshots")
    case .append(let entries):
      for entry in entries {
        if let flaw = flaw(of: entry) { return .refused("the entry \(entry.number) \(flaw)") }
      }
      return .allowed
    }
  }

  /// Returns the reason why the servers do not take an entry; nil for one that they do.
  ///
  /// An entry of another kind or with other rules would stop them all.
  private static func flaw(of entry: LogEntry) -> String? {
    guard entry.store == LogStorage.storeName, LogStorage.messages.kinds == [entry.kind], entry.rules == 1
    else { return "is not for the servers' shelf in this release" }
    guard let message = try? RecordDecoder().decode(ShelfMessage.self, from: entry.message),
      case .change(let command) = message
    else { return "has no command that changes an item" }
    return command.flaw
  }
}

extension ChangeItem {
  /// The reason why no request could have led to the command; nil if one could.
  fileprivate var flaw: String? {
    if let key, !RequestKey.isValid(key) { return "has an invalid key" }
    let (id, item): (ItemID?, Item?) =
      switch action {
      case .create(let item): (nil, item)
      case .replace(let item, _): (item.id, item)
      case .patch(let id, _, _), .delete(let id, _): (id, nil)
      }
    if let id, !(1...Shape.numberLimit ~= id.number) { return "has an invalid number of an item" }
    guard let item else { return nil }
    let flaws = Shape.item(item.kind, id: nil).flaws(of: try? JSON(encoding: item.content))
    return flaws.isEmpty ? nil : "has an invalid item: \(RequestError.wrongShape(flaws))"
  }
}

/// A log that takes no digests, with which a writer could stop the replicas of all others.
private struct UncheckedLog: SharedLog {
  let log: any SharedLog
  var name: String { log.name }

  func append(_ entries: [LogEntry], after position: UInt64) async throws(SharedLogError) -> LogPage {
    var entries = entries
    for index in entries.indices { entries[index].check = nil }
    return try await log.append(entries, after: position)
  }

  func read(after position: UInt64, limit: Int) async throws(SharedLogError) -> LogPage {
    try await log.read(after: position, limit: limit)
  }

  func waitForEntries(after position: UInt64) async throws(SharedLogError) {
    try await log.waitForEntries(after: position)
  }

  func snapshot() async throws(SharedLogError) -> LogSnapshot? { try await log.snapshot() }

  func keep(_ snapshot: LogSnapshot, keeping count: Int) async throws(SharedLogError) {
    try await log.keep(snapshot, keeping: count)
  }
}
