public import Millrace
import MillraceSupport

public import struct Foundation.URL

/// Archives in the files of a folder, one file for each key, which survive a crash at any moment.
///
/// An archive is written to a temporary file beside the old one and synchronised to the disk. Then one step
/// renames it to the old name, and the name is synchronised, too. So after ``write(_:for:)`` has returned, a
/// loss of power changes nothing. A temporary file left by a crash is never read, and the next write of the
/// key replaces it.
///
/// Several threads and processes may share a folder: their writes of one key follow each other, and a write
/// waits while another process writes. By default the files are readable by their owner alone.
public struct FileArchives: ArchiveStorage {
  /// The folder, created by the first write.
  public let directory: URL
  /// The permissions of the files and of created folders.
  public let permissions: AccessPermissions

  /// Creates a storage of archives in a folder.
  ///
  /// - Parameters:
  ///   - directory: The folder.
  ///   - permissions: The permissions of the files and of created folders.
  public init(directory: URL, permissions: AccessPermissions = .ownerOnly) {
    self.directory = directory
    self.permissions = permissions
  }

  /// Returns the path of the file for a key.
  public func path(of key: String) -> String { folder + "/" + ArchiveFileName.of(key) }

  /// Returns the archive under a key, or nil if there is no file.
  ///
  /// A file of more than 1 GB is an error.
  ///
  /// - Throws: ``ArchiveError/cannotRead(key:path:reason:)``.
  public func read(_ key: String) throws(ArchiveError) -> [UInt8]? {
    let path = path(of: key)
    if let flaw { throw .cannotRead(key: key, path: path, reason: flaw) }
    do { return try SystemFile.contents(of: path, limit: SystemFile.largestState) } catch {
      throw .cannotRead(key: key, path: path, reason: error.reason)
    }
  }

  /// Stores an archive under a key; after the return it is on the disk.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(key:path:reason:)``; the storage then holds the old archive or the
  ///   whole new one.
  public func write(_ bytes: [UInt8], for key: String) throws(ArchiveError) {
    try changing(key) { path throws(SystemFailure) in
      try SystemFile.replace(path, by: bytes, over: ArchiveFileName.temporary(path), in: folder, permissions)
    }
  }

  /// Removes the archive under a key, and any temporary file left by a crash.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(key:path:reason:)``.
  public func remove(_ key: String) throws(ArchiveError) {
    try changing(key) { path throws(SystemFailure) in
      let isRemoved = try SystemFile.remove(path)
      let isRestRemoved = try SystemFile.removeTemporary(ArchiveFileName.temporary(path))
      if isRemoved || isRestRemoved { try SystemFile.synchronizeFolder(folder) }
    }
  }

  /// Renames the file of a key by a number after its name, and returns its new path.
  ///
  /// - Throws: ``ArchiveError/cannotWrite(key:path:reason:)``.
  public func setAside(_ key: String) throws(ArchiveError) -> String {
    try changing(key) { path throws(SystemFailure) in
      var number = 1
      while try !SystemFile.reserve(ArchiveFileName.aside(path, number)) { number += 1 }
      let target = ArchiveFileName.aside(path, number)
      do throws(SystemFailure) { try SystemFile.move(path, to: target) } catch {
        _ = try? SystemFile.remove(target)
        throw error
      }
      try SystemFile.synchronizeFolder(folder)
      return target
    }
  }

  private func changing<Value>(
    _ key: String, _ change: (_ path: String) throws(SystemFailure) -> Value
  ) throws(ArchiveError) -> Value {
    let path = path(of: key)
    if let flaw { throw .cannotWrite(key: key, path: path, reason: flaw) }
    do { return try change(path) } catch {
      throw .cannotWrite(key: key, path: path, reason: error.reason)
    }
  }

  private var folder: String {
    var path = directory.path(percentEncoded: false)
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The reason why the URL cannot be a folder.
  private var flaw: String? {
    if !directory.isFileURL { return "`\(directory)` is not the URL of a folder" }
    if folder.utf8.contains(0) { return "the path of the folder contains a zero byte, which is not allowed" }
    return nil
  }
}

/// The file name for the archive of a key.
///
/// Keys that are equal as strings have one name, whatever their Unicode normalisation.
enum ArchiveFileName {
  static func of(_ key: String) -> String {
    FileName.of(key.precomposedStringWithCanonicalMapping) + ".json"
  }

  static func temporary(_ name: String) -> String { name + ".tmp" }

  /// Returns the name of an archive that was set aside; the number distinguishes those of one key.
  static func aside(_ name: String, _ number: Int) -> String { name + ".aside-\(number)" }
}
