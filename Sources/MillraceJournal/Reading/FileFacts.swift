#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// What is to be known of a file without opening it.
enum FileFacts {
  /// The size in bytes; nil when there is no such file.
  static func size(_ path: String) -> Int? {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : nil
  }

  /// The rights, as the bits that `chmod` takes; nil when there is no such file.
  static func permissions(_ path: String) -> UInt16? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt16(truncatingIfNeeded: status.st_mode) & 0o777 : nil
  }

  /// Whether there is anything of that name, be it a link that leads nowhere.
  static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
