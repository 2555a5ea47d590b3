#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Facts about a file that are available without opening it.
enum FileFacts {
  /// Returns the size in bytes; nil when there is no such file.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// Returns the permissions, as the bits of `chmod`; nil when there is no such file.
  static func permissions(_ path: String) -> UInt16? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt16(truncatingIfNeeded: status.st_mode) & 0o777 : nil
  }

  /// Returns whether something of that name exists, even a dangling link.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
