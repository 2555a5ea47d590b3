import Foundation

/// What is to be known of a path before a recording is made there, or read.
///
/// What a journal says of it comes too late: it leaves its mark beside what it refuses, and a copy of a pipe, a device or a
/// folder may have no end.
struct RecordingPlace {
  let path: String

  /// Sees that nothing is there, nothing of an earlier recording is beside it, and that there is a folder for it.
  func checkFree() throws(ClientError) {
    var status = stat()
    // Not where a link leads: what is written through one that leads nowhere would be somewhere else.
    if lstat(path, &status) == 0 {
      throw problem("There is something there already, over which nothing is recorded; name a new file.")
    }
    for file in [path + "-wal", path + "-mark"] where lstat(file, &status) == 0 {
      throw problem("There is \(file) of an earlier recording; name a new file, or remove that one.")
    }
    let folder = URL(filePath: path).deletingLastPathComponent().path
    guard try kind(of: folder) == S_IFDIR else {
      throw problem("There is no folder \(folder); make it, or name another file.")
    }
  }

  /// The file itself, whatever links lead to it.
  func file() throws(ClientError) -> String {
    switch try kind(of: path) {
    case S_IFREG?: return URL(filePath: path).resolvingSymlinksInPath().path
    case S_IFDIR?: throw problem("\(path) is a folder, and no recording.")
    case nil:
      throw problem("There is no recording at \(path); name a file that “notes --record FILE” has made.")
    default: throw problem("\(path) is a pipe or a device, and no recording.")
    }
  }

  /// What is at a path, or where its links lead; nil for nothing.
  private func kind(of path: String) throws(ClientError) -> mode_t? {
    var status = stat()
    if stat(path, &status) == 0 { return status.st_mode & S_IFMT }
    if errno == ENOENT || errno == ENOTDIR { return nil }
    throw problem("\(String(cString: strerror(errno))).")
  }

  private func problem(_ reason: String) -> ClientError { .recording(path, reason: reason) }
}
