import Millrace
import MillraceJournal

/// A parsed command line.
enum Command: Hashable, Sendable {
  case help
  case helpOf(Verb)
  case journal(Task, JournalOptions)
  /// Continue as the program `millrace-inspect`, with these arguments.
  case inspect([String])
  case helpOfInspect

  enum Task: Hashable, Sendable {
    case info(path: String)
    case log(LogRequest)
    case show(path: String, what: ShowSubject, state: String?)
    case tasks(path: String, isAll: Bool)
    case verify(path: String)
    case export(path: String, file: String?, options: ExportOptions, permissions: AccessPermissions)
    case check(file: String)
    case `import`(file: String, path: String, permissions: AccessPermissions)
    case compact(CompactRequest)
    case diff(left: String, right: String, times: Bool)
    case branch(BranchRequest)
  }
}

/// The options that all commands on a journal share.
struct JournalOptions: Hashable, Sendable {
  var isJSON = false
  var isUTC = false
}

/// The subject of a page: a turn, or a durable effect.
enum ShowSubject: Hashable, Sendable {
  case turn(UInt64)
  /// The durable effect with a key, and the turn that requested it.
  case key(String)
}

/// The arguments of `branch`.
struct BranchRequest: Hashable, Sendable {
  var path: String
  var turn: UInt64
  var new: String
  var tasks = BranchTasks.drop
  var permissions = AccessPermissions.ownerOnly
}

/// The arguments of `log`, which select the turns to list.
struct LogRequest: Hashable, Sendable {
  enum Limit: Hashable, Sendable {
    /// The default for the output: 20 turns on a terminal unless the range has a start, otherwise all.
    case fitting
    case all
    case newest(Int)
  }

  var path: String
  var limit = Limit.fitting
  var from: UInt64 = 0
  var to: UInt64 = .max
  var store: String?
  var kind: String?
  var isFollowing = false

  /// Returns the maximum number of listed turns; nil for all.
  ///
  /// - Parameter isForPeople: True for output to a terminal.
  func count(isForPeople: Bool) -> Int? {
    switch limit {
    case .newest(let count): count
    case .all: nil
    case .fitting: isForPeople && from == 0 ? 20 : nil
    }
  }
}

/// The arguments of `compact`.
struct CompactRequest: Hashable, Sendable {
  var path: String
  var keepFrom: UInt64?
  var snapshots = SnapshotRetention.all
  var isDryRun = false
}
