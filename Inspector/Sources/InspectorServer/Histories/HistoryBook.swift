import HTTPDaemon
public import InspectorCore

/// All histories of the tool, and those who follow their changes.
///
/// It lives on the server's loop.
public final class HistoryBook {
  /// The maximum number of histories; the oldest that has ended makes place for another.
  static let limit = 200

  private var histories: [History] = []
  private var made = 0
  /// Called with the number of a history after a change of it.
  var changed: (Int) -> Void = { _ in }

  /// The histories in the order of their beginning.
  public var all: [History] { histories }

  /// The history with a number; nil if there is none.
  public subscript(id: Int) -> History? { histories.first { $0.id == id } }

  /// Adds a history; nil when the limit is reached by histories that go on.
  public func add(
    _ facts: History.Facts, index: HistoryIndex = HistoryIndex(), source: any HistorySource
  ) -> History? {
    if histories.count >= Self.limit {
      guard let oldest = histories.firstIndex(where: { $0.facts.status == .ended }) else { return nil }
      histories.remove(at: oldest)
    }
    made += 1
    let history = History(made, facts, index, source)
    histories.append(history)
    changed(history.id)
    return history
  }

  /// Changes a history, and has its followers told.
  public func change(_ history: History, _ body: (History) -> Void) {
    body(history)
    changed(history.id)
  }
}
