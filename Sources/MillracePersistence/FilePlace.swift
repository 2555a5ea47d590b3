import Foundation

/// The folder and the name of a file, in the form that all paths to it share.
struct FilePlace {
  let folder: String
  let name: String

  /// Links are followed, also the last one to a file that does not exist yet.
  init(_ path: String) {
    var path = path
    // As many as the system follows.
    for _ in 0..<40 where Self.real(path) == nil {
      guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) else { break }
      let folder = URL(fileURLWithPath: path, isDirectory: false).deletingLastPathComponent()
        .path(percentEncoded: false)
      path = target.hasPrefix("/") ? target : "\(Self.real(folder) ?? folder)/\(target)"
    }
    let url = URL(fileURLWithPath: Self.real(path) ?? path, isDirectory: false).standardizedFileURL
    name = url.lastPathComponent
    var folder = url.deletingLastPathComponent().path(percentEncoded: false)
    while folder.count > 1, folder.hasSuffix("/") { folder.removeLast() }
    self.folder = Self.real(folder) ?? folder
  }

  var location: String { folder == "/" ? "/" + name : folder + "/" + name }

  /// Returns the path without links; nil if there is no such file or folder.
  private static func real(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
