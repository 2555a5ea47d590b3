import Millrace
import MillraceToolkit

/// A post office, which can be closed for several reasons at once; letters wait until the last has gone.
@MainActor
final class PostOffice {
  /// What has been stamped, in order.
  struct Book: Equatable {
    var stamped: [String] = []
  }

  /// A letter to be stamped.
  struct Letter: Sendable, Equatable {
    let name: String
  }

  /// Why something cannot be done.
  enum Refusal: Error, Hashable, CustomStringConvertible {
    case isClosed(String)
    case isNotClosed(String)

    var description: String {
      switch self {
      case .isClosed(let reason): "The office is closed for '\(reason)' already; 'open \(reason)' ends that."
      case .isNotClosed(let reason): "The office is not closed for '\(reason)'; 'queue' says what for."
      }
    }
  }

  let store: Store<Book, Letter>
  /// The locks that are held, by the reason for them.
  private var locks: [String: FlowLock] = [:]

  init(environment: StoreEnvironment) {
    store = Store(Book(), of: Letter.self, name: "office", environment: environment) { book, letter in
      book.stamped.append(letter.name)
      return .none
    }
  }

  /// Why the office is closed; empty while it is open.
  var reasons: [String] { locks.keys.sorted() }

  /// The letters that wait, in order.
  var waiting: [String] { StoreInternals(store).waitingMessages.map(\.name) }

  /// Hands in a letter, which is stamped at once, or waits while the office is closed.
  func hand(in name: String) {
    store.send(Letter(name: name))
  }

  /// Hands in a letter at the back door, past those that wait: whoever holds a lock may pass it.
  func express(_ name: String) {
    guard let lock = locks.values.first else { return hand(in: name) }
    lock.send(Letter(name: name), to: store)
  }

  /// Closes the office for a reason: no turn begins any more.
  func close(for reason: String) throws(Refusal) {
    if locks[reason] != nil { throw .isClosed(reason) }
    locks[reason] = store.flow.lock(reason)
  }

  /// Ends one reason; when it was the last, what waits has its turns before this returns.
  func open(after reason: String) throws(Refusal) {
    guard let lock = locks.removeValue(forKey: reason) else { throw .isNotClosed(reason) }
    lock.release()
  }
}
