public import Katana
public import NotesModel
import Synchronization

/// Looks for something in the library.
public struct SearchCommand: Command, Hashable, CustomStringConvertible {
  /// What is looked for.
  public let query: Query

  /// A command that looks for something.
  public init(_ query: Query) {
    self.query = query
  }

  /// The newest search takes the place of the one before.
  public var effectQueue: EffectQueue? { .latest("search") }

  /// What it is called in records.
  public var description: String { "search \(query.kind) \(query.words)" }
}

/// Looks through the library as it is when the search begins, in a task of its own.
public struct SearchInterpreter: EffectCommandInterpreter {
  private let entries: () -> RowTable<ItemID, Entry>
  private let desk = SearchDesk()

  /// An interpreter.
  ///
  /// - Parameter entries: The library's items; called at home, when a search begins.
  public init(entries: @escaping () -> RowTable<ItemID, Entry>) {
    self.entries = entries
  }

  /// A search in the items as they are now.
  public func effect(of command: SearchCommand) -> Effect<any Message> {
    let handover = Handover(entries())
    return .run { [desk] send in
      // What was given up was cancelled; nobody waits for it.
      guard let found = await desk.search(command.query, in: handover) else { return }
      await send(SearchMessage.found(command.query, found))
    }
  }
}

/// The items on their way to the index.
///
/// They are taken out, because for as long as anybody holds them the library's next change copies the whole
/// table.
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

/// Has the index; one search after another.
private actor SearchDesk {
  private var index = SearchIndex()

  func search(_ query: Query, in handover: Handover) -> [ItemID]? {
    index.refresh(handover.take())
    return index.find(query) { Task.isCancelled }
  }
}
