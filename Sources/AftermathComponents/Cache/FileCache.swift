import Foundation
public import Millrace
import MillraceSupport

/// A cache that writes contents to the files of a folder as JSON, one file for each key.
///
/// A file is replaced as a whole or not at all. Reading and writing happen during the call and cost O(n) in
/// the contents, so large contents that change often belong in a ``MemoryCache``. Several caches, also of
/// several processes, may share a folder. Keys that are equal as strings share a file, whatever their Unicode
/// normalisation.
public final class FileCache: ContentCache, Sendable {
  /// The path of the folder.
  public let folder: String
  /// The permissions of the files and of created folders.
  public let permissions: AccessPermissions
  /// True after the temporary files of killed processes were removed.
  private let isSwept = Locked(false)

  /// Creates a cache in a folder; the first save creates the folder.
  ///
  /// - Parameters:
  ///   - folder: The path of the folder.
  ///   - permissions: The permissions of the files and of created folders.
  public init(folder: String, permissions: AccessPermissions = .ownerOnly) {
    self.folder = folder
    self.permissions = permissions
  }

  private struct File: Codable {
    var key: String
    var components: [Component]
  }

  /// Returns the path of the file for a key.
  public func path(of key: String) -> String {
    folder + "/" + Self.prefix + FileName.of(key.precomposedStringWithCanonicalMapping) + ".json"
  }

  private static let prefix = "content-"
  private static let temporary = ".json.tmp"

  /// Returns the contents cached for a key.
  ///
  /// - Throws: ``ContentCacheError``.
  public func load(_ key: String) throws(ContentCacheError) -> [Component]? {
    sweep()
    let path = path(of: key)
    let bytes: [UInt8]
    do {
      // Another process may remove the file at any moment, which is no error.
      guard let found = try SystemFile.contents(of: path, limit: SystemFile.largestState) else { return nil }
      bytes = found
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    let file: File
    do {
      try JSONKeys.check(bytes)
      file = try JSONDecoder().decode(File.self, from: Data(bytes))
    } catch {
      throw .damaged(path: path, reason: "\(error)")
    }
    guard file.key == key else { throw .otherKey(path: path, key: key, found: file.key) }
    return file.components
  }

  /// Caches contents for a key.
  ///
  /// - Throws: ``ContentCacheError``; the previous contents remain.
  public func save(_ components: [Component], for key: String) throws(ContentCacheError) {
    sweep()
    let path = path(of: key)
    let bytes: [UInt8]
    do {
      let encoder = JSONEncoder()
      // Equal contents give equal bytes.
      encoder.outputFormatting = .sortedKeys
      bytes = Array(try encoder.encode(File(key: key, components: components)))
    } catch {
      throw .unwritable(path: path, reason: CodingReason.text(error))
    }
    do {
      // Contents lost with the power are loaded again.
      try SystemFile.replace(path, by: bytes, over: path + ".tmp", in: folder, permissions, isDurable: false)
    } catch {
      throw .unwritable(path: path, reason: error.reason)
    }
  }

  /// Removes the contents cached for a key.
  ///
  /// - Throws: ``ContentCacheError``.
  public func remove(_ key: String) throws(ContentCacheError) {
    sweep()
    let path = path(of: key)
    do { try SystemFile.remove(path) } catch { throw .unwritable(path: path, reason: error.reason) }
  }

  /// Removes the temporary files of killed processes, at the first call.
  private func sweep() {
    let isFirst = isSwept.withLock { isSwept in
      defer { isSwept = true }
      return !isSwept
    }
    guard isFirst, let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return }
    for name in names where name.hasPrefix(Self.prefix) && name.hasSuffix(Self.temporary) {
      // A file that cannot be removed does no harm.
      _ = try? SystemFile.removeTemporary(folder + "/" + name)
    }
  }
}
