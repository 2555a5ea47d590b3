#if !canImport(Darwin)
import Foundation
import Millrace

/// A watcher that reports the changes in one folder.
final class FolderWatch: Sendable {
  private let id: UInt64

  init(_ target: WatchTarget, notify: @escaping @Sendable (FileChange) -> Void) throws(FileChangesError) {
    id = try FolderWatches.shared.add(target, notify: notify)
  }

  deinit {
    stop()
  }

  func stop() { FolderWatches.shared.remove(id) }
}

/// All watched folders of the process, over one inotify instance.
///
/// The system gives a user 128 instances by default, and many thousand watches on each. The instance, and the
/// thread that waits for it, are kept once they exist.
private final class FolderWatches: Sendable {
  private struct State {
    /// The instance; nil until the first watch.
    var descriptor: Int32?
    var source: ReadSource?
    var table = WatchTable()
    /// The changes that were read and not reported yet.
    var unreported: [WatchTable.Report] = []
  }

  static let shared = FolderWatches()

  private let state = Locked(State())
  /// Reports the changes, in their order.
  private let queue = DispatchQueue(label: "Katana.FileChanges")

  /// Begins a watch; returns the id for ``remove(_:)``.
  func add(
    _ target: WatchTarget, notify: @escaping @Sendable (FileChange) -> Void
  ) throws(FileChangesError) -> UInt64 {
    let result: Result<UInt64, FileChangesError> = state.withLock { state in
      guard let descriptor = open(&state) else {
        return .failure(FileChangesError(path: target.path, code: errno))
      }
      // The changes from before are for the earlier listeners of the folder alone.
      read(descriptor, &state)
      let watch = inotify_add_watch(descriptor, target.folder, InotifyRecord.Mask.watched.rawValue)
      guard watch >= 0 else { return .failure(FileChangesError(path: target.path, code: errno)) }
      return .success(state.table.add(target, watch: watch, notify: notify))
    }
    queue.async { [self] in report() }
    return try result.get()
  }

  func remove(_ id: UInt64) {
    // Released outside of the lock, because captured values may be released with it.
    let removed = state.withLock { state in
      let removed = state.table.remove(id)
      release(removed.watch, state)
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  private func open(_ state: inout State) -> Int32? {
    if let descriptor = state.descriptor { return descriptor }
    let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let source = ReadSource(descriptor, on: queue)
    (state.descriptor, state.source) = (descriptor, source)
    source.begin { [self] in
      self.state.withLock { read(descriptor, &$0) }
      // The next changes are read when these are reported, so that they wait in the system, which has a
      // limit.
      queue.sync { report() }
    } onEnd: {
    }
    return descriptor
  }

  /// Reads all that the system has noticed.
  private func read(_ descriptor: Int32, _ state: inout State) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = systemRead(descriptor, &bytes, bytes.count)
      guard count > 0 else { return }
      let news = state.table.take(Array(bytes[..<count]))
      state.unreported += news.reports
      for watch in news.released { release(watch, state) }
    }
  }

  private func release(_ watch: Int32?, _ state: State) {
    if let watch, let descriptor = state.descriptor { inotify_rm_watch(descriptor, watch) }
  }

  /// Reports what was read; called on the queue.
  private func report() {
    let reports = state.withLock { state in
      defer { state.unreported = [] }
      return state.unreported
    }
    for report in reports {
      for change in report.changes { report.notify(change) }
    }
  }
}
#endif
