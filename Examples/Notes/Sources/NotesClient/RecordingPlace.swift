import Foundation

/// Checks of a path before a recording is made or read there.
///
/// The journal's own checks are too late: it leaves files beside what it refuses, and copying a pipe, a
/// device or a folder may never end.
struct RecordingPlace {
  let path: String

  /// Throws unless the path is free, without files of an earlier recording beside it, in an existing folder.
  func checkFree() throws(ClientError) {
    var status = stat()
    // Links are not followed: a dangling one would create the file in another place.
    if lstat(path, &status) == 0 {
      throw problem("There is already a file with this name, which is not overwritten; choose a new name.")
    }
    for file in [path + "-wal", path + "-mark"] where lstat(file, &status) == 0 {
      throw problem("There is \(file) of an earlier recording; choose a new name, or delete that file.")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard try kind(of: folder) == S_IFDIR else {
      throw problem("There is no folder \(folder); create it, or choose another path.")
    }
  }

  /// Returns the file with all links resolved.
  func file() throws(ClientError) -> String {
    switch try kind(of: path) {
    case S_IFREG?: return URL(filePath: path).resolvingSymlinksInPath().path
    case S_IFDIR?: throw problem("\(path) is a folder, not a recording.")
    case nil:
      throw problem("There is no recording at \(path); give a file that “notes --record FILE” has written.")
    default: throw problem("\(path) is a pipe or a device, not a recording.")
    }
  }

  /// Returns the kind of file at a path, following links; nil for nothing.
  private func kind(of path: String) throws(ClientError) -> mode_t? {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw problem("\(String(cString: strerror(errno))).")
  }

  private func problem(_ reason: String) -> ClientError { .recording(path, reason: reason) }
}
