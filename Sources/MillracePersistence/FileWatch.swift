import Foundation
import Millrace
import MillraceSupport

#if !canImport(Darwin)
/// A watch of one file by the folder that contains it, so that it also sees a file that replaces another.
final class FileWatch: Sendable {
  private let id: UInt64

  /// Begins to watch; nil if there is no folder.
  init?(
    name: String, in folder: String, _ changed: @escaping @Sendable () -> Void
  ) throws(SystemFailure) {
    guard let id = try FileWatches.shared.add(name, in: folder, changed) else { return nil }
    self.id = id
  }

  deinit { FileWatches.shared.remove(id) }
}

/// All watches of the process, over one inotify instance, whose thread is kept once it exists.
///
/// The system gives a user 128 instances by default, and many thousand watches on each.
private final class FileWatches: Sendable {
  private struct Watch {
    let folder: Int32
    let name: String
    let changed: @Sendable () -> Void
  }

  private struct State {
    /// The instance; nil until the first watch.
    var descriptor: Int32?
    var lastID: UInt64 = 0
    var watches: [UInt64: Watch] = [:]
  }

  static let shared = FileWatches()
  private static let events =
    UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM) | UInt32(IN_DELETE)

  private let state = Locked(State())

  func add(
    _ name: String, in folder: String, _ changed: @escaping @Sendable () -> Void
  ) throws(SystemFailure) -> UInt64? {
    let result: Result<UInt64?, SystemFailure> = state.withLock { state in
      guard let descriptor = open(&state) else { return .failure(SystemFailure(code: errno)) }
      let number = inotify_add_watch(descriptor, folder, Self.events)
      guard number >= 0 else {
        let failure = SystemFailure(code: errno)
        return failure.isMissing ? .success(nil) : .failure(failure)
      }
      state.lastID += 1
      state.watches[state.lastID] = Watch(folder: number, name: name, changed: changed)
      return .success(state.lastID)
    }
    return try result.get()
  }

  func remove(_ id: UInt64) {
    let removed = state.withLock { state in
      let removed = state.watches.removeValue(forKey: id)
      if let removed, let descriptor = state.descriptor,
        !state.watches.values.contains(where: { $0.folder == removed.folder })
      {
        inotify_rm_watch(descriptor, removed.folder)
      }
      return removed
    }
    // Released outside of the lock, with what it captures.
    withExtendedLifetime(removed) {}
  }

  private func open(_ state: inout State) -> Int32? {
    if let descriptor = state.descriptor { return descriptor }
    let descriptor = inotify_init1(O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    state.descriptor = descriptor
    Thread.detachNewThread { [self] in
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = read(descriptor, &bytes, bytes.count)
        if count <= 0 {
          if count < 0, errno == EINTR { continue }
          return
        }
        for changed in changed(bytes[..<count]) { changed() }
      }
    }
    return descriptor
  }

  /// Returns the handlers of the watched files that the records name.
  private func changed(_ bytes: ArraySlice<UInt8>) -> [@Sendable () -> Void] {
    let records = FileRecord.records(in: bytes)
    return state.withLock { state in
      // A queue that has overflowed may have lost records of any file.
      let isLossy = records.contains { $0.folder < 0 }
      return state.watches.sorted { $0.key < $1.key }.map(\.value).filter { watch in
        isLossy || records.contains { $0.folder == watch.folder && ($0.name == watch.name || $0.name == nil) }
      }.map(\.changed)
    }
  }
}

/// A record of inotify: a folder, and the name of a file in it.
struct FileRecord: Equatable {
  /// The number of the folder's watch; -1 if records were lost.
  let folder: Int32
  /// Nil for the folder itself.
  let name: String?

  /// Reads the records: four numbers of four bytes, and a name whose length is the last number.
  static func records(in bytes: ArraySlice<UInt8>) -> [FileRecord] {
    var records: [FileRecord] = []
    var rest = bytes
    func number(_ offset: Int) -> UInt32 {
      rest.dropFirst(offset).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
    while rest.count >= 16 {
      let length = Int(number(12))
      let name = rest.dropFirst(16).prefix(length).prefix { $0 != 0 }
      records.append(
        FileRecord(
          folder: Int32(bitPattern: number(0)),
          name: name.isEmpty ? nil : String(decoding: name, as: UTF8.self)))
      rest = rest.dropFirst(16 + length)
    }
    return records
  }
}
#else
import Darwin
import Dispatch

/// A watch of one file, and of the folder that contains it, so that it also sees a file that replaces
/// another.
final class FileWatch: @unchecked Sendable {
  // Sound: `file` is used on `queue` only; the system's sources may be used from every thread.
  private let queue = DispatchQueue(label: "Millrace.FileWatch")
  private let folder: any DispatchSourceFileSystemObject
  private let path: String
  private let changed: @Sendable () -> Void
  private var file: (any DispatchSourceFileSystemObject)?

  /// Begins to watch; nil if there is no folder.
  init?(
    name: String, in folder: String, _ changed: @escaping @Sendable () -> Void
  ) throws(SystemFailure) {
    path = folder + "/" + name
    self.changed = changed
    guard let source = Self.source(of: folder, for: [.write], queue) else {
      let failure = SystemFailure(code: errno)
      if failure.isMissing { return nil }
      throw failure
    }
    self.folder = source
    source.setEventHandler { [weak self] in
      self?.watchFile()
      changed()
    }
    source.activate()
    queue.async { [weak self] in self?.watchFile() }
  }

  deinit {
    folder.cancel()
    file?.cancel()
  }

  /// Watches the file that has the name now.
  private func watchFile() {
    file?.cancel()
    file = Self.source(of: path, for: [.write, .extend], queue)
    file?.setEventHandler { [weak self] in self?.changed() }
    file?.activate()
  }

  private static func source(
    of path: String, for events: DispatchSource.FileSystemEvent, _ queue: DispatchQueue
  ) -> (any DispatchSourceFileSystemObject)? {
    let descriptor = open(path, O_EVTONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let source = DispatchSource.makeFileSystemObjectSource(
      fileDescriptor: descriptor, eventMask: events, queue: queue)
    source.setCancelHandler { close(descriptor) }
    return source
  }
}
#endif
