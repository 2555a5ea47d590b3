/// The decisions of a host: which requests are admitted, which entities are unloaded, and when one is
/// drained.
struct EntityTable: Sendable {
  enum Admission: Hashable, Sendable {
    case admitted
    case busy(waiting: Int)
    /// The entity is being handed to another member.
    case moving
    case closed
  }

  private struct Row {
    var waiting = 0
    var isLoaded = false
    var isDraining = false
    var lastUse: UInt64 = 0
  }

  let waitingLimit: Int
  let loadedLimit: Int
  private var rows: [ExactName: Row] = [:]
  private var uses: UInt64 = 0
  private(set) var loadedCount = 0
  private(set) var isClosed = false

  init(waitingLimit: Int, loadedLimit: Int) {
    self.waitingLimit = max(waitingLimit, 1)
    self.loadedLimit = max(loadedLimit, 1)
  }

  /// True once no request waits.
  var isIdle: Bool { rows.values.allSatisfy { $0.waiting == 0 } }

  /// Admits a request, which ends with ``leave(_:)``.
  mutating func enter(_ name: ExactName) -> Admission {
    if isClosed { return .closed }
    let row = rows[name] ?? Row()
    if row.isDraining { return .moving }
    if row.waiting >= waitingLimit { return .busy(waiting: row.waiting) }
    uses += 1
    rows[name, default: Row()].waiting += 1
    rows[name]?.lastUse = uses
    return .admitted
  }

  /// Ends a request.
  ///
  /// - Returns: True if the entity is drained by it, so that its lease can be given back.
  mutating func leave(_ name: ExactName) -> Bool {
    rows[name]?.waiting -= 1
    defer { forget(name) }
    return rows[name].map { $0.isDraining && $0.waiting == 0 } ?? false
  }

  /// Notes that the entity is in memory.
  mutating func loaded(_ name: ExactName) {
    if rows[name]?.isLoaded != true { loadedCount += 1 }
    rows[name, default: Row()].isLoaded = true
  }

  /// Notes that the entity is no longer in memory.
  mutating func unloaded(_ name: ExactName) {
    if rows[name]?.isLoaded == true { loadedCount -= 1 }
    rows[name]?.isLoaded = false
    forget(name)
  }

  /// Admits no more requests until ``drained(_:)``.
  ///
  /// - Returns: True if none waits.
  mutating func drain(_ name: ExactName) -> Bool {
    rows[name, default: Row()].isDraining = true
    return rows[name]?.waiting == 0
  }

  /// Notes that the lease has ended.
  mutating func drained(_ name: ExactName) {
    rows[name]?.isDraining = false
    forget(name)
  }

  mutating func close() { isClosed = true }

  /// Returns true if nothing waits for the entity.
  func isIdle(_ name: ExactName) -> Bool { rows[name].map { $0.waiting == 0 } ?? true }

  /// Entities to unload, the least recently used first: those beyond the limit that nothing waits for.
  var surplus: [ExactName] {
    if loadedCount <= loadedLimit { return [] }
    let idle = rows.filter { $0.value.isLoaded && $0.value.waiting == 0 && !$0.value.isDraining }
    return idle.sorted { $0.value.lastUse < $1.value.lastUse }.prefix(loadedCount - loadedLimit).map(\.key)
  }

  private mutating func forget(_ name: ExactName) {
    if let row = rows[name], row.waiting == 0, !row.isLoaded, !row.isDraining { rows[name] = nil }
  }
}
