import HTTPDaemon
import Millrace
import MillraceJournal
import MillraceSync
import MillraceSyncHTTP
import NotesModel
import NotesShelf

/// The log of the servers, as a device reads and writes it over HTTP, to hold a replica of the shelf.
///
/// Each device has a name of its own among the writers. All have the server's token, as the devices of one
/// person; they may append commands that the server would take from a request as well, and nothing else.
enum DeviceLog {
  /// The path below which it is.
  static let prefix = "/log"

  /// Creates the service.
  ///
  /// - Parameters:
  ///   - log: The servers' log.
  ///   - token: The token that devices need; nil for none.
  static func service(_ log: any SharedLog, token: [UInt8]?) throws(SharedLogError) -> LogService {
    // It passes on the entries of many writers; `flaw(of:)` looks at their names.
    let holder = LogIdentity.relay(try LogWriter("devices"))
    return LogService(
      prefix: prefix,
      identify: { text in token.map { Request.isSame(Array(text.utf8), as: $0) } ?? true ? holder : nil },
      authorize: { decide($0) }, logs: { _ in UncheckedLog(log: log) })
  }

  /// Decides about a use of the log.
  static func decide(_ access: LogAccess) -> LogDecision {
    if access.log != ShelfLog.name { return .refused("the only log is `\(ShelfLog.name)`") }
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
    guard entry.writer.name.hasPrefix(ShelfLog.devicePrefix) else {
      return "is not by a device, whose name begins with `\(ShelfLog.devicePrefix)`"
    }
    guard entry.store == ShelfLog.store, ShelfLog.messages.kinds == [entry.kind], entry.rules == 1 else {
      return "is not for the servers' shelf in this release"
    }
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
    if created == nil, let id, !(1...Shape.numberLimit ~= id.number) {
      return "has an invalid number of an item"
    }
    guard let item else { return nil }
    let flaws = Shape.item(item.kind, id: nil).flaws(of: try? JSON(encoding: item.content))
    return flaws.isEmpty ? nil : "has an invalid item: \(ShelfError.wrongShape(flaws))"
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
