import Synchronization

/// The client's copy of a server's list: a value that decides, without requests.
///
/// A list that was requested before a change may be answered after it, and then lacks the change. So changes
/// are kept until every list that was requested before them has arrived, and are applied to those lists too.
struct KnownList<Model: Entity> {
  /// The list; nil before one has arrived.
  private(set) var models: [Model]?

  /// The number of the last event: the request of a list, or a change.
  private var last = 0
  /// The number of the newest list that has arrived.
  private var shown = 0
  /// The numbers of the requested lists.
  private var fetches: Set<Int> = []
  /// The changes since the oldest pending request.
  private var changes: [(number: Int, change: Change<Model>)] = []

  var changeCount: Int { changes.count }

  /// Records the request of a list; returns its number.
  mutating func begin() -> Int {
    last += 1
    fetches.insert(last)
    return last
  }

  /// Records the arrival of a list; returns the known list, which differs when a newer one has arrived.
  mutating func end(_ fetch: Int, with fetched: [Model]) -> [Model] {
    defer { abandon(fetch) }
    if let models, fetch < shown { return models }
    shown = fetch
    var list = fetched
    for (number, change) in changes where number > fetch { list.make(change) }
    models = list
    return list
  }

  /// Records that a list does not arrive.
  mutating func abandon(_ fetch: Int) {
    fetches.remove(fetch)
    let oldest = fetches.min() ?? .max
    changes.removeAll { $0.number < oldest }
  }

  /// Records a new or changed model.
  mutating func put(_ model: Model) { note(.put(model)) }

  /// Records the removal of a model.
  mutating func remove(_ id: Model.ID) { note(.remove(id)) }

  private mutating func note(_ change: Change<Model>) {
    last += 1
    if !fetches.isEmpty { changes.append((last, change)) }
    models?.make(change)
  }
}

/// A change of one model.
private enum Change<Model: Entity> {
  /// The model is new or changed.
  case put(Model)
  /// The model was removed.
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
