import Millrace
import NotesLibrary
public import NotesScreens

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
