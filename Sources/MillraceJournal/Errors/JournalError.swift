public import Millrace
import MillraceSQLite

/// An error of a journal; its description says what happened, why, and what to do.
public enum JournalError: Error, Hashable, Sendable {
  // MARK: The file

  /// SQLite failed to do something.
  case database(path: String, doing: String, reason: String, code: Int32)
  /// There is no journal at the path.
  case missing(path: String)
  /// There is no journal at the path, but beside it is a file that belongs to one: its write-ahead log, or a
  /// mark of acknowledged turns.
  case databaseMissing(path: String, beside: String)
  /// Something exists at the path already.
  case exists(path: String)
  /// The journal was written for a flow of another name.
  case foreignFlow(path: String, found: String, expected: String)
  /// The journal contains kinds of messages, and no schema here knows one of them.
  case foreignKinds(path: String, kinds: [String])
  /// The file is not a journal.
  case notAJournal(path: String, reason: String)
  /// The journal has a format that this version does not know.
  case newerFormat(path: String, version: Int, known: Int)
  /// Another journal writes to the file; the process is nil when it could not be read.
  case inUse(path: String, process: Int32?)
  /// Another writer has taken the journal over; the journal that throws this has stopped for good.
  ///
  /// The owner is nil when the database does not name its writer.
  case superseded(path: String, by: JournalOwner?)
  /// The database has several names (hard links); writers would keep a separate log beside each.
  case hardLinked(path: String, links: Int)
  /// The database lacks turns that were acknowledged.
  case lost(path: String, acknowledged: UInt64, found: UInt64)
  /// Rows contradict each other or fail their checksum.
  case damaged(path: String, findings: [String])
  /// The mark file beside the database cannot be read or written.
  case mark(path: String, reason: String)
  /// The mark file beside the database was removed or replaced during use; the journal created it again.
  case markReplaced(path: String)
  /// The write-ahead log beside the database, or its index, was removed or replaced during use; the journal
  /// moved what the log held into the database, and began another.
  case logReplaced(path: String)
  /// The write-ahead log beside the database was truncated or overwritten during use, and acknowledged turns
  /// are lost; the journal that throws this has stopped for good.
  case logDamaged(path: String)
  /// The journal has been closed.
  case closed(path: String)

  // MARK: Recording

  /// A store takes its turns on another flow than the other stores.
  case otherFlow(store: String, flow: String, expected: String)
  /// Another store already has this name.
  case nameTaken(store: String)
  /// A store was declared after the journal was started, or the journal was started twice.
  case alreadyStarted(what: String)
  /// The journal is starting, and this operation has to wait until it has started.
  case starting(path: String, what: String)
  /// The journal has not been started yet.
  case notStarted(what: String)
  /// A store has taken turns that are not in the journal; starting it would undo them.
  case turnsBeforeStart(store: String, count: Int)
  /// A store unknown to the journal took a turn.
  case unknownStore(store: String, turn: UInt64)
  /// A schema is invalid.
  case schema(of: String, flaws: [String])
  /// A message cannot be encoded.
  case messageNotEncodable(store: String, turn: UInt64, message: String, reason: String)
  /// A state cannot be encoded.
  case stateNotEncodable(store: String, turn: UInt64, reason: String)
  /// A message was refused, because the journal of its store is being closed.
  case messageRefused(store: String, path: String)
  /// The limit of turns waiting to be written is exceeded; turns from this one on are not recorded.
  case backlog(path: String, from: UInt64, reason: String)

  // MARK: Going back

  /// The journal contains messages of kinds that the schema does not know.
  case unknownKinds(path: String, kinds: [String])
  /// The schema has no migration from versions in the journal to the current ones.
  case noWay(path: String, kinds: [String])
  /// A message cannot be decoded as the current type.
  case notDecodable(store: String, turn: UInt64, kind: String, reason: String)
  /// A step of a schema has failed for a message.
  case upcastFailed(store: String, turn: UInt64, UpcastError)
  /// The journal has no turn of this number.
  case noTurn(UInt64, first: UInt64, last: UInt64)
  /// The turn lies in a gap, in which turns were lost.
  case inGap(UInt64, after: UInt64, until: UInt64)
  /// The turn was removed by a compaction.
  case removed(UInt64, first: UInt64)
  /// No snapshot of a store can be used, and the turns that could replace one were removed.
  case noSnapshot(store: String, after: UInt64, reason: String)
  /// The requested store is not recorded.
  case notRecorded(store: String)

  // MARK: Durable effects

  /// A durable effect is not registered with the flow's journal; the store is nil if the flow has no journal
  /// that knows it.
  case effectNotRegistered(name: String, store: String?)
  /// A durable effect is registered twice.
  case effectRegisteredTwice(name: String, store: String, other: String)
  /// A durable effect was requested after its journal had been closed.
  case effectAfterClose(name: String, store: String, path: String)
  /// Another durable effect has, or had, this key.
  case keyTaken(key: String, name: String)
  /// The request of a durable effect cannot be encoded or decoded.
  case request(name: String, key: String, reason: String)

  // MARK: Exchange

  /// A line of an export cannot be read.
  case line(Int, reason: String)
  /// A file cannot be read or written.
  case file(path: String, reason: String)
}

extension JournalError: AdvisingError {}

extension JournalError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .database(let path, let doing, let reason, let code):
      "The journal `\(path)` could not \(doing): \(reason). \(DatabaseReason.advice(code))"
    case .missing(let path):
      "There is no journal at `\(path)`; give the path of an existing one, or create one with `Journal`."
    case .databaseMissing(let path, let beside):
      """
      The journal `\(path)` is missing, but `\(beside)` is there, so a new journal would lose acknowledged turns. \
      Nothing was changed; move the journal back to its place, or move that file away to begin another one.
      """
    case .exists(let path):
      "There is already a file at `\(path)`, which would be overwritten; delete it, or choose another path."
    case .foreignFlow(let path, let found, let expected):
      """
      The journal `\(path)` belongs to another program: its flow is `\(found)` instead of `\(expected)`. Nothing was \
      written; use another file, or give the flow its old name if it was renamed.
      """
    case .foreignKinds(let path, let kinds):
      """
      The journal `\(path)` belongs to another program: the schemas have none of its kinds, which are \
      \(kinds.joined(separator: ", ")). Nothing was written; use another file, or give the kinds their old names if \
      they were renamed.
      """
    case .notAJournal(let path, let reason):
      "The file `\(path)` is not a journal: \(reason). Give the path of a file that a `Journal` has written."
    case .newerFormat(let path, let version, let known):
      """
      The journal `\(path)` has format \(version), but this version of Millrace knows formats up to \(known); read it \
      with the version that wrote it, or a later one.
      """
    case .inUse(let path, let process):
      """
      The journal `\(path)` is open for writing in \(process.map { "the process \($0)" } ?? "another program"), and \
      only one process may write at a time; end that process, or read with a `JournalReader`.
      """
    case .superseded(let path, let owner):
      """
      The journal `\(path)` is now written by \(owner.map { "\($0)" } ?? "another program"), and no longer records \
      turns of this process; end one of the two, and open the journal again to continue from its contents.
      """
    case .hardLinked(let path, let links):
      """
      The journal `\(path)` cannot be written, because the file has \(links) names (hard links), and writing under \
      two names would destroy it; remove the other names, or write to a copy. A `JournalReader` can read it.
      """
    case .lost(let path, let acknowledged, let found):
      """
      The journal `\(path)` has lost turns: those up to \(acknowledged) were acknowledged, but the last readable one \
      is \(found). Its write-ahead log was damaged or removed. Restore the log, or continue without those turns by \
      opening the journal with `accepting: .lostTurns`.
      """
    case .damaged(let path, let findings):
      """
      The journal `\(path)` is damaged: \(Self.joined(findings)). Export the readable turns with `millrace journal \
      export --salvage`, and import the result.
      """
    case .mark(let path, let reason):
      """
      The mark `\(path)` of a journal cannot be used: \(reason). Check that its folder is writable and has free \
      space.
      """
    case .markReplaced(let path):
      """
      The mark `\(path)` of a journal was removed or replaced while the journal was open. It was created again, and \
      nothing is lost; do not remove it, because it prevents a second writer.
      """
    case .logReplaced(let path):
      """
      The write-ahead log of the journal `\(path)` was removed or replaced while the journal was open. What it held \
      was moved into the journal and another log was begun, so nothing is lost; do not remove it, because a crash \
      before the next write would lose what it holds.
      """
    case .logDamaged(let path):
      """
      The write-ahead log of the journal `\(path)` was truncated or overwritten while the journal was open, so turns \
      that were acknowledged are lost. The journal records nothing more; start the program again, which says which \
      turns are missing, and let no other program write to the files beside a journal.
      """
    case .closed(let path):
      "The journal `\(path)` has been closed; open it again."

    case .otherFlow(let store, let flow, let expected):
      """
      The store `\(store)` is on the flow `\(flow)`, but the journal belongs to the flow `\(expected)`; create the \
      store with `flow:`.
      """
    case .nameTaken(let store):
      """
      Two stores have the name `\(store)`, but a journal needs different names; give each its own `name:`.
      """
    case .alreadyStarted(let what):
      "The journal was already started, so \(what) is too late; do it before `start()`."
    case .starting(let path, let what):
      "The journal `\(path)` is still starting, so \(what) must wait; do it after `start()` has returned."
    case .notStarted(let what):
      "The journal was not started yet, but \(what) needs that; call `start()` first."
    case .turnsBeforeStart(let store, let count):
      """
      The store `\(store)` has taken \(count) turn\(count == 1 ? "" : "s") before the start of the journal, and \
      restoring the recorded state would undo them; start the journal before any message is sent.
      """
    case .unknownStore(let store, let turn):
      """
      The store `\(store)` has taken turn \(turn), but the journal does not record that store, so its turns are not \
      kept; call `record` for it, or `leaveOut` if it need not be kept.
      """
    case .schema(let of, let flaws):
      "The schema of \(of) is invalid: \(flaws.joined(separator: "; ")). Correct it before the start of the journal."
    case .messageNotEncodable(let store, let turn, let message, let reason):
      """
      The message `\(message)` of turn \(turn) of the store `\(store)` cannot be recorded: \(reason). The journal \
      records a gap and continues with the next snapshot; add the message's kind to the schema, or make it encodable.
      """
    case .stateNotEncodable(let store, let turn, let reason):
      """
      The state of the store `\(store)` after turn \(turn) cannot be recorded: \(reason). There is no snapshot of it; \
      make the state encodable.
      """
    case .messageRefused(let store, let path):
      """
      The store `\(store)` has refused a message, because its journal `\(path)` is being closed; send it again when \
      the program has started again.
      """
    case .backlog(let path, let from, let reason):
      """
      The journal `\(path)` does not record turns from \(from) on, because too many wait to be written: \(reason). \
      Remove the cause and call `resume()`, which continues with the state at that time.
      """

    case .unknownKinds(let path, let kinds):
      """
      The journal `\(path)` has kinds that the schemas do not know: \(kinds.joined(separator: ", ")). Add them to the \
      schemas, or skip them with `unknown: .skip`.
      """
    case .noWay(let path, let kinds):
      """
      The journal `\(path)` has versions that cannot be converted to the current ones: \
      \(kinds.joined(separator: ", ")). Add `upcast` steps, or use the version of the application that wrote them.
      """
    case .notDecodable(let store, let turn, let kind, let reason):
      """
      The message of turn \(turn) of the store `\(store)`, of the kind \(kind), cannot be decoded: \(reason). Raise \
      the kind's version when its form changes, and add an `upcast` step.
      """
    case .upcastFailed(let store, let turn, let error):
      """
      The message of turn \(turn) of the store `\(store)` cannot be converted to the current version: \(error). \
      Correct the step, so that it accepts every value of version \(error.kind.version).
      """
    case .noTurn(let turn, let first, let last):
      last == 0
        ? "There is no turn \(turn): the journal has no turns yet. Try again when its program has taken a turn."
        : "There is no turn \(turn) in the journal; choose one from \(first) to \(last)."
    case .inGap(let turn, let after, let until):
      """
      Turn \(turn) was lost: there are no turns between turn \(after) and turn \(until). Choose a turn outside of \
      this gap; to start in spite of it, open the journal with `accepting: .lostTurns`.
      """
    case .removed(let turn, let first):
      "Turn \(turn) was removed by compaction; choose a turn after turn \(first), where the journal begins."
    case .noSnapshot(let store, let after, let reason):
      """
      No snapshot of the store `\(store)` can be used (\(reason)), and the turns up to turn \(after) have been \
      removed, so its state cannot be computed from its messages. If the state's form has changed, add an `upcast` \
      step, or correct the one that has failed; to continue with the remaining messages, open the journal with `accepting: .lostTurns`.
      """
    case .notRecorded(let store):
      "The store `\(store)` is not recorded by this journal; call `record` for it before the start."

    case .effectNotRegistered(let name, let store):
      """
      The durable effect `\(name)`\(store.map { " of the store `\($0)`" } ?? "") was not started, because no journal \
      has registered it; register it with `journal.durable(_:on:)` before the start.
      """
    case .effectRegisteredTwice(let name, let store, let other):
      """
      The durable effect `\(name)` cannot be registered for the store `\(store)`, because it is registered already, for \
      \(ExactText(store) == ExactText(other) ? "that store" : "the store `\(other)`"); register each `DurableEffect` \
      once, and give each store one of its own, with another name and other kinds of requests.
      """
    case .effectAfterClose(let name, let store, let path):
      """
      The durable effect `\(name)` of the store `\(store)` was not started, because the journal `\(path)` has been \
      closed; send nothing that requests it after the close, or open and start the journal again.
      """
    case .keyTaken(let key, let name):
      """
      The durable effect `\(name)` was not started, because another one already has its key `\(key)`, or because the \
      same value was started before; give each request its own key, and create a new effect for it.
      """
    case .request(let name, let key, let reason):
      """
      The request `\(key)` of the durable effect `\(name)` cannot be recorded or decoded: \(reason). Correct the \
      request's schema, or pass a request that it can encode.
      """

    case .line(let number, let reason):
      "Line \(number) of the export cannot be read: \(reason). Nothing was imported; correct that line, or export the journal again."
    case .file(let path, let reason):
      "The file `\(path)` cannot be used: \(reason). Remove the cause, or choose another path."
    }
  }

  /// True when a retry cannot succeed: the journal belongs to another writer, or has lost its end.
  var isFinal: Bool {
    switch self {
    case .superseded, .logDamaged: true
    default: false
    }
  }

  /// Joins findings, which may be sentences, as parts of one sentence.
  private static func joined(_ findings: [String]) -> String {
    findings.map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.joined(separator: "; ")
  }
}
