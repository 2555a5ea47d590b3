import Foundation

/// The entries of a folder at one time, for systems that report only that something changed.
struct FolderSnapshot: Hashable, Sendable {
  /// The properties that change when an entry changes.
  struct Entry: Hashable, Sendable {
    var file: UInt64
    var size: Int64 = 0
    var seconds: Int64 = 0
    var nanoseconds: Int64 = 0
    var isFolder = false
  }

  var entries: [String: Entry] = [:]

  /// Reads the entries of a folder, or the one that counts; nil when the folder cannot be read.
  static func take(of target: WatchTarget) -> FolderSnapshot? {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: target.folder) else { return nil }
    var snapshot = FolderSnapshot()
    for name in names where target.path(of: name) != nil {
      var status = stat()
      // An entry that was removed meanwhile is skipped.
      guard lstat("\(target.folder)/\(name)", &status) == 0 else { continue }
      #if canImport(Darwin)
      let changed = status.st_mtimespec
      #else
      let changed = status.st_mtim
      #endif
      snapshot.entries[name] = Entry(
        file: UInt64(truncatingIfNeeded: status.st_ino), size: Int64(status.st_size),
        seconds: Int64(changed.tv_sec), nanoseconds: Int64(changed.tv_nsec),
        isFolder: status.st_mode & S_IFMT == S_IFDIR)
    }
    return snapshot
  }

  /// Returns the changes since an earlier snapshot, sorted by name: removed, moved, created, then modified
  /// entries.
  func changes(since earlier: FolderSnapshot, for target: WatchTarget) -> [FileChange] {
    let gone = earlier.entries.keys.filter { entries[$0] == nil }.sorted()
    let come = entries.keys.filter { earlier.entries[$0] == nil }.sorted()
    var origins: [UInt64: String] = [:]
    for name in gone { origins[earlier.entries[name]?.file ?? 0] = name }
    var moves: [(from: String, to: String)] = []
    for name in come {
      if let from = origins.removeValue(forKey: entries[name]?.file ?? 0) { moves.append((from, name)) }
    }
    let path = { (name: String) in target.path(of: name) ?? target.path }
    let modified = entries.keys.filter { name in
      guard let entry = entries[name], let old = earlier.entries[name] else { return false }
      // A folder's own times change with its entries, which are not watched.
      return entry.isFolder && old.isFolder ? entry.file != old.file : entry != old
    }
    return gone.filter { name in !moves.contains { $0.from == name } }.map { .removed(path($0)) }
      + moves.map { .moved(from: path($0.from), to: path($0.to)) }
      + come.filter { name in !moves.contains { $0.to == name } }.map { .created(path($0)) }
      + modified.sorted().map { .modified(path($0)) }
  }
}
