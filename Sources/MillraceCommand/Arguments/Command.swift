import Millrace
import MillraceJournal

/// What the arguments ask for.
enum Command: Hashable, Sendable {
  case help
  case helpOf(Verb)
  case journal(Task, JournalOptions)

  /// What is asked for of a journal.
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

/// What every command on a journal can be told.
struct JournalOptions: Hashable, Sendable {
  var isJSON = false
  var isUTC = false
}

/// The subject of a page: a turn, or a durable effect.
enum ShowSubject: Hashable, Sendable {
  case turn(UInt64)
  /// The turn that asked for the durable effect with a key.
  case key(String)
}

/// A journal that is made of another.
struct BranchRequest: Hashable, Sendable {
  var path: String
  var turn: UInt64
  var new: String
  var tasks = BranchTasks.drop
  var permissions = AccessPermissions.ownerOnly
}

/// Which turns are listed.
struct LogRequest: Hashable, Sendable {
  enum Limit: Hashable, Sendable {
    /// As many as fit what it is printed to.
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

  /// How many turns are listed at most; nil for all.
  ///
  /// - Parameter isForPeople: Whether they are listed on a terminal.
  func count(isForPeople: Bool) -> Int? {
    switch limit {
    case .newest(let count): count
    case .all: nil
    case .fitting: isForPeople && from == 0 ? 20 : nil
    }
  }
}

/// What is removed from a journal.
struct CompactRequest: Hashable, Sendable {
  var path: String
  var keepFrom: UInt64?
  var snapshots = SnapshotRetention.all
  var isDryRun = false
}
