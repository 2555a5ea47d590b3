import Millrace

/// The reason why a file could not be read, written, listed or removed.
public enum FileError: Error, Hashable {
  /// There is no file or folder of this path.
  case missing(path: String)
  /// A folder has this path, where a file is needed.
  case isFolder(path: String)
  /// A file has this path, or lies on the way to it, where a folder is needed.
  case isNoFolder(path: String)
  /// The path cannot be one of a file.
  case invalidPath(String, reason: String)
  /// The system has refused, for any other reason.
  case failed(path: String, reason: String)
}

extension FileError: AdvisingError {}

extension FileError: CustomStringConvertible {
  /// A sentence that says what happened, why, and what to do.
  public var description: String {
    switch self {
    case .missing(let path): "There is no `\(path)`; write it first, or check the path."
    case .isFolder(let path): "`\(path)` is a folder, where a file is needed; use the path of a file."
    case .isNoFolder(let path):
      "`\(path)` is no folder, or leads through a file; use the path of a folder, or remove the file."
    case .invalidPath(let path, let reason):
      "The path \(path.debugDescription) cannot be used: \(reason). Use another path."
    case .failed(let path, let reason):
      "`\(path)` cannot be used: \(reason). Check that it exists, and the permissions of the program."
    }
  }
}
