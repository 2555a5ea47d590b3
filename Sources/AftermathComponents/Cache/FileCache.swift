import Foundation
import Millrace

/// Keeps contents in files of a folder, one for each key, as JSON.
///
/// A file is replaced as a whole or not at all. Reading and writing happen in the call, and cost O(n) in the
/// contents: large contents that change often are better kept in a ``MemoryCache``.
public final class FileCache: ContentCache, Sendable {
  /// The path of the folder.
  public let folder: String

  /// A cache in a folder, which is made when something is first kept.
  public init(folder: String) {
    self.folder = folder
  }

  private struct File: Codable {
    var key: String
    var components: [Component]
  }

  /// The path of the file for a key.
  public func path(of key: String) -> String { folder + "/content-" + FileName.of(key) + ".json" }

  /// The contents that were kept for a key.
  ///
  /// - Throws: ``ContentCacheError``.
  public func load(_ key: String) throws(ContentCacheError) -> [Component]? {
    let path = path(of: key)
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do { data = try Data(contentsOf: URL(fileURLWithPath: path)) } catch {
      throw .unreadable(path: path, reason: "\(error)")
    }
    let file: File
    do { file = try JSONDecoder().decode(File.self, from: data) } catch {
      throw .damaged(path: path, reason: "\(error)")
    }
    guard file.key == key else { throw .otherKey(path: path, key: key, found: file.key) }
    return file.components
  }

  /// Keeps contents for a key.
  ///
  /// - Throws: ``ContentCacheError``; what was kept stays.
  public func save(_ components: [Component], for key: String) throws(ContentCacheError) {
    let path = path(of: key)
    do {
      let encoder = JSONEncoder()
      // The same contents make the same bytes.
      encoder.outputFormatting = .sortedKeys
      let data = try encoder.encode(File(key: key, components: components))
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try data.write(to: URL(fileURLWithPath: path), options: .atomic)
    } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }

  /// Forgets what was kept for a key.
  ///
  /// - Throws: ``ContentCacheError``.
  public func remove(_ key: String) throws(ContentCacheError) {
    let path = path(of: key)
    guard FileManager.default.fileExists(atPath: path) else { return }
    do { try FileManager.default.removeItem(atPath: path) } catch {
      throw .unwritable(path: path, reason: "\(error)")
    }
  }
}
