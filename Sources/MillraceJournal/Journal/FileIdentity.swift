#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Which file lies at a path: to notice that the one that is open has been removed or replaced.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let number: UInt64

  /// Nil when there is no file, or it cannot be looked at.
  init?(path: String) {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    device = UInt64(truncatingIfNeeded: status.st_dev)
    number = UInt64(truncatingIfNeeded: status.st_ino)
  }
}
