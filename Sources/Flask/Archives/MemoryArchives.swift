import Millrace

/// Archives in memory, for tests and previews; they are lost with the process.
public final class MemoryArchives: ArchiveStorage {
  private struct Shelf: Hashable {
    var contents: [String: [UInt8]]
    var aside: [String: [[UInt8]]] = [:]
  }

  private let shelf: WatchedValue<Shelf>

  /// Creates a storage with these archives.
  public init(_ contents: [String: [UInt8]] = [:]) {
    shelf = WatchedValue(Shelf(contents: contents), as: "archives")
  }

  /// The archives by their keys.
  public var contents: [String: [UInt8]] { shelf.withLock { $0.contents } }

  /// The archives that were set aside, by their keys, the oldest first.
  public var archivesSetAside: [String: [[UInt8]]] { shelf.withLock { $0.aside } }

  /// Returns the archive under a key, or nil if there is none.
  public func read(_ key: String) -> [UInt8]? { shelf.withLock { $0.contents[key] } }

  /// Stores an archive under a key.
  public func write(_ bytes: [UInt8], for key: String) { shelf.withLock { $0.contents[key] = bytes } }

  /// Removes the archive under a key.
  public func remove(_ key: String) { shelf.withLock { $0.contents[key] = nil } }

  /// Moves the archive under a key to ``archivesSetAside``.
  public func setAside(_ key: String) -> String {
    shelf.withLock { shelf in
      if let bytes = shelf.contents.removeValue(forKey: key) { shelf.aside[key, default: []].append(bytes) }
      return "archivesSetAside[\"\(key)\"]"
    }
  }
}
