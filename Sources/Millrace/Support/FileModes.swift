/// The permissions of files and folders that Millrace creates, as the bits of `chmod`.
///
/// ```swift
/// let archives = FileArchives(directory: folder, modes: FileModes(file: 0o640, folder: 0o750))
/// ```
///
/// They hold exactly: the process's umask takes nothing away from them. A folder that is there already keeps its own,
/// and a file system without permissions ignores them.
public struct FileModes: Hashable, Sendable {
  /// The permissions of a file.
  public let file: UInt16
  /// The permissions of a folder.
  public let folder: UInt16

  /// Permissions for files and for folders, each between 0 and 0o777; other bits are dropped.
  public init(file: UInt16, folder: UInt16) {
    self.file = file & 0o777
    self.folder = folder & 0o777
  }

  /// Files that their owner alone may read and write, in folders that their owner alone may enter: 0600 and 0700.
  public static let ownerOnly = FileModes(file: 0o600, folder: 0o700)
}
