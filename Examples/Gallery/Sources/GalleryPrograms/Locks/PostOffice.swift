import Millrace
import MillraceToolkit

/// A post office that can be closed for several reasons at once; letters wait until the last one ends.
@MainActor
final class PostOffice {
  /// The stamped letters, in order.
  struct Book: Equatable {
    var stamped: [String] = []
  }

  struct Letter: Sendable, Equatable {
    let name: String
  }

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
  /// The locks that are held, by reason.
  private var locks: [String: FlowLock] = [:]

  init(environment: StoreEnvironment) {
    store = Store(Book(), of: Letter.self, name: "office", environment: environment) { book, letter in
      book.stamped.append(letter.name)
      return .none
    }
  }

  /// The reasons why the office is closed; empty while it is open.
  var reasons: [String] { locks.keys.sorted() }

  /// The waiting letters, in order.
  var waiting: [String] { StoreInternals(store).waitingMessages.map(\.name) }

  /// Hands in a letter, which is stamped at once, or waits while the office is closed.
  func hand(in name: String) {
    store.send(Letter(name: name))
  }

  /// Hands in a letter past those that wait: the holder of a lock may pass it.
  func express(_ name: String) {
    guard let lock = locks.values.first else { return hand(in: name) }
    lock.send(Letter(name: name), to: store)
  }

  /// Closes the office for a reason: no turn begins any more.
  func close(for reason: String) throws(Refusal) {
    if locks[reason] != nil { throw .isClosed(reason) }
    locks[reason] = store.flow.lock(reason)
  }

  /// Ends one reason; after the last one, the waiting letters are stamped before this returns.
  func open(after reason: String) throws(Refusal) {
    guard let lock = locks.removeValue(forKey: reason) else { throw .isNotClosed(reason) }
    lock.release()
  }
}
