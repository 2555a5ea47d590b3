import Millrace
import NotesLibrary
import NotesModel
public import NotesScreens
import NotesShelf

/// The last turns, for inspection.
///
/// A turn is formatted when it is shown, because most turns never are. Turns with large messages are
/// formatted at once, so that the messages are not retained.
@MainActor
public final class TurnLog {
  private static let most = 200

  private var turns: [(sequence: UInt64, store: String, message: any Sendable)] = []
  private var stores: Set<String> = []
  private var token: ObservationToken?

  init(of flow: Flow) {
    token = flow.tap { [weak self] record in self?.take(record) }
  }

  private func take(_ record: TurnRecord) {
    // The library tells the same.
    if record.store == ShelfLog.store { return }
    // Half of them at once, so that the cost per turn is small.
    if turns.count == 2 * Self.most { turns.removeFirst(Self.most) }
    let isLarge = record.message is LibraryMessage || record.message is SearchMessage
    turns.append(
      (record.sequence, record.store, isLarge ? TurnText.line(about: record.message) : record.message))
    stores.insert(record.store)
  }

  /// Returns whether a store has taken a turn since the program began.
  func hasTurns(of store: String) -> Bool { stores.contains(store) }

  /// The last turns, oldest first.
  public var lines: [TurnLine] {
    turns.suffix(Self.most).map {
      TurnLine(sequence: $0.sequence, store: $0.store, text: TurnText.line(about: $0.message))
    }
  }
}

/// A turn in one line of text.
enum TurnText {
  private static let longest = 160

  static func line(about message: any Sendable) -> String {
    let text =
      switch message {
      case let message as LibraryMessage: line(about: message)
      case SearchMessage.found(let query, let ids): "found \(ids.count) \(query.kind.rawValue)"
      default: "\(message)"
      }
    let line = String(text.map { $0.isNewline ? " " : $0 })
    return line.count > longest ? line.prefix(longest - 1) + "…" : line
  }

  /// Describes a message of the library without its content, which may be large.
  private static func line(about message: LibraryMessage) -> String {
    switch message {
    case .named(let client): "named \(client)"
    case .add(let item): "add “\(item.title)”"
    case .edit(let item): "edit \(item.id) “\(item.title)”"
    case .delete(let id): "delete \(id)"
    case .undoDeletion: "undo the deletion"
    case .resolve(let id, let keepingMine): "resolve \(id), keeping \(keepingMine ? "mine" : "theirs")"
    case .dismissRefusals: "refusals were read"
    case .connected(let greeting): "connected, the server is at \(greeting.sequence)"
    case .disconnected: "disconnected"
    case .caughtUp: "up to date"
    case .news(let news): "news: \(counted(news.changes.count, "change")), \(news.waiting.count) waiting"
    case .refused(_, let id, let reason):
      "refused\(id.map { " \($0)" } ?? ""): \(reason ?? "another user was first")"
    }
  }
}

/// Formats a number of things.
public func counted(_ number: Int, _ thing: String) -> String {
  "\(number) \(thing)\(number == 1 ? "" : "s")"
}
