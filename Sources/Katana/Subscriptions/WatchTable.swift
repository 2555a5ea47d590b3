/// The listeners of one inotify instance, by the folders that they watch.
///
/// The system has one watch for each folder, however many listeners it has.
struct WatchTable {
  /// The changes of one listener.
  struct Report: Sendable {
    let changes: [FileChange]
    let notify: @Sendable (FileChange) -> Void
  }

  private struct Listener {
    let watch: Int32
    var reading: InotifyReading
    let notify: @Sendable (FileChange) -> Void
  }

  private var listeners: [UInt64: Listener] = [:]
  /// The listeners of each watch, in the order in which they came.
  private var idsOfWatch: [Int32: [UInt64]] = [:]
  private var lastID: UInt64 = 0

  /// Adds a listener to a watch of the system; returns its id.
  mutating func add(
    _ target: WatchTarget, watch: Int32, notify: @escaping @Sendable (FileChange) -> Void
  ) -> UInt64 {
    lastID += 1
    listeners[lastID] = Listener(watch: watch, reading: InotifyReading(target), notify: notify)
    idsOfWatch[watch, default: []].append(lastID)
    return lastID
  }

  /// Removes a listener; returns its closure, and its watch if no other listener has it.
  mutating func remove(_ id: UInt64) -> (watch: Int32?, notify: (@Sendable (FileChange) -> Void)?) {
    guard let listener = listeners.removeValue(forKey: id) else { return (nil, nil) }
    idsOfWatch[listener.watch]?.removeAll { $0 == id }
    guard idsOfWatch[listener.watch]?.isEmpty == true else { return (nil, listener.notify) }
    idsOfWatch[listener.watch] = nil
    return (listener.watch, listener.notify)
  }

  /// Returns the changes in some bytes of the system, and the watches that no listener has any more.
  mutating func take(_ bytes: [UInt8]) -> (reports: [Report], released: [Int32]) {
    let (records, isDamaged) = InotifyRecord.decode(bytes)
    // Lost records are those of any folder.
    let isForAll = isDamaged || records.contains { $0.mask.contains(.overflow) }
    let watches = isForAll ? Set(idsOfWatch.keys) : Set(records.map(\.watch))
    var reports: [Report] = []
    var released: [Int32] = []
    for watch in watches.sorted() {
      let own = records.filter { $0.watch == watch || $0.mask.contains(.overflow) }
      for id in idsOfWatch[watch] ?? [] {
        guard let changes = listeners[id]?.reading.changes(of: own, isDamaged: isDamaged) else { continue }
        guard let listener = listeners[id] else { continue }
        if !changes.isEmpty { reports.append(Report(changes: changes, notify: listener.notify)) }
        if listener.reading.hasEnded, let last = remove(id).watch { released.append(last) }
      }
    }
    return (reports, released)
  }
}
