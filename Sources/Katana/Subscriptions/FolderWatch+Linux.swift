#if !canImport(Darwin)
import Millrace
import Dispatch

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#endif

/// A watcher that reports the changes in one folder, on its own thread.
final class FolderWatch: Sendable {
  private let source: ReadSource

  /// Starts watching.
  init(_ target: WatchTarget, tell: @escaping @Sendable (FileChange) -> Void) throws(FileChangesError) {
    let descriptor = inotify_init1(O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw FileChangesError(path: target.path, code: errno) }
    guard inotify_add_watch(descriptor, target.folder, InotifyRecord.Mask.watched.rawValue) >= 0 else {
      let code = errno
      close(descriptor)
      throw FileChangesError(path: target.path, code: code)
    }
    let source = ReadSource(descriptor, on: DispatchQueue(label: "Katana.FileChanges"))
    let reader = Reader(descriptor, target)
    source.begin {
      let (changes, hasEnded) = reader.read()
      for change in changes { tell(change) }
      if hasEnded { source.cancel() }
    } onEnd: {
      close(descriptor)
    }
    self.source = source
  }

  deinit {
    source.cancel()
  }

  /// Stops watching.
  func stop() { source.cancel() }
}

/// A reader of the system's records.
private final class Reader: Sendable {
  private let descriptor: Int32
  private let reading: Locked<InotifyReading>

  init(_ descriptor: Int32, _ target: WatchTarget) {
    self.descriptor = descriptor
    reading = Locked(InotifyReading(target))
  }

  /// Reads the changes, and whether they are the last.
  func read() -> (changes: [FileChange], hasEnded: Bool) {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = systemRead(descriptor, &bytes, bytes.count)
    return reading.withLock { reading in
      (count > 0 ? reading.changes(in: Array(bytes[..<count])) : [], reading.hasEnded)
    }
  }
}

private func systemRead(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
#endif
