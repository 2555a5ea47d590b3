#if !canImport(Darwin)
import Foundation
import Millrace

/// A watcher that reports the changes in one folder, on its own thread.
final class FolderWatch: Sendable {
  private let source: ReadSource

  init(_ target: WatchTarget, notify: @escaping @Sendable (FileChange) -> Void) throws(FileChangesError) {
    let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileChangesError(path: target.path, code: errno) }
    guard inotify_add_watch(descriptor, target.folder, InotifyRecord.Mask.watched.rawValue) >= 0 else {
      let code = errno
      close(descriptor)
      throw FileChangesError(path: target.path, code: code)
    }
    let source = ReadSource(descriptor, on: DispatchQueue(label: "Katana.FileChanges"))
    let reading = Locked(InotifyReading(target))
    source.begin {
      var bytes = [UInt8](repeating: 0, count: 65_536)
      let count = systemRead(descriptor, &bytes, bytes.count)
      let (changes, hasEnded) = reading.withLock { reading in
        (count > 0 ? reading.changes(in: Array(bytes[..<count])) : [], reading.hasEnded)
      }
      for change in changes { notify(change) }
      if hasEnded { source.cancel() }
    } onEnd: {
      close(descriptor)
    }
    self.source = source
  }

  deinit {
    source.cancel()
  }

  func stop() { source.cancel() }
}
#endif
