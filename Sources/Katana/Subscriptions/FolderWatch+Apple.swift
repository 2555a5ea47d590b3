#if canImport(Darwin)
import Darwin
import Dispatch

/// A watcher that reports the changes in one folder, on its own queue.
///
/// One source reports that entries came or went, and one per file that the file was written. On every event
/// the folder is read again and compared with the last snapshot.
final class FolderWatch: @unchecked Sendable {
  // Sound: all mutable state is used only on `queue`; `start` is called there too.

  private let target: WatchTarget
  private let notify: @Sendable (FileChange) -> Void
  private let queue = DispatchQueue(label: "Katana.FileChanges")
  private var folder: (any DispatchSourceFileSystemObject)?
  private var files: [String: (file: UInt64, source: any DispatchSourceFileSystemObject)] = [:]
  private var last = FolderSnapshot()

  init(_ target: WatchTarget, notify: @escaping @Sendable (FileChange) -> Void) throws(FileChangesError) {
    self.target = target
    self.notify = notify
    let code = queue.sync { start() }
    if let code { throw FileChangesError(path: target.path, code: code) }
  }

  deinit {
    folder?.cancel()
    for (_, source) in files.values { source.cancel() }
  }

  func stop() {
    queue.async { self.end() }
  }

  /// Opens the folder; returns an error number when it cannot.
  private func start() -> Int32? {
    guard let source = makeSource(of: target.folder, for: [.write, .delete, .rename, .revoke]) else {
      return errno
    }
    folder = source
    source.setEventHandler { [weak self] in
      guard let self, let folder = self.folder else { return }
      look(hasGone: !folder.data.isDisjoint(with: [.delete, .rename, .revoke]))
    }
    source.activate()
    guard let now = FolderSnapshot.take(of: target) else {
      end()
      return EACCES
    }
    last = now
    if watchFiles() { look(hasGone: false) }
    return nil
  }

  private func look(hasGone: Bool) {
    guard folder != nil else { return }
    // One more reading finds writes to a file from before its source began.
    repeat {
      guard !hasGone, let now = FolderSnapshot.take(of: target) else {
        end()
        notify(.ended(target.path))
        return
      }
      let changes = now.changes(since: last, for: target)
      last = now
      for change in changes { notify(change) }
    } while watchFiles()
  }

  /// Creates and cancels sources so that each present file has one; returns whether there are new ones.
  private func watchFiles() -> Bool {
    var hasNew = false
    for (name, watched) in files where last.entries[name]?.file != watched.file {
      watched.source.cancel()
      files[name] = nil
    }
    for (name, entry) in last.entries where files[name] == nil && !entry.isFolder {
      // A change of a file that cannot be opened is found when the folder itself changes.
      guard let source = makeSource(of: "\(target.folder)/\(name)", for: [.write, .extend]) else { continue }
      source.setEventHandler { [weak self] in self?.look(hasGone: false) }
      files[name] = (entry.file, source)
      source.activate()
      hasNew = true
    }
    return hasNew
  }

  private func makeSource(
    of path: String, for events: DispatchSource.FileSystemEvent
  ) -> (any DispatchSourceFileSystemObject)? {
    let descriptor = open(path, O_EVTONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: events, queue: queue)
    source.setCancelHandler { close(descriptor) }
    return source
  }

  private func end() {
    folder?.cancel()
    folder = nil
    for (_, source) in files.values { source.cancel() }
    files = [:]
  }
}
#endif
