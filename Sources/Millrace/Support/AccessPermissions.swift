/// The access permissions of files and folders that Millrace creates.
///
/// By default only the user of the process may read and write them.
///
/// ```swift
/// let journal = try Journal(of: flow, at: path, permissions: .groupReadable)
/// ```
///
/// They apply exactly: the process's umask removes nothing from them. Existing files and folders keep their
/// own, and a file system without permissions ignores them.
public struct AccessPermissions: Hashable, Sendable {
  /// The permissions of new files, as the bits that `chmod` takes.
  public let files: UInt16
  /// The permissions of new folders, as the bits that `chmod` takes.
  public let folders: UInt16

  /// Creates permissions for files and for folders, each between 0 and 0o777; other bits are dropped.
  ///
  /// - Parameters:
  ///   - files: The bits for files; `0o600` by default.
  ///   - folders: The bits for folders; `0o700` by default.
  public init(files: UInt16 = 0o600, folders: UInt16 = 0o700) {
    self.files = files & 0o777
    self.folders = folders & 0o777
  }

  /// Access for the owner alone: `0o600` and `0o700`.
  public static let ownerOnly = AccessPermissions()
  /// Read access for the owner's group as well: `0o640` and `0o750`.
  public static let groupReadable = AccessPermissions(files: 0o640, folders: 0o750)
  /// Read access for every user of the system: `0o644` and `0o755`.
  public static let everyoneReadable = AccessPermissions(files: 0o644, folders: 0o755)
}
