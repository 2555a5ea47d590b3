public import Millrace
import MillraceSupport

public import struct Foundation.URL

/// A file in which a part of a state is kept.
///
/// It is written to a temporary file beside it, synchronised to the disk and renamed, so a crash or a loss of
/// power leaves the old file or the new one. By default only the user may read it. Its folder is created with
/// it.
public struct KeptFile: KeptStorage {
  /// The path.
  public let path: String
  /// The permissions of the file and of created folders.
  public let permissions: AccessPermissions
  /// The reason why the path cannot be that of a file; nil if it can.
  private let flaw: String?

  /// Creates a place from a path.
  ///
  /// - Parameters:
  ///   - path: The path; a relative one begins in the current folder of the process.
  ///   - permissions: The permissions of the file and of created folders.
  public init(_ path: String, permissions: AccessPermissions = .ownerOnly) {
    self.init(path, permissions, isURL: false)
  }

  fileprivate init(_ path: String, _ permissions: AccessPermissions, isURL: Bool) {
    self.path = path
    self.permissions = permissions
    flaw =
      if isURL {
        "it is a URL, but not that of a file"
      } else if path.isEmpty {
        "the path is empty"
      } else {
        path.utf8.contains(0) ? "the path contains a zero byte" : nil
      }
  }

  /// The absolute path, without links; what was given if that cannot be a path.
  public var location: String { flaw == nil ? FilePlace(path).location : path }

  /// The name of the file without its folder and its extension.
  public var kind: String {
    let name = FilePlace(path).name
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return name }
    return String(name[..<dot])
  }

  /// Returns the contents of the file; nil if there is none.
  ///
  /// A file of more than 1 GB is an error.
  public func read() throws -> [UInt8]? {
    try checked { place throws(SystemFailure) in try contents(of: place) }
  }

  /// Replaces the file in one step; after the return it is on the disk.
  public func write(_ bytes: [UInt8]) throws {
    try checked { place throws(SystemFailure) in
      try SystemFile.replace(
        place.location, by: bytes, over: place.location + ".tmp", in: place.folder, permissions)
    }
  }

  /// Reads and replaces the file, while every other process that does so waits.
  ///
  /// The lock is the one of the temporary file beside it.
  public func update(_ change: (_ found: [UInt8]?) throws -> [UInt8]?) throws {
    var failure: (any Error)?
    try checked { place throws(SystemFailure) in
      try SystemFile.replace(
        place.location, over: place.location + ".tmp", in: place.folder, permissions
      ) { () throws(SystemFailure) in
        let found = try contents(of: place)
        do { return try change(found) } catch {
          failure = error
          return nil
        }
      }
    }
    if let failure { throw failure }
  }

  private func contents(of place: FilePlace) throws(SystemFailure) -> [UInt8]? {
    try SystemFile.contents(of: place.location, limit: SystemFile.largestState)
  }

  /// Renames the file by a number after its name, and returns its new path.
  public func setAside() throws -> String {
    try checked { place throws(SystemFailure) in
      var number = 1
      while try !SystemFile.reserve("\(place.location).aside-\(number)") { number += 1 }
      let target = "\(place.location).aside-\(number)"
      do throws(SystemFailure) { try SystemFile.move(place.location, to: target) } catch {
        _ = try? SystemFile.remove(target)
        throw error
      }
      try SystemFile.synchronizeFolder(place.folder)
      return target
    }
  }

  /// Watches the folder of the file; nil while there is no folder.
  public func watch(_ changed: @escaping @Sendable () -> Void) throws -> AnyObject? {
    if flaw != nil { return nil }
    return try checked { place throws(SystemFailure) in
      try FileWatch(name: place.name, in: place.folder, changed)
    }
  }

  private func checked<Value>(_ body: (FilePlace) throws(SystemFailure) -> Value) throws -> Value {
    if let flaw { throw KeptReason(flaw) }
    do { return try body(FilePlace(path)) } catch { throw KeptReason(error.reason) }
  }
}

extension KeptStorage where Self == KeptFile {
  /// Returns a file.
  ///
  /// - Parameters:
  ///   - path: The path; a relative one begins in the current folder of the process.
  ///   - permissions: The permissions of the file and of created folders.
  public static func file(_ path: String, permissions: AccessPermissions = .ownerOnly) -> KeptFile {
    KeptFile(path, permissions: permissions)
  }

  /// Returns a file, such as `.file(URL.applicationSupportDirectory.appending(path: "settings.json"))`.
  ///
  /// - Parameters:
  ///   - url: The URL of a file. Reading reports any other URL.
  ///   - permissions: The permissions of the file and of created folders.
  public static func file(_ url: URL, permissions: AccessPermissions = .ownerOnly) -> KeptFile {
    url.isFileURL
      ? KeptFile(url.path(percentEncoded: false), permissions: permissions)
      : KeptFile(url.absoluteString, permissions, isURL: true)
  }
}

/// A reason, in words, why a place could not be used.
struct KeptReason: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
