#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The access rights of files and folders that are made for a journal.
///
/// By default only the user whose process makes them may read and write them. What is there already keeps its rights.
///
/// ```swift
/// let journal = try Journal(of: flow, at: path, permissions: .groupReadable)
/// ```
public struct JournalPermissions: Hashable, Sendable {
  /// The rights of new files, as the bits that `chmod` takes.
  public let files: UInt16
  /// The rights of new folders, as the bits that `chmod` takes.
  public let folders: UInt16

  /// Rights of new files and folders, which they get whatever the process's mask for new files says.
  ///
  /// - Parameters:
  ///   - files: The bits for files; `0o600` by default.
  ///   - folders: The bits for folders; `0o700` by default.
  public init(files: UInt16 = 0o600, folders: UInt16 = 0o700) {
    self.files = files & 0o777
    self.folders = folders & 0o777
  }

  /// Only the owner reads and writes: `0o600` and `0o700`.
  public static let ownerOnly = JournalPermissions()
  /// The owner's group reads, too: `0o640` and `0o750`.
  public static let groupReadable = JournalPermissions(files: 0o640, folders: 0o750)
  /// Every user of the system reads, too: `0o644` and `0o755`.
  public static let everyoneReadable = JournalPermissions(files: 0o644, folders: 0o755)
}

extension JournalPermissions {
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
