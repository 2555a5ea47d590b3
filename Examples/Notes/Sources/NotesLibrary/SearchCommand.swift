public import Katana
public import NotesModel
import Synchronization

/// A command that searches the library.
public struct SearchCommand: Command, Hashable, CustomStringConvertible {
  public let query: Query

  /// A newer search replaces the running one.
  public var effectQueue: EffectQueue? { .latest("search") }

  public var description: String { "search \(query.kind) \(query.words)" }
}

/// An interpreter that searches the library as it is when the search begins, in a task.
public struct SearchInterpreter: EffectCommandInterpreter {
  private let entries: () -> RowTable<ItemID, Entry>
  private let runner = SearchRunner()

  /// Creates an interpreter.
  ///
  /// - Parameter entries: A closure that returns the library's items; called at home, when a search begins.
  public init(entries: @escaping () -> RowTable<ItemID, Entry>) {
    self.entries = entries
  }

  public func effect(of command: SearchCommand) -> Effect<any Message> {
    let handover = Handover(entries())
    return .run { [runner] send in
      // A nil result means that the search was cancelled.
      guard let found = await runner.search(command.query, in: handover) else { return }
      await send(SearchMessage.found(command.query, found))
    }
  }
}

/// A box that hands the items over to the index.
///
/// They are removed on reading: a retained table would make the library's next change copy it.
private final class Handover: Sendable {
  private let entries: Mutex<RowTable<ItemID, Entry>?>

  init(_ entries: RowTable<ItemID, Entry>) {
    self.entries = Mutex(entries)
  }

  func take() -> RowTable<ItemID, Entry> {
    entries.withLock { entries in
      defer { entries = nil }
      return entries ?? RowTable()
    }
  }
}

/// An actor that owns the index and runs one search after another.
private actor SearchRunner {
  private var index = SearchIndex()

  func search(_ query: Query, in handover: Handover) -> [ItemID]? {
    index.refresh(handover.take())
    return index.find(query) { Task.isCancelled }
  }
}
