#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Facts about a file that are available without opening it.
package enum FileFacts {
  /// Returns the size in bytes; nil when there is no such file.
  package static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns the permissions, as the bits of `chmod`; nil when there is no such file.
  package static func permissions(_ path: String) -> UInt16? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt16(truncatingIfNeeded: status.st_mode) & 0o777 : nil
  }

  /// Returns whether something of that name exists, even a dangling link.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}

/// The identity of a file, which reveals that an open file was removed or replaced at its path.
package struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Reads the identity of the file at a path; nil when there is no file or it cannot be examined.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: True to follow a symbolic link at the end of the path.
  package init?(path: String, followsLinks: Bool = true) {
    var status = stat()
    // Not `stat(path, …)`, which would copy the path.
    let code = path.withCString { followsLinks ? stat($0, &status) : lstat($0, &status) }
    guard code == 0 else { return nil }
    self.init(status)
  }

  package init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
