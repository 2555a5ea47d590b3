import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension AccessPermissions {
  /// Creates a file at a path where nothing exists, not even a link, and opens it.
  ///
  /// - Returns: The descriptor, which child processes do not inherit; negative for a failure, whose number is
  ///   in `errno`.
  func makeFile(_ path: String, _ access: Int32 = O_RDWR) -> Int32 {
    let descriptor = open(
      path, access | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_t(files))
    // The process's umask can only have removed permissions. File systems without permissions reject this.
    if descriptor >= 0 { fchmod(descriptor, mode_t(files)) }
    return descriptor
  }
}
