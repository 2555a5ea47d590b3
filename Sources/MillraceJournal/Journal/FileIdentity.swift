#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The identity of a file, which reveals that an open file was removed or replaced at its path.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Reads the identity of the file at a path; nil when there is no file or it cannot be examined.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - followsLinks: True to follow a symbolic link at the end of the path.
  init?(path: String, followsLinks: Bool = true) {
    var status = stat()
    guard (followsLinks ? stat(path, &status) : lstat(path, &status)) == 0 else { return nil }
    self.init(status)
  }

  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    self.init(status)
  }

  private init(_ status: stat) {
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
