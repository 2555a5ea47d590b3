import CSQLite
package import MillraceSQLite

/// The connection to the database of a journal.
typealias Database = SQLiteDatabase<JournalError>

/// A compiled statement of a journal's database.
typealias Statement = SQLiteStatement<JournalError>

extension JournalError: DatabaseError {
  package init(_ failure: DatabaseFailure) {
    self =
      switch failure {
      case .failed(let path, let doing, let reason, let code):
        .database(path: path, doing: doing, reason: reason, code: code)
      case .missing(let path): .missing(path: path)
      case .orphanedLog(let path, let log): .databaseMissing(path: path, beside: log)
      case .foreign(let path, let reason): .notAJournal(path: path, reason: reason)
      case .hardLinked(let path, let links): .hardLinked(path: path, links: links)
      case .path(let path, let reason): .file(path: path, reason: reason)
      case .closed(let path): .closed(path: path)
      }
  }
}

/// The opening by which a connection may write to its journal.
///
/// Every write to a journal is a transaction of its connection or
/// ``SQLiteDatabase/takeOver(opened:isTrial:doing:_:)``. After another connection has taken the journal over,
/// this one cannot write.
final class OwnerFence: DatabaseFence {
  let owner: JournalOwner
  /// The version of the database at which the owner was last found to be this connection's.
  private var compared: Int64?

  init(_ owner: JournalOwner) { self.owner = owner }

  /// Throws when another writer has taken the journal over.
  ///
  /// Only the commit of another connection can have changed the owner, and it changes the version, too.
  func check(_ database: Database) throws(JournalError) {
    let found = try database.run(.version, doing: "be written")
    if found == compared { return }
    let own = try database.run(.owner, doing: "be written") {
      sqlite3_bind_int64($0, 1, Int64(bitPattern: owner.epoch))
      sqlite3_bind_text($0, 2, owner.id, -1, Statement.copied)
    }
    if own == nil { throw database.superseded }
    compared = found
  }
}

extension DatabaseRoutine {
  static let owner = DatabaseRoutine(
    """
    SELECT 1 FROM meta AS e, meta AS o
    WHERE e.key = 'epoch' AND e.value = ?1 AND o.key = 'owner' AND o.value = ?2
    """)
}

extension Database {
  /// The opening by which this connection may write; nil until it has taken the journal over.
  var owner: JournalOwner? { (fence as? OwnerFence)?.owner }

  /// Runs `body` as one transaction that takes the journal over from its previous writer.
  ///
  /// - Parameters:
  ///   - opened: The time of the opening, in nanoseconds since 1970; nil when there is no clock.
  ///   - isTrial: True to roll everything back at the end, so that the journal keeps its owner.
  ///   - body: A closure that reads and writes. No other writer can change afterwards what it has read.
  func takeOver<Result>(
    opened: Int64?, isTrial: Bool = false, doing: String? = nil, _ body: () throws(JournalError) -> Result
  ) throws(JournalError) -> Result {
    let (result, owner) = try transaction(isTrial: isTrial, doing: doing) { () throws(JournalError) in
      let result = try body()
      return (result, try writeOwner(opened: opened))
    }
    if !isTrial { fence = OwnerFence(owner) }
    return result
  }

  /// The error for a journal with another writer, which it names if the database does.
  var superseded: JournalError {
    let found = (try? readOwner()) ?? nil
    return .superseded(path: path, by: found == owner ? nil : found)
  }
}
