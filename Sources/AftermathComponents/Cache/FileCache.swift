import Foundation
public import Millrace

/// Keeps contents in files of a folder, one for each key, as JSON.
///
/// A file is replaced as a whole or not at all. Reading and writing happen in the call, and cost O(n) in the
/// contents: large contents that change often are better kept in a ``MemoryCache``. Several caches, also of several
/// processes, may use one folder. Keys that are equal as strings have one file, however their letters are composed.
public final class FileCache: ContentCache, Sendable {
  /// The path of the folder.
  public let folder: String
  /// The permissions of the files, and of the folders that are created for them.
  public let permissions: AccessPermissions
  /// True when what a process that was killed has left was looked for.
  private let isSwept = Locked(false)

  /// A cache in a folder, which is made when something is first kept.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - permissions: The permissions of the files, and of the folders that are created for them.
  public init(folder: String, permissions: AccessPermissions = .ownerOnly) {
    self.folder = folder
    self.permissions = permissions
  }

  private struct File: Codable {
    var key: String
    var components: [Component]
  }

  /// The path of the file for a key.
  public func path(of key: String) -> String {
    folder + "/" + Self.prefix + FileName.of(key.precomposedStringWithCanonicalMapping) + ".json"
  }

  private static let prefix = "content-"
  private static let temporary = ".json.tmp"

  /// The contents that were kept for a key.
  ///
  /// - Throws: ``ContentCacheError``.
  public func load(_ key: String) throws(ContentCacheError) -> [Component]? {
    sweep()
    let path = path(of: key)
    let bytes: [UInt8]
    do {
      // It may be removed at any moment, which is nothing to be told of.
      guard let found = try SystemFile.contents(of: path) else { return nil }
      bytes = found
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    let file: File
    do { file = try JSONDecoder().decode(File.self, from: Data(bytes)) } catch {
      throw .damaged(path: path, reason: "\(error)")
    }
    guard file.key == key else { throw .otherKey(path: path, key: key, found: file.key) }
    return file.components
  }

  /// Keeps contents for a key.
  ///
  /// - Throws: ``ContentCacheError``; what was kept stays.
  public func save(_ components: [Component], for key: String) throws(ContentCacheError) {
    sweep()
    let path = path(of: key)
    let bytes: [UInt8]
    do {
      let encoder = JSONEncoder()
      // The same contents make the same bytes.
      encoder.outputFormatting = .sortedKeys
      bytes = Array(try encoder.encode(File(key: key, components: components)))
    } catch {
      throw .unwritable(path: path, reason: CodingReason.text(error))
    }
    do {
      // What a loss of power takes is loaded again.
      try SystemFile.replace(path, by: bytes, over: path + ".tmp", in: folder, permissions, isDurable: false)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Forgets what was kept for a key.
  ///
  /// - Throws: ``ContentCacheError``.
  public func remove(_ key: String) throws(ContentCacheError) {
    sweep()
    let path = path(of: key)
    do { try SystemFile.remove(path) } catch { throw .unwritable(path: path, reason: error.reason) }
  }

  /// Removes what processes that were killed have left; once, with the first call.
  private func sweep() {
    let isFirst = isSwept.withLock { isSwept in
      defer { isSwept = true }
      return !isSwept
    }
    guard isFirst, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names where name.hasPrefix(Self.prefix) && name.hasSuffix(Self.temporary) {
      // One that cannot be removed does no harm.
      _ = try? SystemFile.removeTemporary(folder + "/" + name)
    }
  }
}
