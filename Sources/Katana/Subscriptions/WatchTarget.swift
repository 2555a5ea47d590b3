import Foundation

/// The folder that is watched for a path, and the entries of it that count.
struct WatchTarget: Hashable, Sendable {
  /// The subscription's path, without a trailing slash.
  let path: String
  /// The watched folder, with symbolic links resolved.
  let folder: String
  /// The name of the watched file; nil when the path is a folder.
  let file: String?

  init(path: String, folder: String, file: String?) {
    self.path = path
    self.folder = folder
    self.file = file
  }

  /// Creates a target by resolving a path.
  init(path: String) throws(FileChangesError) {
    // An empty path would be the working folder to some calls and nothing to others.
    guard !path.isEmpty, let resolved = realpath(path, nil) else {
      throw FileChangesError(path: path, code: path.isEmpty ? ENOENT : errno)
    }
    defer { free(resolved) }
    let real = String(cString: resolved)
    var status = stat()
    guard stat(real, &status) == 0, access(real, R_OK) == 0 else {
      throw FileChangesError(path: path, code: errno)
    }
    var given = path
    while given.count > 1, given.hasSuffix("/") { given.removeLast() }
    if status.st_mode & S_IFMT == S_IFDIR {
      self.init(path: given, folder: real, file: nil)
      return
    }
    let slash = real.lastIndex(of: "/") ?? real.startIndex
    let folder = String(real[..<slash])
    self.init(path: given, folder: folder.isEmpty ? "/" : folder, file: String(real[slash...].dropFirst()))
  }

  /// Returns the path to report for an entry of the folder; nil when the entry does not count.
  func path(of name: String) -> String? {
    if let file { return name == file ? path : nil }
    return path == "/" ? "/\(name)" : "\(path)/\(name)"
  }
}

extension FileChangesError {
  /// Creates the error for the system's error number.
  init(path: String, code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing(path: path)
    case EACCES, EPERM: self = .unreadable(path: path)
    default: self = .refused(path: path, code: code)
    }
  }
}
