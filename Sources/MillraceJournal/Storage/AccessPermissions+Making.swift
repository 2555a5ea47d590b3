import Millrace

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension AccessPermissions {
  /// Makes a file where there is nothing, not even a link, and opens it.
  ///
  /// - Returns: The descriptor, which programs started by this one do not inherit; less than 0 for a failure, of which
  ///   `errno` has the number.
  func makeFile(_ path: String, _ access: Int32 = O_RDWR) -> Int32 {
    let descriptor = open(
      path, access | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, mode_t(files))
    // The process's mask has only taken rights away. File systems without rights refuse this.
    if descriptor >= 0 { fchmod(descriptor, mode_t(files)) }
    return descriptor
  }
}
