import Synchronization

/// What is known of a server's list: a value that decides, and asks nobody.
///
/// A list that was asked for before a change may be answered after it, and then does not have it. So changes are kept
/// until every list is there that was asked for before them, and are made to those lists too.
struct KnownList<Model: Entity> {
  /// The list; nil before one has come.
  private(set) var models: [Model]?

  /// The number of the last thing that happened: a list was asked for, or something changed.
  private var last = 0
  /// The number of the newest list that has come.
  private var shown = 0
  /// The numbers of the lists that are being fetched.
  private var fetches: Set<Int> = []
  /// Changes since the oldest of them was asked for.
  private var changes: [(number: Int, change: Change<Model>)] = []

  /// How many changes are kept.
  var changeCount: Int { changes.count }

  /// A list is asked for; its number.
  mutating func begin() -> Int {
    last += 1
    fetches.insert(last)
    return last
  }

  /// A list has come; the list that is known now, which is another one when that was asked for later.
  mutating func end(_ fetch: Int, with fetched: [Model]) -> [Model] {
    defer { abandon(fetch) }
    if let models, fetch < shown { return models }
    shown = fetch
    var list = fetched
    for (number, change) in changes where number > fetch { list.make(change) }
    models = list
    return list
  }

  /// A list does not come.
  mutating func abandon(_ fetch: Int) {
    fetches.remove(fetch)
    let oldest = fetches.min() ?? .max
    changes.removeAll { $0.number < oldest }
  }

  /// A model is there, new or changed.
  mutating func put(_ model: Model) { note(.put(model)) }

  /// A model is there no more.
  mutating func remove(_ id: Model.ID) { note(.remove(id)) }

  private mutating func note(_ change: Change<Model>) {
    last += 1
    if !fetches.isEmpty { changes.append((last, change)) }
    models?.make(change)
  }
}

/// What has become of one model.
private enum Change<Model: Entity> {
  /// It is there, new or changed.
  case put(Model)
  /// It is there no more.
  case remove(Model.ID)
}

extension Array where Element: Entity {
  fileprivate mutating func make(_ change: Change<Element>) {
    switch change {
    case .put(let model):
      if let index = firstIndex(where: { $0.id == model.id }) {
        self[index] = model
      } else {
        append(model)
      }
    case .remove(let id):
      removeAll { $0.id == id }
    }
  }
}

/// A known list that the handlers of one resource share, on any thread.
final class ListMemory<Model: Entity>: Sendable {
  private let known = Mutex(KnownList<Model>())

  var changeCount: Int { known.withLock { $0.changeCount } }

  var list: [Model]? { known.withLock { $0.models } }

  func begin() -> Int { known.withLock { $0.begin() } }

  func end(_ fetch: Int, with models: [Model]) -> [Model] {
    known.withLock { $0.end(fetch, with: models) }
  }

  func abandon(_ fetch: Int) { known.withLock { $0.abandon(fetch) } }

  func put(_ model: Model) { known.withLock { $0.put(model) } }

  func remove(_ id: Model.ID) { known.withLock { $0.remove(id) } }
}
