#if canImport(Darwin)
import Darwin
import Dispatch

/// Tells of the changes in one folder, on a queue of its own.
///
/// A source for the folder says that entries came or went, one for each file that it was written to. Whichever
/// speaks, the folder is read again and compared with what was there before.
final class FolderWatch: @unchecked Sendable {
  // Sound: all that changes is touched only on `queue`; `start` is called there too.

  private let target: WatchTarget
  private let tell: @Sendable (FileChange) -> Void
  private let queue = DispatchQueue(label: "Katana.FileChanges")
  private var folder: (any DispatchSourceFileSystemObject)?
  private var files: [String: (file: UInt64, source: any DispatchSourceFileSystemObject)] = [:]
  private var last = FolderSnapshot()

  /// Watches from now on.
  init(_ target: WatchTarget, tell: @escaping @Sendable (FileChange) -> Void) throws(FileChangesError) {
    self.target = target
    self.tell = tell
    let code = queue.sync { start() }
    if let code { throw FileChangesError(path: target.path, code: code) }
  }

  deinit {
    folder?.cancel()
    for (_, source) in files.values { source.cancel() }
  }

  /// Watches no longer.
  func stop() {
    queue.async { self.end() }
  }

  /// Gives an error number when it cannot.
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
    // What was written to a file before its source began is seen by looking once more.
    repeat {
      guard !hasGone, let now = FolderSnapshot.take(of: target) else {
        end()
        tell(.ended(target.path))
        return
      }
      let changes = now.changes(since: last, for: target)
      last = now
      for change in changes { tell(change) }
    } while watchFiles()
  }

  /// Brings the sources of the files in line with the files that there are; answers whether there are new ones.
  private func watchFiles() -> Bool {
    var hasNew = false
    for (name, watched) in files where last.entries[name]?.file != watched.file {
      watched.source.cancel()
      files[name] = nil
    }
    for (name, entry) in last.entries where files[name] == nil && !entry.isFolder {
      // One that cannot be opened is seen when the folder itself changes.
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
